import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { readChosenList } from '#engine/files/chosen-file';
import { listRows } from '#contract/separated-text';
import { readTable } from '#engine/files/tables/table';
import { readWorkbook, setWorkbookThread, WORKBOOK_TIMEOUT_MS } from '#engine/files/tables/workbook';
import { readWorkbookParts } from '#engine/files/tables/workbook-reader';
import { failureOf } from '#contract/failure';
import { bundleWorkbookThread } from '../../support/bundle';
import { collectAll } from '../../support/collect-all';

type Value = string | number | boolean | Date | null;
const workbook = (rows: Value[][]): Promise<Buffer> =>
  writeWorkbook(rows.map((row) => row.map((value) => cell(value)))).toBuffer();
const cell = (value: Value) =>
  value instanceof Date ? { value, type: Date, format: 'mm/dd/yyyy' } : value === null ? null : { value };

/** Returns the workbook with one part changed. */
async function changePart(part: RegExp, change: (xml: string) => string): Promise<Uint8Array> {
  const parts = unzipSync(
    await workbook([
      ['Account', 'Fee'],
      ['00123', 10.5],
    ]),
  );
  const name = Object.keys(parts).find((entry) => part.test(entry)) ?? '';
  return zipSync(
    { ...parts, [name]: strToU8(change(strFromU8(parts[name] ?? new Uint8Array()))) },
    { level: 1 },
  );
}
const SHEET = /worksheets\/sheet1\.xml$/;
const sheetWith = (data: string) =>
  changePart(SHEET, (xml) => xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${data}</sheetData>`));
const reasonOf = async (work: Promise<unknown>) =>
  failureOf(await work.catch((error: unknown) => error)).detail?.code;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workbook-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('a workbook', () => {
  it('is read with unchanged texts, all digits of numbers, dates and booleans', async () => {
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

  it('reads numbers as Excel shows them, and integers of any length', async () => {
    const found = await readWorkbook(
      await sheetWith(
        '<row r="1"><c r="A1"><v>0.30000000000000004</v></c><c r="B1"><v>9007199254740993</v></c><c r="C1"><v>1.5E3</v></c></row>',
      ),
    );
    expect(found.rows).toEqual([['0.3', '9007199254740993', '1500']]);
  });

  it('reads the last result of a formula, never the formula', async () => {
    const found = await readWorkbook(
      await sheetWith('<row r="1"><c r="A1"><f>WEBSERVICE("https://x.invalid")</f><v>42</v></c></row>'),
    );
    expect(found.rows).toEqual([['42']]);
  });

  it('reads dates by their format, from 1900 and from 1904, and knows percents', async () => {
    const codes = ['m/d/yyyy', '[$-409]h:mm\\ AM/PM;@', '0.00', '0.0"%"', '0.0%', '[Red]#,##0', '"d"0'];
    const styles = `<styleSheet><numFmts>${codes
      .map(
        (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
      )
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf xfId="0"/>${codes
      .map((_, index) => `<xf numFmtId="${164 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`;
    const cells = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map(
      (column, index) => `<c r="${column}1" s="${index}"><v>46347.5</v></c>`,
    );
    const parts = unzipSync(await sheetWith(`<row r="1">${cells.join('')}</row>`));
    const read = (changedParts: Record<string, Uint8Array>) =>
      readWorkbookParts(zipSync({ ...parts, 'xl/styles.xml': strToU8(styles), ...changedParts }));
    const { rows, percents } = read({});
    const [date, number] = ['2026-11-21T12:00:00', '46347.5'];
    expect(rows).toEqual([[date, date, date, number, number, number, number, number]]);
    expect(percents).toEqual([5]);
    const list = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
    const from1904 = strToU8(list.replace(/<workbookPr[^>]*>|(?=<sheets>)/, '<workbookPr date1904="1"/>'));
    expect(read({ 'xl/workbook.xml': from1904 }).rows[0]?.[0]).toBe('2030-11-22T12:00:00');
  });

  it('reads times to the second, although the fraction of a day is often slightly less', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="22"/></cellXfs></styleSheet>';
    const minutes = Array.from({ length: 200 }, (_, index) => index * 7 + 1);
    const cells = minutes.map((minute) => `<c s="0"><v>${46_347 + minute / 1_440}</v></c>`);
    const parts = unzipSync(await sheetWith(`<row>${cells.join('')}</row>`));
    const { rows } = readWorkbookParts(zipSync({ ...parts, 'xl/styles.xml': strToU8(styles) }));
    const timeOf = (minute: number) =>
      new Date(Date.UTC(2026, 10, 21, 0, minute)).toISOString().replace('.000Z', '');
    expect(rows).toEqual([minutes.map(timeOf)]);
  });

  it('reads date cells as written, in whatever time zone the computer is', async () => {
    const days = ['2026-11-21', '2026-11-21T00:00:00', '2026-11-21T13:05:00.000', '2026-11-21T13:05:00Z'];
    const sheet = await sheetWith(`<row>${days.map((day) => `<c t="d"><v>${day}</v></c>`).join('')}</row>`);
    vi.stubEnv('TZ', 'America/New_York');
    try {
      expect(readWorkbookParts(sheet).rows).toEqual([
        ['2026-11-21', '2026-11-21', '2026-11-21T13:05:00', '2026-11-21T13:05:00'],
      ]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('reads rich texts, cells without a reference, and characters that are written as numbers', async () => {
    const sheet = await sheetWith(
      '<row><c t="inlineStr"><is><r><t>a</t></r><r><t>&#98;<![CDATA[<c>]]></t></r><rPh><t>x</t></rPh></is></c><c><v>2</v></c></row>' +
        '<row r="3"><c r="&#66;3" t="str"><f>A1</f><v>_x0041_</v></c><c r="C3" t="e"><v>#N/A</v></c></row>',
    );
    const { rows, formulas } = readWorkbookParts(sheet);
    expect(rows).toEqual([
      ['ab<c>', '2'],
      ['', ''],
      ['', 'A'],
    ]);
    expect(formulas).toEqual([2 * 16_384 + 1]); // in row 2 and column 1, from 0, of 16,384 columns
  });

  it('reports which cells hold a formula and which are shown as percents', async () => {
    const row = '<c><v>1</v></c><c><f>A1</f><f>A1</f><v>2</v></c><c s="1"><v>0.5</v></c>';
    const bytes = await sheetWith(`<row>${row}</row><row/><row>${row}</row>`);
    expect(readWorkbookParts(bytes).formulas).toEqual([1, 2 * 16_384 + 1]); // once per cell, despite two <f>
    const sheet = unzipSync(bytes);
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>';
    const { isFormula, isPercent } = await readWorkbook(
      zipSync({ ...sheet, 'xl/styles.xml': strToU8(styles) }),
    );
    const positions = (isMarked: typeof isFormula) =>
      [0, 1, 2].flatMap((rowIndex) =>
        [0, 1, 2].flatMap((column) => (isMarked(rowIndex, column) ? [`${rowIndex}:${column}`] : [])),
      );
    expect([positions(isFormula), positions(isPercent)]).toEqual([
      ['0:1', '2:1'],
      ['0:2', '2:2'],
    ]);
  });

  it('preserves every text and number', async () => {
    const text = fc
      .string({ unit: fc.constantFrom(...'aZ09 ,;|"\'äß€–\t.-=+@'.split('')) })
      .map((inner) => `x${inner}x`);
    const number = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, number), { minLength: 1, maxLength: 20 }), async (rows) => {
        const expected = rows.map(([first, second]) => [first, String(second)]);
        expect(readWorkbookParts(await workbook(rows)).rows).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('is read as a table without its empty rows', async () => {
    const bytes = await workbook([
      ['Account', 'Fee'],
      [null, null],
      ['00123', 10.5],
    ]);
    async function* chunks() {
      for (let start = 0; start < bytes.length; start += 3)
        yield await Promise.resolve(bytes.subarray(start, start + 3));
    }
    const { hasColumns, sheet, rows } = await readTable(chunks());
    expect({ hasColumns, sheet }).toEqual({ hasColumns: true, sheet: 'Sheet1' });
    expect((await collectAll(rows)).flat()).toEqual([
      { number: 1, cells: ['Account', 'Fee'] },
      { number: 3, cells: ['00123', '10.5'] },
    ]);
  });

  it('is read as a list with one line per row, including empty rows', async () => {
    const file = path.join(folder, 'list.xlsx');
    fs.writeFileSync(file, await workbook([['tok_1'], [null], ['tok_2']]));
    expect(await readChosenList(file, 1_000)).toBe('tok_1\n\ntok_2');
    fs.writeFileSync(file, await workbook([['Juns, Violet'], ['a|b']]));
    expect(listRows(await readChosenList(file, 1_000)).map(({ cells }) => cells)).toEqual([
      ['Juns, Violet'],
      ['a|b'],
    ]);
  });
});

describe('an invalid workbook is refused with the reason', () => {
  it.each([
    ['a damaged one', async () => (await workbook([['a']])).subarray(0, 900), 'damaged-workbook'],
    ['a zip of something else', () => Promise.resolve(zipSync({ 'a.txt': strToU8('a') })), 'not-workbook'],
    ['broken XML', () => changePart(SHEET, () => '<worksheet><sheetData><row'), 'damaged-workbook'],
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
    ['a bomb', () => changePart(SHEET, () => ' '.repeat(81_000_000)), 'big-workbook'],
    [
      'styles that never end',
      () => changePart(/styles\.xml$/, () => `<styleSheet>${'<cellXfs>'.repeat(200_000)}`),
      'big-workbook',
    ],
    [
      'a reference of millions of characters',
      () => sheetWith(`<row r="1"><c r="${'&#65;'.repeat(2_000_000)}1"><v>1</v></c></row>`),
      'big-workbook',
    ],
    [
      'a value of millions of spaces',
      () => sheetWith(`<row r="1"><c r="A1"><v>${' '.repeat(20_000_000)}1</v></c></row>`),
      'big-workbook',
    ],
    [
      'one long text in thousands of cells',
      async () =>
        zipSync({
          ...unzipSync(await sheetWith('<row><c t="s"><v>0</v></c></row>'.repeat(5_000))),
          'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'a'.repeat(30_000)}</t></si></sst>`),
        }),
      'big-workbook',
    ],
    [
      'a reference to a text that is not there',
      () => sheetWith('<row><c t="s"><v>9999</v></c></row>'),
      'damaged-workbook',
    ],
    ['rows out of order', () => sheetWith('<row r="2"/><row r="1"/>'), 'damaged-workbook'],
  ])('%s', async (_name, createFile, reason) => {
    expect(await reasonOf(readWorkbook(await createFile()))).toBe(reason);
  });

  it('the old .xls format', async () => {
    const file = path.join(folder, 'old.xls');
    fs.writeFileSync(file, Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]));
    expect(await reasonOf(readChosenList(file, 1_000))).toBe('old-workbook');
  });
});

describe('a thread that reads a workbook', () => {
  /** The endless thread appends to this file. */
  const outputFile = path.join(folder, 'output');
  afterEach(() => {
    vi.useRealTimers();
    fs.rmSync(outputFile, { force: true });
    setWorkbookThread(bundleWorkbookThread);
  });
  /** Makes every workbook be read by a thread that runs this script instead. */
  const useThread = (script: string) => {
    const file = path.join(fs.mkdtempSync(path.join(folder, 'thread-')), 'thread.cjs');
    fs.writeFileSync(file, script);
    setWorkbookThread(() => file);
  };
  const useEndlessThread = () =>
    useThread(`for (;;) require('node:fs').appendFileSync(${JSON.stringify(outputFile)}, '.');`);
  const outputLength = () => fs.statSync(outputFile, { throwIfNoEntry: false })?.size ?? 0;
  const threadWrites = async () => {
    while (outputLength() === 0) await new Promise((done) => setImmediate(done));
  };
  /** Checks that the endless thread writes no more. */
  const expectStopped = async () => {
    vi.useRealTimers();
    const length = outputLength();
    await new Promise((done) => setTimeout(done, 100));
    expect(outputLength()).toBe(length);
  };

  it('is stopped after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    useEndlessThread();
    const reading = readWorkbook(new Uint8Array(8)).catch(failureOf);
    await threadWrites();
    await vi.advanceTimersByTimeAsync(WORKBOOK_TIMEOUT_MS);
    expect(await reading).toMatchObject({ kind: 'file-unreadable', detail: { code: 'slow-workbook' } });
    expect(vi.getTimerCount()).toBe(0);
    await expectStopped();
  });

  it('is stopped when the reading is canceled', async () => {
    useEndlessThread();
    const stop = new AbortController();
    const reading = readWorkbook(new Uint8Array(8), stop.signal).catch(failureOf);
    await threadWrites();
    stop.abort();
    expect(await reading).toMatchObject({ kind: 'canceled' });
    await expectStopped();
    expect(await readWorkbook(new Uint8Array(8), stop.signal).catch(failureOf)).toMatchObject({
      kind: 'canceled',
    });
  });

  it('that needs too much memory ends alone', async () => {
    useThread('const kept = []; for (;;) kept.push(new Array(1_000_000).fill(1.5));');
    expect(await reasonOf(readWorkbook(new Uint8Array(8)))).toBe('big-workbook');
  });
});
