import { pairsColumn } from '../../main/engine/cache/pairs';
import { openEncrypted } from '../../main/engine/sqlite/open-database';
import { resourceNamed, type ResourceName } from '../../preload/contract/resources';

/** Lists, each with the fields that are read of it. */
export type Lists = readonly (readonly [ResourceName, Iterable<string>])[];

/**
 * The floor of what goes through whole lists: one statement for each, with the fields that it reads, read to its end.
 * Nested fields are read as the service sent them, with the record; `own`: as the app reads them, from the columns that
 * it has written for this. Milliseconds.
 */
export function plainRead(file: string, key: string, lists: Lists, { own = false } = {}): number {
  const db = openEncrypted(file, key, { readonly: true });
  const statements = lists.map(([name, fields]) => {
    const { fields: known } = resourceNamed(name);
    const cells = Array.from(fields, (one) => {
      const field = known[one];
      if (own && field?.itemValue !== undefined) return `t."${pairsColumn(one, field)}"`;
      return field?.kind === 'parts' ? 'r.raw' : `t."${one}"`;
    });
    const raw = cells.includes('r.raw') ? `JOIN ${name}_raw r USING (n)` : '';
    return db.prepare(`SELECT t.n, t.key, ${[...new Set(cells)].join(', ')} FROM ${name} t ${raw}`).raw();
  });
  const began = performance.now();
  for (const statement of statements) statement.all();
  const ms = performance.now() - began;
  db.close();
  return ms;
}
