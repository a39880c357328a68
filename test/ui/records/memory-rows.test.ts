import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Filter, CollapsedGroups } from '#contract/query';
import { MemoryRows } from '../../../renderer/records/list/memory-rows';
import { column } from '../grid/support';

const NAMES: Record<string, string> = { PER: 'Pershing', SWB: 'Charles Schwab' };
const COLUMNS = [
  column('code'),
  column('at', { text: (cell) => NAMES[String(cell)] ?? '—' }),
  column('accounts', { numeric: true }),
];
const ROWS = [
  { key: 'a', cells: { code: 'G10', at: 'SWB', accounts: 10 } },
  { key: 'b', cells: { code: 'G9', at: 'PER', accounts: 9 } },
  { key: 'c', cells: { code: null, at: 'PER', accounts: null } },
];
const rows = (whenLoaded = () => Promise.resolve()) =>
  new MemoryRows(
    () => ROWS,
    () => COLUMNS,
    whenLoaded,
  );
const query = (filters: Filter[], search = '') => ({
  resource: 'advisorCodes' as const,
  search,
  filters,
  sort: { field: 'code', descending: false },
});
const matchingKeys = (filters: Filter[], search = '') =>
  rows()
    .matchingRows(query(filters, search))
    .map(({ key }) => key);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('in-memory rows', () => {
  it('are grouped by label or by size, collapsed or expanded', async () => {
    const grouped = async (order: 'rising' | 'largest', collapsed: CollapsedGroups) => {
      const source = rows().source({ ...query([]), group: { field: 'at', order } }, collapsed);
      const { rows: lines, total, matching } = await source.window(['code'], 0, 20);
      expect(total).toBe(lines.length);
      expect(matching).toBe(3);
      expect(await source.keys(0, 20)).toEqual(lines.flatMap(({ key, group }) => (group ? [] : [key])));
      return lines.map(({ key, group }) => (group ? `${String(group.value)} ${group.count}` : key));
    };
    const noneCollapsed: CollapsedGroups = { kind: 'these', values: [] };
    expect(await grouped('rising', noneCollapsed)).toEqual(['SWB 1', 'a', 'PER 2', 'b', 'c']);
    expect(await grouped('largest', noneCollapsed)).toEqual(['PER 2', 'b', 'c', 'SWB 1', 'a']);
    expect(await grouped('rising', { kind: 'these', values: ['PER'] })).toEqual(['SWB 1', 'a', 'PER 2']);
    expect(await grouped('rising', { kind: 'all-but', values: ['SWB'] })).toEqual(['SWB 1', 'a', 'PER 2']);
  });

  it('are filtered by values, text, ranges and lists, and found by the label of a code', () => {
    expect(matchingKeys([{ op: 'in', field: 'at', values: ['PER'] }])).toEqual(['b', 'c']);
    expect(matchingKeys([{ op: 'in', field: 'code', values: [null, 'G9'] }])).toEqual(['b', 'c']);
    expect(matchingKeys([{ op: 'contains', field: 'code', text: 'g1' }])).toEqual(['a']);
    expect(matchingKeys([{ op: 'range', field: 'accounts', from: '9', to: '9' }])).toEqual(['b']);
    expect(matchingKeys([{ op: 'range', field: 'accounts', from: '10' }])).toEqual(['a']);
    expect(matchingKeys([{ op: 'range', field: 'accounts', from: '9', exclusive: true }])).toEqual(['a']);
    expect(matchingKeys([{ op: 'not-in', field: 'at', values: ['PER'] }])).toEqual(['a']);
    expect(matchingKeys([{ op: 'listed', field: 'code', values: ['g9', 'G11'] }])).toEqual(['b']);
    expect(matchingKeys([], 'schwab')).toEqual(['a']);
    expect(matchingKeys([{ op: 'in', field: 'at', values: ['PER'] }], 'schwab')).toEqual([]);
  });

  it('count the last days of a time by local days', () => {
    vi.stubEnv('TZ', 'America/New_York');
    vi.useFakeTimers({ now: new Date('2026-11-30T21:00:00-05:00') });
    const times = new MemoryRows(
      () => [
        { key: 'an hour ago', cells: { created: '2026-12-01T01:00:00Z' } },
        { key: 'two evenings ago', cells: { created: '2026-11-29T03:00:00Z' } },
      ],
      () => [column('created')],
      () => Promise.resolve(),
      () => 'dateTime',
    );
    const matches = times.matchingRows(query([{ op: 'last-days', field: 'created', days: 1 }]));
    expect(matches.map(({ key }) => key)).toEqual(['an hour ago']);
  });

  it("are counted by the values of a field, ignoring that field's own filters", async () => {
    const filteredQuery = query([
      { op: 'in', field: 'at', values: ['SWB'] },
      { op: 'range', field: 'accounts', from: '1' },
    ]);
    const facets = await rows().facets(filteredQuery, 'at', '', 10);
    expect(facets).toEqual({
      // With equal counts, in the order of the labels: Charles Schwab, Pershing.
      values: [
        { value: 'SWB', count: 1 },
        { value: 'PER', count: 1 },
      ],
      distinct: 2,
    });
    expect((await rows().facets(query([]), 'at', 'persh', 10)).values).toEqual([{ value: 'PER', count: 2 }]);
  });

  it('report which values of a list no row has', async () => {
    expect(await rows().unmatchedValues('code', ['g9', 'G11'])).toEqual(['G11']);
  });

  it('fail instead of returning an empty list if they could not be read', async () => {
    const failing = rows(() => Promise.reject(new Error('offline')));
    await expect(failing.source(query([])).window(['code'], 0, 10)).rejects.toThrow('offline');
  });
});
