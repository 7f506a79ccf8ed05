import { describe, expect, it } from 'vitest';
import { declarationsIn, statusesOf } from './declared.ts';

const line = (message: unknown, dir = 'c2s'): string =>
  `${JSON.stringify({ seq: 1, process: 1, dir, text: typeof message === 'string' ? message : JSON.stringify(message) })}\n`;
const initialize = (capabilities: unknown, protocolVersion: unknown = '2025-11-25') => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities, clientInfo: { name: 'x', version: '1' } },
});
const stateless = (capabilities: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  },
});

describe('declarationsIn', () => {
  it('reads an initialize request and a stateless one', () => {
    const wire = line(initialize({ roots: {} })) + line(stateless({ sampling: {} }));
    expect(declarationsIn(wire)).toEqual([
      { revision: '2025-11-25', capabilities: { roots: {} } },
      { revision: '2026-07-28', capabilities: { sampling: {} } },
    ]);
  });

  it('takes the first declaration of a revision, also out of a batch', () => {
    const wire = line([initialize({ roots: {} })]) + line(initialize({}));
    expect(declarationsIn(wire)).toEqual([{ revision: '2025-11-25', capabilities: { roots: {} } }]);
  });

  it('passes over what a server says, what is no JSON and what has another form', () => {
    const wire =
      line(initialize({ roots: {} }), 's2c') +
      line('initialize capabilities {') +
      line(initialize([])) +
      line(initialize({}, 7)) +
      line({ method: 'initialize', params: 'capabilities' });
    expect(declarationsIn(wire)).toEqual([]);
  });
});

describe('statusesOf', () => {
  const declared = (capabilities: object, revision = '2025-11-25'): string[] =>
    statusesOf({ revision, capabilities: capabilities as never }).flatMap(({ id, status }) =>
      status === 'full' ? [id] : [],
    );

  it('reads each member of ClientCapabilities', () => {
    expect(
      declared({
        sampling: { tools: {} },
        elicitation: { form: {}, url: {} },
        roots: { listChanged: true },
        tasks: {},
      }),
    ).toEqual([
      'sampling',
      'sampling.tools',
      'elicitation',
      'elicitation.form',
      'elicitation.url',
      'roots',
      'roots.listChanged',
      'tasks',
    ]);
    expect(declared({ extensions: { 'io.modelcontextprotocol/tasks': {} } }, '2026-07-28')).toEqual(['extensions']);
  });

  it('takes an empty elicitation for form mode, and no other', () => {
    expect(declared({ elicitation: {} })).toEqual(['elicitation', 'elicitation.form']);
    expect(declared({ elicitation: { url: {} } })).toEqual(['elicitation', 'elicitation.url']);
  });

  it('does not take a false or foreign value for a declaration', () => {
    expect(declared({ roots: { listChanged: 'yes' }, sampling: true, elicitation: null, extensions: {} })).toEqual([
      'roots',
    ]);
    expect(declared({ extensions: {} }, '2026-07-28')).toEqual([]);
  });

  it('says nothing of what the revision does not know', () => {
    expect(statusesOf({ revision: '2025-03-26', capabilities: {} }).map(({ id }) => id)).toEqual([
      'sampling',
      'roots',
      'roots.listChanged',
    ]);
    expect(statusesOf({ revision: '1999-01-01', capabilities: { roots: {} } })).toEqual([]);
  });
});
