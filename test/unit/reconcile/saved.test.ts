import { zipSync } from 'fflate';
import writeWorkbook from 'write-excel-file/node';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failureOf } from '../../../preload/contract/failure';
import { recognize } from '../../../main/engine/tasks/reconcile/recognize';
import { headsOf } from '../../../main/engine/tasks/reconcile/archive';
import { savedArchives } from '../../../main/engine/tasks/reconcile/saved';
import { sha256 } from '../../../main/engine/tasks/reconcile/seal';

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

it('a saved archive is read entry by entry, with the hash of what it is now', async () => {
  const copy = save('40.zip', { 'SWB.csv': 'Account,Fee\n0012,1.00', 'NFS.txt': 'ACCT|FEE\nZ1|2.00' });
  const archive = await withCopies(copy).open('40');
  expect(archive.sha256).toBe(sha256(fs.readFileSync(copy.path)));
  expect(archive.entries).toEqual(['SWB.csv', 'NFS.txt']);
  expect((await headsOf(archive)).map(({ rows }) => rows[1])).toEqual([
    ['0012', '1.00'],
    ['Z1', '2.00'],
  ]);
  await archive.close();
});

it('a file that is not what was saved any more says so', async () => {
  const copy = save('40.zip', { 'SWB.csv': 'Account,Fee\n0012,1.00' });
  const whole = await withCopies(copy).open('40');
  expect(whole.changed).toBe(false);
  await whole.close();
  save('40.zip', { 'SWB.csv': 'Account,Fee\n0012,9.00' });
  const other = await withCopies(copy).open('40');
  expect(other.changed).toBe(true);
  await other.close();
});

it('a text of fixed width has its columns', async () => {
  const lines = ['ACCOUNT        FEE', '00123456    120.50', '00123457      7.25', '00123458      0.10'];
  const archive = await withCopies(save('40.zip', { 'PER.txt': lines.join('\r\n') })).open('40');
  const [entry] = recognize(await headsOf(archive), { lookUp: () => new Map(), remembered: () => [] });
  await archive.close();
  expect(entry?.mapping).toMatchObject({ account: 0, amount: 1, heading: 0, leftOut: false });
});

it('an Excel file has its columns, account numbers with their zeros', async () => {
  const data = [
    ['Account', 'Fee'],
    ['00123456', 120.5],
    ['00123457', 7.25],
  ].map((row) => row.map((value) => ({ value })));
  const book = await writeWorkbook(data).toBuffer();
  const archive = await withCopies(save('40.zip', { 'PER.xlsx': book })).open('40');
  const heads = await headsOf(archive);
  const [entry] = recognize(heads, { lookUp: () => new Map(), remembered: () => [] });
  await archive.close();
  expect(heads[0]?.rows[1]).toEqual(['00123456', '120.5']);
  expect(entry?.mapping).toMatchObject({ account: 0, amount: 1, heading: 0, leftOut: false });
});

it('the newest copy that is still there is taken', async () => {
  const there = save('older.zip', { 'SWB.csv': 'a,b' });
  const archive = await withCopies(
    { path: path.join(folder, 'gone.zip'), name: 'gone.zip', sha256: '' },
    there,
  ).open('40');
  expect(archive.name).toBe('older.zip');
  await archive.close();
});

it('a file that is not saved, not there, or no archive says so', async () => {
  const failing = async (copies: Copy[]) => {
    try {
      await withCopies(...copies).open('40');
    } catch (error) {
      return failureOf(error);
    }
    throw new Error('It was opened.');
  };
  expect((await failing([])).detail?.code).toBe('not-saved-here');
  expect(
    (await failing([{ path: path.join(folder, 'x.zip'), name: 'x.zip', sha256: '' }])).detail?.code,
  ).toBe('moved');
  const page = path.join(folder, 'page.zip');
  fs.writeFileSync(page, '<html>Service unavailable</html>');
  expect((await failing([{ path: page, name: 'page.zip', sha256: '' }])).kind).toBe('archive-damaged');
});
