import type { Cell, Query } from '../../../preload/contract/query';
import type { EngineClient } from '../../bridge';
import type { GridColumn, GridSource } from '../../grid/types';

/** The rows of a query, as the grid asks for them. */
export const querySource = (engine: EngineClient, query: Query): GridSource => ({
  window: (columns, offset, limit) => engine.records.window({ query, columns: [...columns], offset, limit }),
  keys: async (offset, limit) => (await engine.records.keys({ query, offset, limit })).keys,
  position: async (key) => (await engine.records.position({ query, key })).index,
  copy: async (selection, columns) =>
    (await engine.records.copy({ query, selection, columns: [...columns] })).rows,
});

/** A column that the cache does not hold, such as what was done with a record on this computer. */
export interface ExtraColumn {
  readonly column: GridColumn & { readonly sortable: false };
  readonly cell: (key: string) => Cell;
}

/** The rows of a source with more columns in them. */
export const withExtra = (source: GridSource, extra: readonly ExtraColumn[]): GridSource => {
  const found = (name: string) => extra.find(({ column }) => column.name === name);
  const held = (names: readonly string[]) => names.filter((name) => !found(name));
  return {
    ...source,
    async window(columns, offset, limit) {
      const { rows, total } = await source.window(held(columns), offset, limit);
      const full = rows.map((row) => {
        let at = 0;
        const cells = columns.map(
          (name) => found(name)?.cell(row.key) ?? (found(name) ? null : (row.cells[at++] ?? null)),
        );
        return { ...row, cells };
      });
      return { rows: full, total };
    },
    copy: (selection, columns) => source.copy(selection, held(columns)),
  };
};
