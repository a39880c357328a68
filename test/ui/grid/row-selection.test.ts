import { describe, expect, test } from 'vitest';
import { MAX_KEYS } from '../../../renderer/grid/row-selection';
import { GridSelection } from '../../../renderer/grid/selection.svelte';

describe('row selection', () => {
  test('holds single records by key', () => {
    const selection = new GridSelection();
    selection.selectOnly('a');
    selection.toggle('b');
    selection.toggle('a');
    expect(selection.has('b')).toBe(true);
    expect(selection.has('a')).toBe(false);
    expect(selection.value).toEqual({ kind: 'keys', keys: ['b'] });
  });

  test('represents "all matches" as the query and its exceptions, not as a list', () => {
    const selection = new GridSelection();
    selection.selectAll();
    expect(selection.count(12_345)).toBe(12_345);
    selection.toggle('x');
    expect(selection.has('x')).toBe(false);
    expect(selection.has('y')).toBe(true);
    expect(selection.count(12_345)).toBe(12_344);
    expect(selection.value).toEqual({ kind: 'all', except: ['x'] });
    selection.add(['x']);
    expect(selection.value).toEqual({ kind: 'all', except: [] });
  });

  test('refuses more single records than the contract allows and stays unchanged', () => {
    const selection = new GridSelection();
    const keys = Array.from({ length: MAX_KEYS }, (_, index) => `k${index}`);
    expect(selection.replace(keys)).toBe(true);
    expect(selection.toggle('one more')).toBe(false);
    expect(selection.count(1_000_000)).toBe(MAX_KEYS);
  });
});
