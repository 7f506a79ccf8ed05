import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../scenarios/types.ts';
import { clientFrames, clientResults, mutants } from '../testing/client-frames.ts';
import { isValidMessage } from './invalid.ts';

const SPEC = resolve(import.meta.dirname, '../../..', process.env['MCP_SPEC_DIR'] ?? '../shared/spec');

/**
 * The least share of mutants on which we and the specification's own schema agree, as measured: all 760, 760, 776 and
 * 968 of the handshake era, 2102 of 2104 in the stateless one. The two are null and -1.5 in a form's answer, see below.
 */
const LEAST: Record<string, number> = {
  '2024-11-05': 1,
  '2025-03-26': 1,
  '2025-06-18': 1,
  '2025-11-25': 1,
  '2026-07-28': 0.999,
};

const absent = Object.keys(LEAST).filter((revision) => !hasSpecification(revision));
if (absent.length > 0)
  console.warn(
    `NOT RUN: the judge of client frames was not held against the specification's schemas of ${absent.join(', ')}. MCP_SPEC_DIR names another place.`,
  );

describe.each(Object.keys(LEAST))('client frames of %s', (revision) => {
  it('are taken for valid as long as they are well formed', () => {
    const refused = clientFrames(revision).filter((frame) => !isValidMessage(frame, revision));
    expect(refused).toEqual([]);
  });

  it.skipIf(!hasSpecification(revision))(
    'are judged as the specification judges them when one member is lost or replaced',
    () => {
      const validators = readSpecification(revision);
      const frames = clientFrames(revision);
      expect(frames.filter((frame) => !isTrue(validators, frame))).toEqual([]);
      const cases = frames.flatMap(mutants);
      const wrong = cases.filter((frame) => isTrue(validators, frame) !== isValidMessage(frame, revision));
      expect(cases.filter((frame) => isTrue(validators, frame)).length).toBeGreaterThan(80);
      expect(cases.filter((frame) => !isTrue(validators, frame)).length).toBeGreaterThan(400);
      expect(1 - wrong.length / cases.length).toBeGreaterThanOrEqual(LEAST[revision] ?? 1);
    },
  );
});

/**
 * Values in the answer to a form that core takes and a schema does not: core reads null as absent, knows lists of strings
 * (2025-11-25) in every revision, and takes any number where the generated schemas say integer.
 */
const LENIENT: Record<string, unknown[]> = {
  '2025-06-18': [null, { a: [] }, { a: -1.5 }],
  '2025-11-25': [null, { a: -1.5 }],
};

describe.each(Object.keys(LEAST).filter((revision) => revision < '2026'))('client results of %s', (revision) => {
  it.skipIf(!hasSpecification(revision))(
    'are judged as the specification judges them when one member is lost or replaced',
    () => {
      const validators = readSpecification(revision);
      for (const { asked, definition, result } of clientResults(revision)) {
        const ours = (value: JsonObject): boolean =>
          isValidMessage({ jsonrpc: '2.0', id: 7, result: value }, revision, asked);
        const theirs = validators(definition);
        expect(ours(result)).toBe(true);
        const lenient = asked === 'elicitation/create' ? (LENIENT[revision] ?? []) : [];
        const wrong = mutants(result).filter((value) => ours(value) !== theirs(value));
        expect(wrong).toEqual(lenient.map((content) => ({ ...result, content })));
      }
    },
  );
});

type Validators = (definition: string) => ValidateFunction;

/** The specification's request definitions hold no `jsonrpc` or `id` before 2025-11-25, so both definitions must fit. */
function isTrue(validators: Validators, frame: JsonObject): boolean {
  const names = 'id' in frame ? ['JSONRPCRequest', 'ClientRequest'] : ['JSONRPCNotification', 'ClientNotification'];
  return names.every((name) => validators(name)(frame));
}

function hasSpecification(revision: string): boolean {
  return existsSync(resolve(SPEC, revision, 'schema.json'));
}

function readSpecification(revision: string): Validators {
  const schema = JSON.parse(readFileSync(resolve(SPEC, revision, 'schema.json'), 'utf8')) as { $defs?: unknown };
  // The first three revisions are written in draft-07.
  const ajv = schema.$defs === undefined ? new Ajv({ strict: false }) : new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(schema, 'specification');
  const folder = schema.$defs === undefined ? 'definitions' : '$defs';
  return (definition) => {
    const validate = ajv.getSchema(`specification#/${folder}/${definition}`);
    if (validate === undefined) throw new Error(`Expected ${revision} to define ${definition}, got no such definition`);
    return validate;
  };
}
