import { pairsColumn } from '../../main/engine/cache/pairs';
import { openEncrypted } from '../../main/engine/sqlite/open-database';
import { resourceNamed, type ResourceName } from '../../preload/contract/resources';

/**
 * The floor of what goes through whole lists: one statement for each, with the columns that it reads, read to its end.
 * Nested fields come from where the app reads them: the pairs of their items, or else the whole record. Milliseconds.
 */
export function plainRead(
  file: string,
  key: string,
  lists: readonly (readonly [ResourceName, Iterable<string>])[],
): number {
  const db = openEncrypted(file, key, { readonly: true });
  const statements = lists.map(([name, fields]) => {
    const { fields: known } = resourceNamed(name);
    const cells = Array.from(fields, (one) => {
      const field = known[one];
      if (field?.itemValue !== undefined) return `t."${pairsColumn(one, field)}"`;
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
