import { describe, expect, it } from 'vitest';
import { selectTools, type ToolFilter } from './filter.ts';

const tools = ['list_items', 'get-item', 'delete_item', 'a[b'].map((name) => ({ name }));

function select(filter: ToolFilter): string[] {
  return selectTools(tools, filter).map(({ name }) => name);
}

describe('selectTools', () => {
  it('lets everything through that is not excluded', () => {
    expect(select({ exclude: [] })).toEqual(['list_items', 'get-item', 'delete_item', 'a[b']);
    expect(select({ exclude: ['delete_item', '*-*'] })).toEqual(['list_items', 'a[b']);
  });

  it('lets include decide alone', () => {
    expect(select({ include: ['delete_item', 'get-*'], exclude: ['delete_item'] })).toEqual([
      'get-item',
      'delete_item',
    ]);
  });

  it('lets nothing through for an empty include', () => {
    expect(select({ include: [], exclude: [] })).toEqual([]);
  });

  it('holds entries against the names that the server uses, case and all', () => {
    expect(select({ include: ['get_item', 'LIST_ITEMS', 'List*'], exclude: [] })).toEqual([]);
  });

  it('takes an entry with an unclosed bracket literally', () => {
    expect(select({ include: ['a[b'], exclude: [] })).toEqual(['a[b']);
  });
});
