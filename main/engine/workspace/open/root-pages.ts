import fs from 'node:fs';
import { z } from 'zod';
import { writeFileAtomic } from '#common/write-file-atomic';
import type { Db } from '../../sqlite/open-database';

const rootPagesSchema = z.object({
  version: z.literal(1),
  /** Number of schema migrations that the database has. */
  steps: z.number().int().min(1),
  /** The root page of each table and index, by name. */
  pages: z.record(z.string(), z.number().int().min(2)),
});
/** Root pages of all tables and indexes of a database. */
export type RootPages = z.output<typeof rootPagesSchema>;

/** Suffix of the file next to the database; it is moved with it. */
export const ROOT_PAGES_SUFFIX = '.tables';

/**
 * Records the root page of each table in a file next to the database: names and page numbers, no contents. The
 * database has them on its first pages; if one of those is damaged, the other pages are unreadable without
 * this file (backup/first-pages.ts).
 */
export function saveRootPages(db: Db, file: string): void {
  const pages = db
    .prepare<[], [string, number]>('SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0')
    .raw()
    .all();
  const steps = Number(db.pragma('user_version', { simple: true }));
  const text = JSON.stringify({ version: 1, steps, pages: Object.fromEntries(pages) });
  try {
    if (readText(file) !== text) writeFileAtomic(file + ROOT_PAGES_SUFFIX, text);
  } catch {
    return; // a full disk: the next open tries again, and no work is refused
  }
}

/** Returns the recorded root pages; undefined if there is no readable file. */
export function readRootPages(file: string): RootPages | undefined {
  try {
    return rootPagesSchema.parse(JSON.parse(readText(file) ?? ''));
  } catch {
    return undefined;
  }
}

const readText = (file: string): string | undefined =>
  fs.existsSync(file + ROOT_PAGES_SUFFIX) ? fs.readFileSync(file + ROOT_PAGES_SUFFIX, 'utf8') : undefined;
