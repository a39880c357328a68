import { createReader } from '#engine/cache/query/reader';
import { pairsColumn } from '#engine/cache/schema/pairs';
import { scanInChunks } from '#engine/records/scan-in-chunks';
import { openEncrypted } from '#engine/sqlite/open-database';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { PauseMeter } from './pause-meter';

/** Lists, each with the fields that are read. */
export type Lists = readonly (readonly [ResourceName, Iterable<string>])[];

/**
 * Measures the baseline of reading complete lists: one statement per list, with its fields, read to the end.
 * Nested fields are read from the record as the service sent it; with `fromColumns`, from the columns that the
 * app has written. Returns milliseconds.
 */
export function plainRead(file: string, key: string, lists: Lists, { fromColumns = false } = {}): number {
  const db = openEncrypted(file, key, { readonly: true });
  const statements = lists.map(([name, fields]) => {
    const { fields: known } = resourceNamed(name);
    const cells = Array.from(fields, (fieldName) => {
      const field = known[fieldName];
      if (fromColumns && field?.itemValue !== undefined) return `t."${pairsColumn(fieldName, field)}"`;
      return field?.kind === 'objects' ? 'r.raw' : `t."${fieldName}"`;
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

/**
 * Measures the baseline of the longest time without a pause: scans these lists in the app's chunks and does
 * nothing with the rows. Returns milliseconds.
 */
export async function longestScan(file: string, key: string, lists: Lists): Promise<number> {
  const reader = createReader(file, key);
  const meter = new PauseMeter();
  for (const [name, fields] of lists) {
    const { fields: known } = resourceNamed(name);
    const all = [...fields];
    // Nested fields without a column come from the record.
    const nested = all.filter(
      (field) => known[field]?.kind === 'objects' && known[field].itemValue === undefined,
    );
    await scanInChunks(reader.scan(name, all, nested), meter.pause, () => undefined);
  }
  reader.close();
  return meter.longest;
}
