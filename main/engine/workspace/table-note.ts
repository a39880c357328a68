import fs from 'node:fs';
import { z } from 'zod';
import { keepFile } from '../../common/keep-file';
import type { Db } from '../sqlite/open-database';

const noted = z.object({
  version: z.literal(1),
  /** Steps of the layout that the database has. */
  steps: z.number().int().min(1),
  /** The page on which each table and each index begins. */
  pages: z.record(z.string(), z.number().int().min(2)),
});
/** Where everything begins in a database. */
export type TableNote = z.output<typeof noted>;

/** Stands beside the database, and goes where it goes. */
export const TABLE_NOTE = '.tables';

/**
 * Notes beside a database where its tables begin: names and page numbers, nothing of what is in them. The database has
 * them on its first pages; where one of those is damaged, all others could not be read any more without this
 * (backup/first-pages.ts).
 */
export function noteTables(db: Db, file: string): void {
  const pages = db
    .prepare<[], [string, number]>('SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0')
    .raw()
    .all();
  const steps = Number(db.pragma('user_version', { simple: true }));
  const now = JSON.stringify({ version: 1, steps, pages: Object.fromEntries(pages) });
  try {
    if (textOf(file) !== now) keepFile(file + TABLE_NOTE, now);
  } catch {
    return; // a full disk: the next opening tries again, and nobody's work is refused for that
  }
}

/** Nothing where there is no note, or none that can be read. */
export function tableNote(file: string): TableNote | undefined {
  try {
    return noted.parse(JSON.parse(textOf(file) ?? ''));
  } catch {
    return undefined;
  }
}

const textOf = (file: string): string | undefined =>
  fs.existsSync(file + TABLE_NOTE) ? fs.readFileSync(file + TABLE_NOTE, 'utf8') : undefined;
