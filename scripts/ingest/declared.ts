import { isObject, parseJson } from '../../harness/json.ts';
import type { JsonObject } from '../../scenarios/types.ts';
import type { ProbedStatus } from '../evidence/status.ts';

/** What a client says of itself on the wire, at one revision. */
export interface Declaration {
  revision: string;
  capabilities: JsonObject;
}

interface Declarable {
  id: string;
  revisions: string[];
  isDeclared: (capabilities: JsonObject) => boolean;
}

const HANDSHAKE = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const STATELESS = '2026-07-28';
const ALL = [...HANDSHAKE, STATELESS];
const SINCE_ELICITATION = ['2025-06-18', '2025-11-25', STATELESS];
const SINCE_MODES = ['2025-11-25', STATELESS];

/**
 * The members of ClientCapabilities that stand for a capability of the tree, with the revisions whose schema has them. An
 * empty `elicitation` means form mode (2025-11-25, client/elicitation, "Capabilities").
 */
const DECLARABLE: Declarable[] = [
  { id: 'sampling', revisions: ALL, isDeclared: ({ sampling }) => isObject(sampling) },
  { id: 'sampling.tools', revisions: SINCE_MODES, isDeclared: ({ sampling }) => has(sampling, 'tools') },
  { id: 'elicitation', revisions: SINCE_ELICITATION, isDeclared: ({ elicitation }) => isObject(elicitation) },
  {
    id: 'elicitation.form',
    revisions: SINCE_ELICITATION,
    isDeclared: ({ elicitation }) => has(elicitation, 'form') || isEmpty(elicitation),
  },
  { id: 'elicitation.url', revisions: SINCE_MODES, isDeclared: ({ elicitation }) => has(elicitation, 'url') },
  { id: 'roots', revisions: ALL, isDeclared: ({ roots }) => isObject(roots) },
  {
    id: 'roots.listChanged',
    revisions: HANDSHAKE,
    isDeclared: ({ roots }) => isObject(roots) && roots['listChanged'] === true,
  },
  { id: 'tasks', revisions: ['2025-11-25'], isDeclared: ({ tasks }) => isObject(tasks) },
  {
    id: 'extensions',
    revisions: [STATELESS],
    isDeclared: ({ extensions }) => isObject(extensions) && !isEmpty(extensions),
  },
];

/**
 * The declarations that a client sent, one a revision: `capabilities` of its `initialize` request, or
 * `io.modelcontextprotocol/clientCapabilities` in the `_meta` of a stateless one. The first of each revision counts.
 * `wire` is the text of a wire.jsonl that has been read before; lines that hold neither are passed over.
 */
export function declarationsIn(wire: string): Declaration[] {
  const found = new Map<string, Declaration>();
  for (const line of wire.split('\n')) {
    if (!line.includes('apabilities')) continue;
    for (const declaration of declarationsOf(parseJson(line)))
      if (!found.has(declaration.revision)) found.set(declaration.revision, declaration);
  }
  return [...found.values()].sort((a, b) => (a.revision < b.revision ? -1 : 1));
}

/** What a declaration says of each capability that its revision lets a client declare. */
export function statusesOf({ revision, capabilities }: Declaration): { id: string; status: ProbedStatus }[] {
  return DECLARABLE.filter(({ revisions }) => revisions.includes(revision)).map(({ id, isDeclared }) => ({
    id,
    status: isDeclared(capabilities) ? 'full' : 'unsupported',
  }));
}

function declarationsOf(line: unknown): Declaration[] {
  if (!isObject(line) || line['dir'] !== 'c2s' || typeof line['text'] !== 'string') return [];
  const sent = parseJson(line['text']);
  return (Array.isArray(sent) ? sent : [sent]).flatMap((message) => {
    const params = isObject(message) ? message['params'] : undefined;
    if (!isObject(message) || !isObject(params)) return [];
    const meta = params['_meta'];
    if (message['method'] === 'initialize') return declared(params['protocolVersion'], params['capabilities']);
    if (!isObject(meta)) return [];
    const prefix = 'io.modelcontextprotocol/';
    return declared(meta[`${prefix}protocolVersion`], meta[`${prefix}clientCapabilities`]);
  });
}

function declared(revision: unknown, capabilities: unknown): Declaration[] {
  return typeof revision === 'string' && isObject(capabilities) ? [{ revision, capabilities }] : [];
}

function has(value: unknown, key: string): boolean {
  return isObject(value) && isObject(value[key]);
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
