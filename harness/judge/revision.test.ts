import { describe, expect, it } from 'vitest';
import type { WireFrame } from '../../scenarios/types.ts';
import { readRevision } from './revision.ts';

const frame = (line: number, dir: 'c2s' | 's2c', message: object, process = 1): WireFrame => ({
  line,
  process,
  dir,
  text: '',
  message: message as NonNullable<WireFrame['message']>,
});
const initialized = (line: number, protocolVersion: string, process = 1): WireFrame =>
  frame(line, 's2c', { jsonrpc: '2.0', id: 0, result: { protocolVersion, capabilities: {} } }, process);
const call = (line: number, process = 1): WireFrame =>
  frame(line, 'c2s', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } }, process);
const stateless = (line: number): WireFrame =>
  frame(line, 'c2s', {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  });

describe('readRevision', () => {
  it('is what the answer to initialize says, not what was asked for', () => {
    const asked = frame(1, 'c2s', {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2099-01-01' },
    });
    expect(readRevision({ wire: [asked, initialized(2, '2025-06-18'), call(3)], model: [] }, call(3))).toBe(
      '2025-06-18',
    );
  });

  it('is the request’s own in the stateless era, whatever was tried before', () => {
    expect(readRevision({ wire: [initialized(1, '2025-11-25'), stateless(2)], model: [] }, stateless(2))).toBe(
      '2026-07-28',
    );
  });

  it('is that of the call’s process, as it was before the call', () => {
    const wire = [initialized(1, '2025-03-26'), initialized(2, '2024-11-05', 2), call(3), initialized(4, '2025-11-25')];
    expect(readRevision({ wire, model: [] }, call(3))).toBe('2025-03-26');
    expect(readRevision({ wire, model: [] }, call(3, 2))).toBe('2024-11-05');
    expect(readRevision({ wire, model: [] })).toBe('2025-11-25');
  });

  it('is unknown where the wire names none', () => {
    expect(readRevision({ wire: [call(1)], model: [] }, call(1))).toBe('unknown');
    expect(readRevision({ wire: [], model: [] })).toBe('unknown');
  });
});
