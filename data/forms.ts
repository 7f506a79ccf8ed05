import type { ErrorObject } from 'ajv';
import { type FormName, schemas } from './schemas.ts';
import type { AskedHosts } from './types/asked.ts';
import type { VerdictBaseline } from './types/baseline.ts';
import type { CapabilityTree } from './types/capabilities.ts';
import type { ClientRegistry } from './types/clients.ts';
import type { ComparedClient } from './types/compared.ts';
import type { Driver } from './types/driver.ts';
import type { ModelLine } from './types/model-line.ts';
import type { ResearchNote } from './types/note.ts';
import type { PublishedVerdicts } from './types/published.ts';
import type { RunRecord } from './types/record.ts';
import type { ReportLine } from './types/report-line.ts';
import type { ReviewedRuns } from './types/reviewed.ts';
import type { VerifiedOverlay } from './types/verified.ts';
import type { WireLine } from './types/wire-line.ts';
import { validatorOf } from './validators.ts';

/** Every form of the house, by the name of its schema in `data/schema/`. */
export interface Forms extends Record<FormName, unknown> {
  asked: AskedHosts;
  baseline: VerdictBaseline;
  capabilities: CapabilityTree;
  clients: ClientRegistry;
  compared: ComparedClient;
  driver: Driver;
  'model-line': ModelLine;
  note: ResearchNote;
  published: PublishedVerdicts;
  record: RunRecord;
  'report-line': ReportLine;
  reviewed: ReviewedRuns;
  verified: VerifiedOverlay;
  'wire-line': WireLine;
}

/**
 * What is wrong with `value` as a form, or `undefined`: `at "/verdict/kind" it must be equal to constant`. Of the
 * branches of a union the one that fits furthest is spoken of. The text repeats names of the schema, no values.
 */
export function faultOf(form: keyof Forms, value: unknown): string | undefined {
  const validate = validatorOf(form);
  if (validate(value)) return undefined;
  const [first, ...others] = validate.errors ?? [];
  if (first === undefined) return 'it is not valid';
  const furthest = others.reduce(
    (best, error) => (error.instancePath.length > best.instancePath.length ? error : best),
    first,
  );
  return `at "${furthest.instancePath === '' ? '/' : furthest.instancePath}" it ${furthest.message ?? 'is not valid'}${detail(furthest)}`;
}

/** Whether `value` has the form. */
export function isForm<Name extends keyof Forms>(form: Name, value: unknown): value is Forms[Name] {
  return faultOf(form, value) === undefined;
}

/** The names of a form's own members in the order of its schema, which is the order of keys in JSON lines. */
export function membersOf(form: keyof Forms): string[] {
  const schema = schemas[form];
  return 'properties' in schema ? Object.keys(schema.properties) : [];
}

function detail({ params }: ErrorObject): string {
  const named: unknown = params['additionalProperty'] ?? params['allowedValues'] ?? params['allowedValue'];
  return named === undefined ? '' : ` (${JSON.stringify(named)})`;
}
