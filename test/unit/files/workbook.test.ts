import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { readChosen } from '../../../main/engine/files/chosen-file';
import { listRows } from '../../../preload/contract/domain/list-rows';
import { readTable } from '../../../main/engine/files/tables/table';
import { readWorkbook } from '../../../main/engine/files/tables/workbook';
import { failureOf } from '../../../preload/contract/failure';
import { collected } from '../../support/collected';

type Value = string | number | boolean | Date | null;
const workbook = (rows: Value[][]): Promise<Buffer> =>
  writeWorkbook(rows.map((row) => row.map((value) => cell(value)))).toBuffer();
const cell = (value: Value) =>
  value instanceof Date ? { value, type: Date, format: 'mm/dd/yyyy' } : value === null ? null : { value };

/** The workbook with one of its parts written again. */
async function altered(part: RegExp, change: (xml: string) => string): Promise<Uint8Array> {
  const parts = unzipSync(
    await workbook([
      ['Account', 'Fee'],
      ['00123', 10.5],
    ]),
  );
  const name = Object.keys(parts).find((one) => part.test(one)) ?? '';
  return zipSync(
    { ...parts, [name]: strToU8(change(strFromU8(parts[name] ?? new Uint8Array()))) },
    { level: 1 },
  );
}
const SHEET = /worksheets\/sheet1\.xml$/;
const sheetWith = (data: string) =>
  altered(SHEET, (xml) => xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${data}</sheetData>`));
const reasonOf = async (work: Promise<unknown>) =>
  failureOf(await work.catch((error: unknown) => error)).detail?.code;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workbook-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('a workbook', () => {
  it('keeps texts as they stand, and the digits of its numbers', async () => {
    const rows = [
      ['Account', 'Fee', 'On', 'Open'],
      ['00123', 1234.5, new Date(Date.UTC(2026, 10, 21)), true],
      [' 7AC ', 0.1, new Date(Date.UTC(2026, 10, 21, 13, 5)), null],
      ['=1+1', 123456789012345, null, false],
      ['a, "b"\nc', 1e-7, null, null],
    ];
    expect((await readWorkbook(await workbook(rows))).rows).toEqual([
      ['Account', 'Fee', 'On', 'Open'],
      ['00123', '1234.5', '2026-11-21', 'TRUE'],
      [' 7AC ', '0.1', '2026-11-21T13:05:00', ''],
      ['=1+1', '123456789012345', '', 'FALSE'],
      ['a, "b"\nc', '0.0000001', '', ''],
    ]);
  });

  it('reads numbers as Excel shows them, and whole ones of any length', async () => {
    const found = await readWorkbook(
      await sheetWith(
        '<row r="1"><c r="A1"><v>0.30000000000000004</v></c><c r="B1"><v>9007199254740993</v></c><c r="C1"><v>1.5E3</v></c></row>',
      ),
    );
    expect(found.rows).toEqual([['0.3', '9007199254740993', '1500']]);
  });

  it('reads the last result of a formula, and never the formula', async () => {
    const found = await readWorkbook(
      await sheetWith('<row r="1"><c r="A1"><f>WEBSERVICE("https://x.invalid")</f><v>42</v></c></row>'),
    );
    expect(found.rows).toEqual([['42']]);
  });

  it('gives back every text and number that was written', async () => {
    const text = fc
      .string({ unit: fc.constantFrom(...'aZ09 ,;|"\'äß€–\t.-=+@'.split('')) })
      .map((one) => `x${one}x`);
    const number = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, number), { minLength: 1, maxLength: 20 }), async (rows) => {
        const expected = rows.map(([one, other]) => [one, String(other)]);
        expect((await readWorkbook(await workbook(rows))).rows).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('is a table like any other, without its empty rows', async () => {
    const bytes = await workbook([
      ['Account', 'Fee'],
      [null, null],
      ['00123', 10.5],
    ]);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 3) yield await Promise.resolve(bytes.subarray(at, at + 3));
    }
    const { columns, sheet, rows } = await readTable(pieces());
    expect({ columns, sheet }).toEqual({ columns: true, sheet: 'Sheet1' });
    expect((await collected(rows)).flat()).toEqual([
      ['Account', 'Fee'],
      ['00123', '10.5'],
    ]);
  });

  it('is a list whose rows are lines, empty ones too', async () => {
    const file = path.join(folder, 'list.xlsx');
    fs.writeFileSync(file, await workbook([['tok_1'], [null], ['tok_2']]));
    expect(await readChosen(file, 1_000)).toBe('tok_1\n\ntok_2');
    fs.writeFileSync(file, await workbook([['Juns, Violet'], ['a|b']]));
    expect(listRows(await readChosen(file, 1_000)).map(({ cells }) => cells)).toEqual([
      ['Juns, Violet'],
      ['a|b'],
    ]);
  });
});

describe('what is no workbook for people is refused with the reason:', () => {
  it.each([
    ['a damaged one', async () => (await workbook([['a']])).subarray(0, 900), 'damaged-workbook'],
    ['a zip of something else', () => Promise.resolve(zipSync({ 'a.txt': strToU8('a') })), 'not-workbook'],
    ['broken XML', () => altered(SHEET, () => '<worksheet><sheetData><row'), 'damaged-workbook'],
    [
      'one cell at the far corner',
      () => sheetWith('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      'big-workbook',
    ],
    [
      'a row number beyond all',
      () => sheetWith('<row r="99999999999"><c r="A99999999999"><v>1</v></c></row>'),
      'big-workbook',
    ],
    ['millions of rows', () => sheetWith('<row/>'.repeat(4_000_000)), 'big-workbook'],
    ['a bomb', () => altered(SHEET, () => ' '.repeat(81_000_000)), 'big-workbook'],
  ])('%s', async (_name, make, reason) => {
    expect(await reasonOf(readWorkbook(await make()))).toBe(reason);
  });

  it('the old format', async () => {
    const file = path.join(folder, 'old.xls');
    fs.writeFileSync(file, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]));
    expect(await reasonOf(readChosen(file, 1_000))).toBe('old-workbook');
  });
});
