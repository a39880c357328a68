import Database from 'better-sqlite3';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEncrypted } from '#engine/sqlite/open-database';

const KEY = '3e'.repeat(32);
const OTHER_KEY = '4f'.repeat(32);

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-ciphers-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

/** Opens a file like the first versions did. */
function openOldFile(file: string, key = KEY): Database.Database {
  const db = new Database(file);
  db.pragma(`cipher = 'chacha20'`);
  db.pragma(`key = "x'${key}'"`);
  return db;
}

/** Writes a file like the first versions did. `kill` leaves its WAL in place. */
function writeOldFile(file: string, { kill = false } = {}): void {
  const db = openOldFile(file);
  db.pragma('page_size = 8192');
  db.pragma('journal_mode = WAL');
  db.exec(`CREATE TABLE note (text TEXT) STRICT; INSERT INTO note VALUES ('kept')`);
  if (kill) for (const part of ['', '-wal']) fs.copyFileSync(file + part, `${file}.killed${part}`);
  db.close();
  if (kill) for (const part of ['', '-wal']) fs.renameSync(`${file}.killed${part}`, file + part);
}

const notes = (file: string, key = KEY, open = openEncrypted): unknown[] => {
  const db = open(file, key);
  try {
    return db.prepare('SELECT text FROM note').pluck().all();
  } finally {
    db.close();
  }
};
const notesInOldFile = (file: string, key = KEY): unknown[] => notes(file, key, openOldFile);

it.each([{ kill: false }, { kill: true }])(
  'reads, writes and copies a file of the first versions in its format (%o)',
  (options) => {
    const file = path.join(folder, 'old.db');
    writeOldFile(file, options);
    expect(notes(file)).toEqual(['kept']);
    const db = openEncrypted(file, KEY);
    db.exec(`INSERT INTO note VALUES ('added')`);
    const copy = path.join(folder, 'copy.db');
    db.prepare('VACUUM INTO ?').run(copy);
    db.close();
    expect(notes(file)).toEqual(['kept', 'added']);
    expect(notes(copy)).toEqual(['kept', 'added']);
    const reopened = openEncrypted(copy, KEY);
    reopened.pragma('journal_mode = DELETE');
    reopened.pragma(`rekey = "x'${OTHER_KEY}'"`);
    reopened.close();
    expect(notes(copy, OTHER_KEY)).toEqual(['kept', 'added']);
    expect(notesInOldFile(file)).toEqual(['kept', 'added']);
    expect(notesInOldFile(copy, OTHER_KEY)).toEqual(['kept', 'added']);
  },
);

it('uses the faster cipher for a new file, which the old cipher cannot open', () => {
  const file = path.join(folder, 'new.db');
  openEncrypted(file, KEY).exec('CREATE TABLE note (text TEXT) STRICT').close();
  expect(notes(file)).toEqual([]);
  expect(() => notesInOldFile(file)).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
});

it.each(['old', 'new'])('does not open or change a file in the %s format with another key', (age) => {
  const file = path.join(folder, 'one.db');
  if (age === 'old') writeOldFile(file);
  else openEncrypted(file, KEY).exec('CREATE TABLE note (text TEXT) STRICT').close();
  const bytes = fs.readFileSync(file);
  expect(() => notes(file, OTHER_KEY)).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
  expect(fs.readFileSync(file)).toEqual(bytes);
});
