import type { Cell, CollapsedGroups, Query } from '#contract/query';
import type { EngineClient } from '../../bridge';
import type { CopiedRange, CopyWatch, GridSource } from '../../grid/types';
import { earlyResponses } from '../../state/early-responses';
import { names } from '../names/names.svelte';
import type { FacetSource } from './facets.svelte';

/**
 * Returns a grid source for a query. `collapsed` are the collapsed groups. With `connection`, the query is
 * stored, and sent early when that connection is next opened.
 */
export const querySource = (
  engine: EngineClient,
  query: Query,
  { collapsed, connection }: { readonly collapsed?: CollapsedGroups; readonly connection?: string } = {},
): GridSource => ({
  window: async (columns, offset, limit) => {
    const addNames = names.nameReceiver();
    const request = { query, columns: [...columns], offset, limit };
    // A single row is a lookup, not what the list shows.
    if (connection !== undefined && limit > 1) earlyResponses.store(connection, request);
    const response = await earlyResponses.takeResponse('rows', request, () =>
      engine.records.window({ ...request, collapsed }),
    );
    addNames(response.names ?? {}, response.numbers);
    return response;
  },
  keys: async (offset, limit) => (await engine.records.keys({ query, offset, limit, collapsed })).keys,
  hasRaw: true,
  position: async (key) => (await engine.records.position({ query, key, collapsed })).index,
  copy: (selection, columns, format, watch) =>
    copyRecords(engine, { query, selection, columns: [...columns], format }, watch),
  copyRange: ({ offset, limit, keys }, columns, watch) => {
    const range = { offset, limit, collapsed, ...(keys ? { keys: [...keys] } : {}) };
    return copyRecords(engine, { query, range, columns: [...columns], format: 'shown' }, watch);
  },
});

/** Copies records to the clipboard. Returns the number of copied rows; zero if the copy was canceled. */
async function copyRecords(
  engine: EngineClient,
  request: Parameters<EngineClient['records']['copy']>[0],
  watch: CopyWatch | undefined,
): Promise<number> {
  for await (const { rows, total, isDone } of await engine.records.copy(request)) {
    if (isDone) return rows;
    if (watch?.signal.aborted) break;
    watch?.onProgress(rows, total);
  }
  return 0;
}

/** Returns the values of a field with counts from the cache. */
export const queryFacets =
  (engine: EngineClient): FacetSource =>
  (query, field, searchText, limit) =>
    engine.records.facets({ query, field, contains: searchText, limit });

/** Adds the cells of further columns to a source; they are shown, but not copied. */
export const withCells = (
  source: GridSource,
  cells: ReadonlyMap<string, (key: string) => Cell>,
): GridSource => {
  const { copyRange } = source;
  const cachedColumns = (names: readonly string[]) => names.filter((name) => !cells.has(name));
  return {
    ...source,
    async window(columns, offset, limit) {
      const { rows, ...counts } = await source.window(cachedColumns(columns), offset, limit);
      const completeRows = rows.map((row) => {
        let index = 0;
        return {
          ...row,
          cells: columns.map((name) => {
            const cell = cells.get(name);
            if (!cell) return row.cells[index++] ?? null;
            return row.group ? null : cell(row.key);
          }),
        };
      });
      return { rows: completeRows, ...counts };
    },
    copy: (selection, columns, format, watch) =>
      source.copy(selection, cachedColumns(columns), format, watch),
    ...(copyRange
      ? {
          copyRange: (range: CopiedRange, columns: readonly string[], watch?: CopyWatch) =>
            copyRange(range, cachedColumns(columns), watch),
        }
      : {}),
  };
};

/** Unconfirmed values by key and field, for cells that the service leaves blank. */
export type SentCells = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Adds unconfirmed sent values to a source, where the service shows nothing. */
export const withSentCells = (source: GridSource, sent: () => SentCells): GridSource => ({
  ...source,
  async window(columns, offset, limit) {
    const { rows, ...counts } = await source.window(columns, offset, limit);
    const sentByKey = sent();
    if (sentByKey.size === 0) return { rows, ...counts };
    const filled = rows.map((row) => {
      const fields = sentByKey.get(row.key);
      if (!fields) return row;
      return { ...row, cells: columns.map((name, index) => row.cells[index] ?? fields.get(name) ?? null) };
    });
    return { rows: filled, ...counts };
  },
});
