import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf } from '#contract/failure';
import { openCache, quarantineDatabase } from '#engine/cache/schema/open-cache';
import { createReader } from '#engine/cache/query/reader';
import { openWriter } from '#engine/cache/ingest/writer';
import { createHistoryReader } from '#engine/history/history-reader';
import { HISTORY_FILE, openHistoryWriter } from '#engine/history/history-writer';
import { openEncrypted } from '#engine/sqlite/open-database';
import { closeAfterTest } from '../../support/cleanups';
import {
  CACHE_KEY,
  queriedKeys,
  OTHER_KEY,
  readerAt,
  refreshCache,
  missingFile,
  writerAt,
} from './temp-cache';

const createFilledCache = (): string => {
  const file = missingFile();
  const writer = writerAt(file);
  refreshCache(writer, 'accounts', [{ id: 1, name: 'Violet Juns' }]);
  writer.close();
  return file;
};
const catchFailure = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return failureOf(error);
  }
  throw new Error('It succeeded.');
};
/** Changes the file with the right key, as another program could. */
const change = (file: string, sql: string) => {
  const db = openEncrypted(file, CACHE_KEY);
  db.exec(sql);
  db.close();
};
const parts = (file: string) =>
  fs.readdirSync(path.dirname(file)).map((name) => path.join(path.dirname(file), name));

describe('the file of the cache', () => {
  it('reveals neither its contents nor that it is a database', () => {
    const file = missingFile();
    refreshCache(writerAt(file), 'accounts', [{ id: 1, name: 'Violet Juns' }]);
    const files = parts(file); // with the WAL, while it is open
    expect(files.length).toBeGreaterThan(1);
    for (const part of files) {
      const bytes = fs.readFileSync(part).toString('latin1');
      for (const plain of ['SQLite format 3', 'Violet', 'CREATE TABLE', 'accounts'])
        expect(bytes).not.toContain(plain);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'is readable by its owner only, from the start, as are its companion files',
    () => {
      const oldUmask = process.umask(0);
      const file = missingFile();
      refreshCache(writerAt(file), 'accounts', [{ id: 1 }]);
      process.umask(oldUmask);
      const modes = parts(file).map((part) => fs.statSync(part).mode & 0o777);
      expect(new Set(modes)).toEqual(new Set([0o600]));
      expect(modes.length).toBeGreaterThan(1);
    },
  );

  it('opens repeatedly with its key', () => {
    const file = createFilledCache();
    const { db, wasRebuilt } = openCache(file, CACHE_KEY);
    closeAfterTest(db);
    expect(wasRebuilt).toBe(false);
    expect(queriedKeys(readerAt(file))).toEqual(['1']);
  });

  it('rejects another key and stays unchanged', () => {
    const file = createFilledCache();
    const before = fs.readFileSync(file);
    expect(catchFailure(() => openCache(file, OTHER_KEY))).toMatchObject({
      kind: 'cache-unreadable',
      cause: 'SQLITE_NOTADB',
    });
    expect(() => createReader(file, OTHER_KEY)).toThrow();
    expect(fs.readFileSync(file)).toEqual(before);
  });

  it.each(['', 'short', '0'.repeat(63), 'g'.repeat(64)])('rejects a key like "%s"', (key) => {
    const file = missingFile();
    expect(() => openCache(file, key)).toThrow('64 hex digits');
    expect(fs.existsSync(file)).toBe(false);
  });

  it.runIf(process.platform === 'linux').each<[string, string, string, (file: string) => unknown]>([
    ['a reader', 'cache.db', 'DROP TABLE meta', (file) => createReader(file, CACHE_KEY)],
    ['a writer', 'cache.db', 'DROP TABLE accounts', (file) => openWriter(file, CACHE_KEY)],
    ['a reader', HISTORY_FILE, 'DROP TABLE run', (file) => createHistoryReader(file, CACHE_KEY)],
    ['a writer', HISTORY_FILE, 'DROP TABLE taken', (file) => openHistoryWriter(file, CACHE_KEY)],
  ])('closes the file if %s of %s cannot be built from its contents', (_who, name, sql, open) => {
    const folder = path.dirname(createFilledCache());
    change(path.join(folder, name), sql);
    expect(() => open(path.join(folder, name))).toThrow();
    const openFiles = fs.readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return []; // the handle of the listing itself
      }
    });
    expect(openFiles.filter((file) => file.startsWith(folder))).toEqual([]);
  });

  it('is reported unreadable if it is truncated or overwritten', () => {
    const cut = createFilledCache();
    fs.truncateSync(cut, 5_000);
    expect(catchFailure(() => openCache(cut, CACHE_KEY)).kind).toBe('cache-unreadable');
    const foreign = missingFile();
    fs.writeFileSync(foreign, 'Not a database at all. '.repeat(1_000));
    expect(catchFailure(() => openCache(foreign, CACHE_KEY)).kind).toBe('cache-unreadable');
  });

  it('fails to open, or fails its integrity check, if a bit of any page flips', () => {
    const file = createFilledCache();
    const intact = fs.readFileSync(file);
    const check = (bytes: Buffer, copy: string) => {
      fs.writeFileSync(copy, bytes);
      const { db } = openCache(copy, CACHE_KEY);
      try {
        const [line] = db.pragma('integrity_check') as { integrity_check: string }[];
        if (line?.integrity_check !== 'ok') throw new Error('damaged');
      } finally {
        db.close();
      }
    };
    check(intact, `${file}.intact`);
    for (let page = 0; page * 8_192 < intact.length; page += 1) {
      const bytes = Buffer.from(intact);
      const offset = page * 8_192 + 4_000;
      bytes[offset] = (bytes[offset] ?? 0) ^ 4;
      expect(() => check(bytes, `${file}.${page}`), `page ${page}`).toThrow();
    }
  });

  it('is left alone if it comes from a newer version', () => {
    const file = createFilledCache();
    change(file, `UPDATE meta SET value = '2' WHERE name = 'format'`);
    const before = fs.readFileSync(file);
    expect(catchFailure(() => openCache(file, CACHE_KEY))).toMatchObject({
      kind: 'newer-data',
      where: 'cache',
    });
    expect(fs.readFileSync(file)).toEqual(before);
  });

  it.each([
    ['has another layout', `UPDATE meta SET value = 'another' WHERE name = 'fingerprint'`],
    ['has no layout', 'DROP TABLE meta'],
  ])('is recreated empty if it %s', (_condition, sql) => {
    const file = createFilledCache();
    change(file, sql);
    const { db, wasRebuilt } = openCache(file, CACHE_KEY);
    expect(wasRebuilt).toBe(true);
    db.close();
    expect(queriedKeys(readerAt(file))).toEqual([]);
    expect(refreshCache(writerAt(file), 'accounts', [{ id: 2 }])).toMatchObject({ added: 1 });
  });

  it('sorts in memory, not in temporary files', () => {
    const db = closeAfterTest(openEncrypted(missingFile(), CACHE_KEY));
    expect(db.pragma('temp_store', { simple: true })).toBe(2); // MEMORY
  });

  it('is read-only for a reader', () => {
    const file = createFilledCache();
    const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
    expect(() => db.exec('DELETE FROM accounts')).toThrow(
      expect.objectContaining({ code: 'SQLITE_READONLY' }),
    );
    const missing = missingFile();
    expect(() => createReader(missing, CACHE_KEY)).toThrow();
    expect(fs.existsSync(missing)).toBe(false); // opened for writing, it would be created
  });
});

describe('an unreadable cache', () => {
  it('is quarantined with its WAL, and at most two are kept', () => {
    const file = missingFile();
    for (const day of [1, 2, 3, 4]) {
      fs.writeFileSync(file, `damaged ${day}`);
      fs.writeFileSync(`${file}-wal`, `log ${day}`);
      quarantineDatabase(file, new Date(Date.UTC(2026, 0, day, 3, 4, 5)));
    }
    const names = parts(file)
      .map((part) => path.basename(part))
      .sort();
    expect(names).toEqual([
      'cache.db.damaged-20260103030405',
      'cache.db.damaged-20260103030405-wal',
      'cache.db.damaged-20260104030405',
      'cache.db.damaged-20260104030405-wal',
    ]);
    expect(fs.readFileSync(`${file}.damaged-20260104030405`, 'utf8')).toBe('damaged 4');
    expect(openCache(file, CACHE_KEY).db.close().open).toBe(false); // a new cache opens in its place
  });
});
