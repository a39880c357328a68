import fs from 'node:fs';
import { z } from 'zod';
import { writeFileAtomic } from '#common/write-file-atomic';
import type { Db } from '../../sqlite/open-database';

const noteSchema = z.object({
  version: z.literal(1),
  /** Number of schema migrations that the database has. */
  steps: z.number().int().min(1),
  /** The first page of each table and index. */
  pages: z.record(z.string(), z.number().int().min(2)),
});
/** First pages of all tables and indexes of a database. */
export type TableNote = z.output<typeof noteSchema>;

/** Suffix of the file next to the database; it is moved with it. */
export const TABLE_NOTE = '.tables';

/**
 * Records the first page of each table next to the database: names and page numbers, no contents. The
 * database has them on its first pages; if one of those is damaged, the other pages are unreadable without
 * this file (backup/first-pages.ts).
 */
export function noteTables(db: Db, file: string): void {
  const pages = db
    .prepare<[], [string, number]>('SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0')
    .raw()
    .all();
  const steps = Number(db.pragma('user_version', { simple: true }));
  const text = JSON.stringify({ version: 1, steps, pages: Object.fromEntries(pages) });
  try {
    if (readNote(file) !== text) writeFileAtomic(file + TABLE_NOTE, text);
  } catch {
    return; // a full disk: the next open tries again, and no work is refused
  }
}

/** Returns undefined if there is no readable file. */
export function tableNote(file: string): TableNote | undefined {
  try {
    return noteSchema.parse(JSON.parse(readNote(file) ?? ''));
  } catch {
    return undefined;
  }
}

const readNote = (file: string): string | undefined =>
  fs.existsSync(file + TABLE_NOTE) ? fs.readFileSync(file + TABLE_NOTE, 'utf8') : undefined;
