import { sha256 } from '#common/sha256';
import { zipSync } from 'fflate';
import writeWorkbook from 'write-excel-file/node';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, failureOf } from '#contract/failure';
import { detectColumns } from '#engine/features/reconcile/recognize';
import { collectFeeLines, readEntryHeads } from '#engine/features/reconcile/archive';
import { savedArchives } from '#engine/features/reconcile/saved';
import { mapping } from './memory';
import { isTempOnOtherDrive } from '#test/support/other-drive';

const signal = new AbortController().signal;
let folder = '';
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-saved-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

type Copy = { path: string; name: string; sha256: string };

function save(name: string, files: Record<string, string | Uint8Array>): Copy {
  const entries = Object.entries(files).map(([entry, text]) => [entry, Buffer.from(text as string)]);
  const file = path.join(folder, name);
  fs.writeFileSync(file, zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>));
  return { path: file, name, sha256: sha256(fs.readFileSync(file)) };
}
const withCopies = (...copies: Copy[]) => savedArchives(() => copies);

it('reads a saved archive entry by entry', async () => {
  const copy = save('40.zip', { 'SWB.csv': 'Account,Fee\n0012,1.00', 'NFS.txt': 'ACCT|FEE\nZ1|2.00' });
  const archive = await withCopies(copy).open('40', signal);
  expect(archive.entries).toEqual(['SWB.csv', 'NFS.txt']);
  expect((await readEntryHeads(archive, signal)).map(({ rows }) => rows[1])).toEqual([
    ['0012', '1.00'],
    ['Z1', '2.00'],
  ]);
  await archive.close();
});

it('reports that a file differs from the saved one, and its current hash', async () => {
  const copy = save('40.zip', { 'SWB.csv': 'Account,Fee\n0012,1.00' });
  const opened = await withCopies(copy).open('40', signal);
  expect(opened.changed).toBe(false);
  await opened.close();
  const changed = save('40.zip', { 'SWB.csv': 'Account,Fee\n0012,9.00' });
  const other = await withCopies(copy).open('40', signal);
  expect(other).toMatchObject({ changed: true, sha256: changed.sha256 });
  expect(changed.sha256).not.toBe(copy.sha256);
  await other.close();
});

it('finds the columns of a fixed-width text', async () => {
  const lines = ['ACCOUNT        FEE', '00123456    120.50', '00123457      7.25', '00123458      0.10'];
  const archive = await withCopies(save('40.zip', { 'PER.txt': lines.join('\r\n') })).open('40', signal);
  const [entry] = detectColumns(await readEntryHeads(archive, signal), {
    lookUp: () => new Map(),
    remembered: () => [],
  });
  await archive.close();
  expect(entry?.mapping).toMatchObject({ account: 0, amount: 1, heading: 0, leftOut: false });
});

it('numbers the rows and fees of a file by its lines, also after empty ones', async () => {
  const files = {
    'SWB.csv': 'Fees of Q3,2026\n\nAccount,Fee\n0012,1.00\n\n0013,2.00\n',
    'PER.txt': 'ACCOUNT     FEE\n\n00123456    120.50\n00123457      7.25\n',
  };
  const archive = await withCopies(save('40.zip', files)).open('40', signal);
  const heads = await readEntryHeads(archive, signal);
  const previews = detectColumns(heads, { lookUp: () => new Map(), remembered: () => [] });
  expect(previews.map(({ lineNumbers }) => lineNumbers)).toEqual([
    [1, 3, 4, 6],
    [1, 3, 4],
  ]);
  const mappings = [mapping({ entry: 'SWB.csv', heading: 1 }), mapping({ entry: 'PER.txt' })];
  const { lines } = await collectFeeLines(archive, mappings, signal);
  await archive.close();
  expect(lines.map(({ lineNumber, number }) => [lineNumber, number])).toEqual([
    [4, '0012'],
    [6, '0013'],
    [3, '00123456'],
    [4, '00123457'],
  ]);
});

it('reads the columns of an Excel file, with leading zeros of account numbers', async () => {
  const data = [
    ['Account', 'Fee'],
    ['00123456', 120.5],
    ['00123457', 7.25],
  ].map((row) => row.map((value) => ({ value })));
  const book = await writeWorkbook(data).toBuffer();
  const archive = await withCopies(save('40.zip', { 'PER.xlsx': book })).open('40', signal);
  const heads = await readEntryHeads(archive, signal);
  const [entry] = detectColumns(heads, { lookUp: () => new Map(), remembered: () => [] });
  await archive.close();
  expect(heads[0]?.rows[1]).toEqual(['00123456', '120.5']);
  expect(entry?.mapping).toMatchObject({ account: 0, amount: 1, heading: 0, leftOut: false });
});

it('uses the newest copy that still exists', async () => {
  const saved = save('older.zip', { 'SWB.csv': 'a,b' });
  const archive = await withCopies(
    { ...saved, path: path.join(folder, 'gone.zip'), name: 'gone.zip' },
    saved,
  ).open('40', signal);
  expect(archive.name).toBe('older.zip');
  await archive.close();
});

it('opens no older version of a file whose newest one is missing or cannot be read', async () => {
  const older = save('older.zip', { 'SWB.csv': 'a,b' });
  const newest = { path: path.join(folder, 'newest.zip'), name: 'newest.zip', sha256: 'b'.repeat(64) };
  const failureOpening = () => withCopies(newest, older).open('40', signal).catch(failureOf);
  expect(await failureOpening()).toMatchObject({ where: 'newest.zip', detail: { code: 'moved' } });
  fs.mkdirSync(newest.path);
  expect(await failureOpening()).toMatchObject({ kind: 'file-unreadable', where: 'newest.zip' });
});

it('uses an older copy if the newest cannot be read, and reports the newest if none can', async () => {
  const older = save('older.zip', { 'SWB.csv': 'a,b' });
  const unreadable = ['newest.zip', 'second.zip'].map((name) => {
    fs.mkdirSync(path.join(folder, name)); // a folder cannot be read as a file
    return { ...older, path: path.join(folder, name), name };
  });
  const archive = await withCopies(...unreadable, older).open('40', signal);
  expect(archive.name).toBe('older.zip');
  await archive.close();
  expect(
    await withCopies(...unreadable)
      .open('40', signal)
      .catch(failureOf),
  ).toMatchObject({ kind: 'file-unreadable', where: 'newest.zip' });
});

it.skipIf(isTempOnOtherDrive)(
  'skips a copy without an absolute path, though its relative path exists',
  async () => {
    const saved = save('planted.zip', { 'SWB.csv': 'a,b' });
    const relativeCopy = { ...saved, path: path.relative(process.cwd(), saved.path) };
    expect(fs.existsSync(relativeCopy.path)).toBe(true);
    expect(await withCopies(relativeCopy).open('40', signal).catch(failureOf)).toMatchObject({
      kind: 'file-unreadable',
      where: 'planted.zip',
      detail: { code: 'moved' },
    });
    const older = { ...save('older.zip', { 'SWB.csv': 'a,b' }), sha256: saved.sha256 };
    const archive = await withCopies(relativeCopy, older).open('40', signal);
    expect(archive.name).toBe('older.zip');
    await archive.close();
  },
);

it('reports a file that is not saved, missing or not an archive', async () => {
  const failureOpening = async (copies: Copy[]) => {
    try {
      await withCopies(...copies).open('40', signal);
    } catch (error) {
      return failureOf(error);
    }
    throw new Error('It was opened.');
  };
  expect((await failureOpening([])).detail?.code).toBe('not-saved-here');
  expect(
    (await failureOpening([{ path: path.join(folder, 'x.zip'), name: 'x.zip', sha256: '' }])).detail?.code,
  ).toBe('moved');
  const page = path.join(folder, 'page.zip');
  fs.writeFileSync(page, '<html>Service unavailable</html>');
  expect((await failureOpening([{ path: page, name: 'page.zip', sha256: '' }])).kind).toBe('archive-damaged');
});

it('stops reading a saved archive when the result is no longer needed', async () => {
  const copy = save('40.zip', { 'SWB.csv': 'Account,Fee\n0012,1.00\n'.repeat(300_000) });
  expect(
    await withCopies(copy)
      .open('40', AbortSignal.abort(fail('canceled')))
      .catch(failureOf),
  ).toEqual({
    kind: 'canceled',
  });
  const stop = new AbortController();
  const archive = await withCopies(copy).open('40', stop.signal);
  let batches = 0;
  const read = async () => {
    for await (const rows of archive.rows('SWB.csv')) {
      if (rows.length > 0) batches += 1;
      stop.abort(fail('took-too-long'));
    }
  };
  expect(await read().catch(failureOf)).toEqual({ kind: 'took-too-long' });
  expect(batches).toBeLessThan(600); // the whole file has 1,200
  await archive.close();
});

it('rejects a small archive that claims to unpack to more than any firm has', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 41 }, (_, index) => [`${index}.csv`, 'Account,Fee\n']),
  );
  const copy = save('40.zip', files);
  const zip = fs.readFileSync(copy.path);
  for (
    let offset = zip.indexOf('PK\u0001\u0002');
    offset !== -1;
    offset = zip.indexOf('PK\u0001\u0002', offset + 4)
  )
    // The unpacked size: together more than 2 GB, but each below 50 MB, from where a file alone marks a malicious archive.
    zip.writeUInt32LE(49_000_000, offset + 24);
  fs.writeFileSync(copy.path, zip);
  expect(await withCopies(copy).open('40', signal).catch(failureOf)).toEqual({
    kind: 'too-large',
    where: '40.zip',
  });
});
