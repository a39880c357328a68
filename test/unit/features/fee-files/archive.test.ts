import { strToU8, zipSync } from 'fflate';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failureOf } from '#contract/failure';
import { Archive, type ZipEntry } from '#engine/files/zip/archive';
import { checkArchive } from '#engine/files/zip/check';
import { collectAll } from '#test/support/collect-all';

const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

let number = 0;
function storeZip(bytes: Uint8Array): string {
  const file = path.join(folder, `${(number += 1)}.zip`);
  writeFileSync(file, bytes);
  return file;
}
const fees = strToU8('Account,Fee\r\n00123,10.50\r\n'.repeat(50));
const goodArchive = () => zipSync({ 'SWB.csv': fees, 'folder/': new Uint8Array(), 'folder/NFS.csv': fees });

async function listEntries(file: string): Promise<ZipEntry[]> {
  const archive = await Archive.open(file);
  const entries = await collectAll(archive.entries());
  await archive.close();
  return entries;
}
async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => failureOf(error).kind,
  );
}
/** Changes the last entry in a copy of a zip's central directory; offsets are from its signature. */
function changeDirectory(zip: Uint8Array, change: (view: DataView, offset: number) => void): Uint8Array {
  const copy = Uint8Array.from(zip);
  const view = new DataView(copy.buffer);
  for (let index = copy.length - 4; index >= 0; index--)
    if (view.getUint32(index, true) === 0x02014b50) {
      change(view, index);
      return copy;
    }
  throw new Error('no directory');
}

describe('an archive', () => {
  it('lists its files without folders, and reads them', async () => {
    const archive = await Archive.open(storeZip(goodArchive()));
    const entries = await collectAll(archive.entries());
    expect(entries.map(({ name, bytes, problem }) => ({ name, bytes, problem }))).toEqual([
      { name: 'SWB.csv', bytes: fees.length, problem: null },
      { name: 'folder/NFS.csv', bytes: fees.length, problem: null },
    ]);
    const [first] = entries;
    if (!first) throw new Error('nothing listed');
    const chunks = await collectAll(archive.read(first));
    expect(Buffer.concat(chunks).equals(fees)).toBe(true);
    await archive.close();
  });

  it('verifies all files', async () => {
    expect(await checkArchive(storeZip(goodArchive()))).toEqual({ files: 2, unchecked: 0 });
  });

  it.each([
    ['a truncated archive', () => goodArchive().slice(0, -30)],
    ['a web page', () => strToU8('<html><body>Sign in</body></html>')],
    ['an empty file', () => new Uint8Array()],
    [
      'a flipped bit in a file',
      () => {
        const zip = zipSync({ 'a.csv': fees }, { level: 0 });
        zip[60] = (zip[60] ?? 0) ^ 1; // stored uncompressed, this byte is part of the contents
        return zip;
      },
    ],
    [
      'a wrong CRC',
      () => changeDirectory(goodArchive(), (view, offset) => view.setUint32(offset + 16, 1, true)),
    ],
    [
      'a wrong length',
      () => changeDirectory(goodArchive(), (view, offset) => view.setUint32(offset + 24, 7, true)),
    ],
    ['bytes after its end', () => Buffer.concat([goodArchive(), Buffer.from('more')])],
  ])('reports %s as damaged', async (_what, bytes) => {
    expect(await failure(checkArchive(storeZip(bytes())))).toBe('archive-damaged');
  });

  it('reports a missing file as unreadable', async () => {
    expect(await failure(Archive.open(path.join(folder, 'none.zip')))).toBe('file-unreadable');
  });

  it.each([0, 6] as const)(
    'reads and verifies large files to the last byte (compression %i)',
    async (level) => {
      const large = new Uint8Array(2_500_000).map((_, index) => index >> 5);
      const zip = zipSync({ 'a.csv': large, 'b.csv': fees }, { level });
      const archive = await Archive.open(storeZip(zip));
      for await (const entry of archive.entries()) {
        const contents = Buffer.concat(await collectAll(archive.read(entry)));
        expect(contents.equals(entry.name === 'a.csv' ? large : fees)).toBe(true);
      }
      await archive.close();
      expect(await checkArchive(storeZip(zip))).toEqual({ files: 2, unchecked: 0 });
      const offset = level === 0 ? 2_400_000 : Math.floor(zip.length / 3);
      zip[offset] = (zip[offset] ?? 0) ^ 1;
      expect(await failure(checkArchive(storeZip(zip)))).toBe('archive-damaged');
    },
  );

  it('stops verifying on request', async () => {
    expect(await failure(checkArchive(storeZip(goodArchive()), AbortSignal.abort()))).toBe('canceled');
  });
});

it('detects a flipped bit in any byte that affects the contents', async () => {
  const zip = zipSync({ 'a.csv': fees, 'b.txt': fees }, { level: 6 });
  const outcomes = new Set<string>();
  for (let index = 0; index < zip.length; index += 1) {
    const changed = Uint8Array.from(zip);
    changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
    const file = storeZip(changed);
    const outcome = await failure(checkArchive(file));
    outcomes.add(outcome);
    if (outcome !== 'none') continue;
    const archive = await Archive.open(file);
    for await (const entry of archive.entries())
      if (entry.problem === null) {
        const contents = Buffer.concat(await collectAll(archive.read(entry)));
        if (!contents.equals(fees)) throw new Error(`The change of byte ${index} was not detected`);
      }
    await archive.close();
  }
  expect([...outcomes].sort()).toEqual(['archive-damaged', 'none']);
});

describe('reading a malicious archive', () => {
  const problem = async (zip: Uint8Array) => (await listEntries(storeZip(zip))).map((entry) => entry.problem);

  it.each(['../outside.csv', '/etc/passwd', 'C:\\Windows\\x.csv', 'a/../../b.csv', '..\\b.csv'])(
    'does not open an entry named %s',
    async (name) => {
      expect(await problem(zipSync({ [name]: fees }))).toEqual([expect.stringContaining('outside')]);
    },
  );

  it('does not open a symbolic link', async () => {
    const zip = zipSync({ link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] });
    expect(await problem(zip)).toEqual([expect.stringContaining('link')]);
  });

  it('does not open an encrypted entry', async () => {
    const zip = changeDirectory(zipSync({ 'a.csv': fees }), (view, offset) =>
      view.setUint16(offset + 8, 1, true),
    );
    expect(await problem(zip)).toEqual(['locked']);
  });

  it('does not open an entry that expands to a thousand times its size', async () => {
    const zip = zipSync({ 'bomb.csv': new Uint8Array(60_000_000) });
    expect(await problem(zip)).toEqual(['bomb']);
  });

  it('does not verify an archive that lists more files than any firm has', async () => {
    const zip = goodArchive();
    // The last 22 bytes are the end record; it has the number of entries twice, on this disk and in total.
    const endRecord = new DataView(zip.buffer, zip.byteOffset + zip.length - 22);
    for (const offset of [8, 10]) endRecord.setUint16(offset, 60_000, true);
    await expect(checkArchive(storeZip(zip))).rejects.toMatchObject({
      failure: { kind: 'archive-damaged', cause: 'lists far more files than it may hold' },
    });
  });

  it('stops verifying an archive of empty files on request', async () => {
    const zip = zipSync({ 'a.csv': new Uint8Array(), 'b.csv': new Uint8Array() });
    expect(await failure(checkArchive(storeZip(zip), AbortSignal.abort()))).toBe('canceled');
  });

  it('detects a false size', async () => {
    const zip = changeDirectory(zipSync({ 'a.csv': new Uint8Array(1_000_000) }), (view, offset) =>
      view.setUint32(offset + 24, 10, true),
    );
    expect(await failure(checkArchive(storeZip(zip)))).toBe('archive-damaged');
  });
});

it('lists tens of thousands of entries', async () => {
  const names = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`${index}.csv`, new Uint8Array()]),
  );
  const archive = await Archive.open(storeZip(zipSync(names, { level: 0 })));
  let count = 0;
  for await (const entry of archive.entries()) count += entry.problem === null ? 1 : 0;
  expect(count).toBe(20_000);
  await archive.close();
});
