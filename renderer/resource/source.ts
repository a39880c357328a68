import type { Query } from '../../preload/contract/query';
import type { EngineClient } from '../bridge';
import type { GridSource } from '../grid/types';

/** The rows of a query, as the grid asks for them. */
export const querySource = (engine: EngineClient, query: Query): GridSource => ({
  window: (columns, offset, limit) => engine.records.window({ query, columns: [...columns], offset, limit }),
  keys: async (offset, limit) => (await engine.records.keys({ query, offset, limit })).keys,
  position: async (key) => (await engine.records.position({ query, key })).index,
  copy: async (selection, columns) =>
    (await engine.records.copy({ query, selection, columns: [...columns] })).rows,
});
