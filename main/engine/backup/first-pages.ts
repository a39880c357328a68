import fs from 'node:fs';
import { openEncrypted, type Cipher } from '../sqlite/open-database';
import { migrations } from '../workspace/migrations';
import type { TableNote } from '../workspace/table-note';

const PAGE = 8192;
/** Pages filled at a time, and beyond the last: where a file was cut off, what is missing reads as damaged, not as empty. */
const FILLED_AT_ONCE = 10_000;
const BEYOND = 1_024;

/**
 * Gives a database whose first page, or list of tables, is damaged new ones: an empty database of the same steps and key,
 * whose tables are said to begin where those of the damaged one were noted to. What the list needs beyond the first page is
 * appended. Every other page stays as it is and is encrypted by itself; `cipher` must be theirs. False where a write-ahead
 * log stands beside it, which would be read instead.
 */
export function remakeFirstPages(file: string, key: string, note: TableNote, cipher: Cipher): boolean {
  if ((fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
  const there = Math.floor(fs.statSync(file).size / PAGE);
  const made = `${file}.made`;
  makeEmpty(made, key, there, note, cipher);
  const from = fs.openSync(made, 'r');
  const to = fs.openSync(file, 'r+');
  try {
    const page = Buffer.alloc(PAGE);
    const copy = (at: number): boolean => {
      if (fs.readSync(from, page, 0, PAGE, at * PAGE) < PAGE) return false;
      fs.writeSync(to, page, 0, PAGE, at * PAGE);
      return true;
    };
    copy(0);
    for (let at = Math.max(1, there); copy(at); at += 1);
    return true;
  } finally {
    fs.closeSync(from);
    fs.closeSync(to);
    fs.rmSync(made);
  }
}

/** What is its own is on its first page, or after as many pages as are there. */
function makeEmpty(
  file: string,
  key: string,
  there: number,
  { steps, pages }: TableNote,
  cipher: Cipher,
): void {
  const db = openEncrypted(file, key, { cipher });
  try {
    db.pragma('journal_mode = DELETE'); // the file itself is read next
    db.pragma('synchronous = OFF');
    db.exec('CREATE TABLE filling (x)');
    const count = (): number => Number(db.pragma('page_count', { simple: true }));
    const fill = db.prepare('INSERT INTO filling VALUES (zeroblob(?))');
    const wanted = there + BEYOND;
    while (count() < wanted) fill.run(Math.min(FILLED_AT_ONCE, wanted - count()) * PAGE);
    for (const { run } of migrations.slice(0, steps)) run(db);
    db.pragma(`user_version = ${steps}`);
    db.unsafeMode(true); // the list of tables is written as any other
    db.pragma('writable_schema = ON');
    const own = db.prepare<[], string>('SELECT name FROM sqlite_schema WHERE rootpage > 0').pluck().all();
    const begin = db.prepare('UPDATE sqlite_schema SET rootpage = ? WHERE name = ?');
    const drop = db.prepare('DELETE FROM sqlite_schema WHERE name = ?');
    for (const name of own) {
      const page = pages[name];
      if (page === undefined) drop.run(name);
      else begin.run(page, name);
    }
  } finally {
    db.close();
  }
}
