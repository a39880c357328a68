import fs from 'node:fs';
import { openEncrypted, type Cipher } from '../sqlite/open-database';
import type { Migration } from '../sqlite/migrate';
import type { RootPages } from '../workspace/open/root-pages';

/** The root pages of tables, and the migrations that create them. */
interface KnownTables extends Pick<RootPages, 'pages'> {
  readonly steps: readonly Migration[];
}

const PAGE_BYTES = 8192;
/** Filler pages written per INSERT. */
const PAGES_PER_INSERT = 10_000;
/** Filler pages past the end of the file: lost root pages of a truncated file read as damaged, not as empty tables. */
const EXTRA_PAGES = 1_024;

/**
 * Replaces a database's damaged first page or table list with that of an empty database of the same version
 * and key, whose tables start at the recorded pages. Pages that the list needs are appended; all others stay,
 * and `cipher` must match them. Returns false if a WAL exists, which would take precedence.
 */
export function rebuildFirstPages(file: string, key: string, tables: KnownTables, cipher: Cipher): boolean {
  if ((fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
  const pages = Math.floor(fs.statSync(file).size / PAGE_BYTES);
  const newFile = `${file}.made`;
  makeEmpty(newFile, key, pages, tables, cipher);
  const from = fs.openSync(newFile, 'r');
  const to = fs.openSync(file, 'r+');
  try {
    const page = Buffer.alloc(PAGE_BYTES);
    const copy = (pageIndex: number): boolean => {
      if (fs.readSync(from, page, 0, PAGE_BYTES, pageIndex * PAGE_BYTES) < PAGE_BYTES) return false;
      fs.writeSync(to, page, 0, PAGE_BYTES, pageIndex * PAGE_BYTES);
      return true;
    };
    copy(0);
    for (let pageIndex = Math.max(1, pages); copy(pageIndex); pageIndex += 1);
    return true;
  } finally {
    fs.closeSync(from);
    fs.closeSync(to);
    fs.rmSync(newFile);
  }
}

/** Creates an empty database whose pages lie on the first page or after the existing ones. */
function makeEmpty(
  file: string,
  key: string,
  existingPages: number,
  { steps, pages }: KnownTables,
  cipher: Cipher,
): void {
  const db = openEncrypted(file, key, { cipher });
  try {
    db.pragma('journal_mode = DELETE'); // the file itself is read next
    db.pragma('synchronous = OFF');
    db.exec('CREATE TABLE filling (x)');
    const count = (): number => Number(db.pragma('page_count', { simple: true }));
    const fill = db.prepare('INSERT INTO filling VALUES (zeroblob(?))');
    const targetPages = existingPages + EXTRA_PAGES;
    while (count() < targetPages) fill.run(Math.min(PAGES_PER_INSERT, targetPages - count()) * PAGE_BYTES);
    for (const { run } of steps) run(db);
    db.pragma(`user_version = ${steps.length}`);
    db.unsafeMode(true); // allows writing to the table list
    db.pragma('writable_schema = ON');
    const tableNames = db
      .prepare<[], string>('SELECT name FROM sqlite_schema WHERE rootpage > 0')
      .pluck()
      .all();
    const setRootPage = db.prepare('UPDATE sqlite_schema SET rootpage = ? WHERE name = ?');
    const drop = db.prepare('DELETE FROM sqlite_schema WHERE name = ?');
    for (const name of tableNames) {
      const page = pages[name];
      if (page === undefined) drop.run(name);
      else setRootPage.run(page, name);
    }
  } finally {
    db.close();
  }
}
