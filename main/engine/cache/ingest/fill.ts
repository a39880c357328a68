import type { Db } from '../../sqlite/open-database';
import type { PageRecords } from '../../wire/packed-records';
import type { RowChunk } from './page-rows';
import type { TableSchema } from '../schema/schema';

/** The row number of the first record, and the values that all records share. */
interface FillTarget {
  readonly next: number;
  readonly generation: number;
  readonly at: string;
  /** Runs between chunks. */
  readonly yieldToReaders: () => void;
}

/** Inserts new records. Returns false, without changes, if a record already exists or appears twice. */
export type FillTable = (records: PageRecords, chunks: readonly RowChunk[], target: FillTarget) => boolean;

/**
 * Returns a function that inserts whole chunks of rows (cache/ingest/page-rows), as a first refresh does. An item's
 * index in its list determines the row number. Equivalent to storing record by record, except that integers
 * are stored as integers (better-sqlite3 binds all numbers as floating point).
 */
export function tableFiller(db: Db, { name, stored }: TableSchema): FillTable {
  // Key, title, subtitle and drift come before the stored cells (RowChunk.rows).
  const cells = Array.from({ length: 4 + stored.length }, (_, index) => `value->>${index}`).join(', ');
  // SQLite would take bytes for binary JSON.
  const fromJsonList = (list: string): string => `FROM jsonb_each(CAST(@${list} AS TEXT))`;
  const claim = db.prepare(
    `INSERT OR IGNORE INTO ${name}_state SELECT key + @next, value->>0, value->>1, value->>2, @generation, value->>3
     ${fromJsonList('states')}`,
  );
  const release = db.prepare<[number]>(`DELETE FROM ${name}_state WHERE n >= ?`);
  const put = db.prepare(`INSERT INTO ${name} SELECT key + @next, ${cells} ${fromJsonList('rows')}`);
  const putRaw = db.prepare(
    `INSERT INTO ${name}_raw
     SELECT key + @next, CAST(substr(@bytes, (value->>0) - @start + 1, value->>1) AS TEXT), @at ${fromJsonList('ranges')}`,
  );
  const putWords = db.prepare(
    `INSERT INTO ${name}_fts (rowid, words) SELECT key + @next, value ${fromJsonList('words')}`,
  );
  return (records, chunks, { next: first, generation, at, yieldToReaders: yieldNow }) => {
    let next = first;
    for (const { count, states } of chunks) {
      if (claim.run({ next, generation, states }).changes !== count) {
        release.run(first);
        return false;
      }
      next += count;
    }
    next = first;
    for (const { count, rows, ranges, words } of chunks) {
      yieldNow();
      put.run({ next, rows });
      const bytes = bytesOfChunk(records, next - first, count);
      putRaw.run({ next, at, bytes, start: bytes.byteOffset, ranges });
      putWords.run({ next, words });
      next += count;
    }
    return true;
  };
}

/** Returns the bytes of consecutive records, including what separates them. */
function bytesOfChunk(records: PageRecords, first: number, count: number): Buffer {
  const { buffer, byteOffset: start } = records.bytes(first);
  const last = records.bytes(first + count - 1);
  return Buffer.from(buffer, start, last.byteOffset + last.length - start);
}
