import { strToU8, zipSync, type Zippable } from 'fflate';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import writeWorkbook from 'write-excel-file/node';
import { afterAll, describe, expect, it } from 'vitest';
import { entryRows, listEntries } from '#engine/features/fee-files/list-entries';
import { failureOf } from '#contract/failure';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-entries-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let number = 0;
function storeZip(files: Zippable): string {
  const file = path.join(folder, `${(number += 1)}.zip`);
  fs.writeFileSync(file, zipSync(files));
  return file;
}
const rowsOf = (text: string, offset = 0, limit = 200) =>
  entryRows(storeZip({ 'SWB.csv': strToU8(text) }), 0, offset, limit);

describe('viewing an archive', () => {
  it('lists the first entries of very many, with their total', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2_500 }, (_, index) => [`${index}.csv`, new Uint8Array()]),
    );
    const { entries, total } = await listEntries(storeZip(files));
    expect(entries).toHaveLength(2_000);
    expect(total).toBe(2_500);
  });

  it('shows rows in chunks, and reports whether there are more', async () => {
    const text = Array.from({ length: 1_200 }, (_, index) => `${index},x`).join('\n');
    expect(await rowsOf(text, 0, 2)).toEqual({
      rows: [
        ['0', 'x'],
        ['1', 'x'],
      ],
      lineNumbers: [1, 2],
      hasColumns: true,
      hasMore: true,
    });
    const last = await rowsOf(text, 1_199, 2);
    expect(last).toEqual({
      rows: [['1199', 'x']],
      lineNumbers: [1_200],
      hasColumns: true,
      hasMore: false,
    });
    expect(await rowsOf(text, 1_200, 2)).toMatchObject({ rows: [], hasMore: false });
  });

  it('numbers the rows by their lines in the file', async () => {
    const text = 'Fees of Q3,2026\n\nAccount,Fee\n\n0012,1.00\n';
    expect(await rowsOf(text, 1)).toMatchObject({
      rows: [
        ['Account', 'Fee'],
        ['0012', '1.00'],
      ],
      lineNumbers: [3, 5],
    });
  });

  it('shows an Excel file as a table', async () => {
    const book = await writeWorkbook([
      [{ value: 'Account' }, { value: 'Fee' }],
      [{ value: '00123' }, { value: 10.5 }],
    ]).toBuffer();
    expect(await entryRows(storeZip({ 'SWB.xlsx': book }), 0, 0, 200)).toEqual({
      rows: [
        ['Account', 'Fee'],
        ['00123', '10.5'],
      ],
      lineNumbers: [1, 2],
      hasColumns: true,
      hasMore: false,
    });
  });

  it('truncates cells and rows that no screen could show', async () => {
    const { rows } = await rowsOf(`${'y'.repeat(5_000)},b\n${'x,'.repeat(100_000)}\n${'x,'.repeat(200)}\n`);
    expect(rows[0]).toEqual([`${'y'.repeat(1_000)}…`, 'b']);
    expect(rows[1]).toHaveLength(201);
    expect(rows[1]?.at(-1)).toBe('… 99,801 more columns');
    expect(rows[2]?.at(-1)).toBe('… 1 more column');
  });

  it('delivers a chunk of long rows in several parts without losing a row', async () => {
    const text = Array.from(
      { length: 300 },
      (_, index) => `${index},${`${'z'.repeat(900)},`.repeat(20)}`,
    ).join('\n');
    const file = storeZip({ 'SWB.csv': strToU8(text) });
    const firstCells: (string | undefined)[] = [];
    for (let hasMore = true; hasMore;) {
      const chunk = await entryRows(file, 0, firstCells.length, 200);
      expect(JSON.stringify(chunk.rows).length).toBeLessThan(1_500_000);
      expect(chunk.rows.length).toBeGreaterThan(0);
      firstCells.push(...chunk.rows.map(([first]) => first));
      ({ hasMore } = chunk);
    }
    expect(firstCells).toEqual(Array.from({ length: 300 }, (_, index) => String(index)));
  });

  it('reports damage found while reading instead of waiting indefinitely', async () => {
    const zip = zipSync({ 'SWB.csv': strToU8('SWB,00123,10.50\n'.repeat(200_000)) }, { level: 0 });
    zip[2_500_000] = (zip[2_500_000] ?? 0) ^ 1;
    fs.writeFileSync(path.join(folder, 'flipped.zip'), zip);
    const rows = entryRows(path.join(folder, 'flipped.zip'), 0, 199_990, 10);
    await expect(rows).rejects.toMatchObject({ failure: { kind: 'archive-damaged' } });
  });

  it('reports why an entry is not opened', async () => {
    const file = storeZip({ '../x.csv': strToU8('a') });
    expect(await entryRows(file, 0, 0, 10).catch(failureOf)).toMatchObject({
      kind: 'file-unreadable',
      detail: { code: 'outside' },
    });
    expect(await entryRows(file, 7, 0, 10).catch(failureOf)).toMatchObject({ kind: 'not-found' });
  });

  it('reads nothing if the viewer was already closed', async () => {
    const file = storeZip({ 'SWB.csv': strToU8('a,b\n'.repeat(10)) });
    const aborted = AbortSignal.abort();
    expect(await listEntries(file, aborted).catch(failureOf)).toEqual({ kind: 'canceled' });
    expect(await entryRows(file, 0, 0, 10, aborted).catch(failureOf)).toEqual({ kind: 'canceled' });
  });
});
