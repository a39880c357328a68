import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import readXlsx from 'read-excel-file/node';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clipboardCell, csvCell, guardFormula, isFormula } from '#contract/spreadsheet-cells';
import { fail } from '#contract/failure';
import { saveStream } from '#engine/files/chosen-file';
import { batched, saveTable } from '#engine/files/tables/save-table';
import { zipChunks } from '#engine/files/zip/write';
import { readWorkbook } from '#engine/files/tables/workbook';
import type { OutputColumn, OutputRow } from '#engine/files/tables/output-table';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-tables-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});
const file = (name: string): string => path.join(folder, name);

const columns: readonly OutputColumn[] = [
  { heading: 'Number', type: 'text' },
  { heading: 'Account ID', type: 'id' },
  { heading: 'Required cash', type: 'money' },
  { heading: 'Rate', type: 'percent' },
  { heading: 'Inception', type: 'date' },
  { heading: 'Updated (UTC)', type: 'dateTime' },
  { heading: 'Notes', type: 'text' },
];
const rows: readonly OutputRow[] = [
  ['00123', 200001, 1234.5, 0.25, '1999-12-31', '2026-11-21T22:20:05Z', 'plain'],
  ['007', '9007199254740993', '12345678901234567.89', null, '0001-01-01', 'no moment', '=1+1'],
  [
    '-5',
    '0012',
    -0.1,
    1e-7,
    '2026-02-30',
    '2026-11-21T22:20:05+02:00',
    'two\nlines & <tags> "quoted"; more\u0007',
  ],
  [null, null, null, null, null, null, null],
];
const save = (name: string, format: 'csv' | 'xlsx', written: Iterable<OutputRow> = rows) =>
  saveTable(file(name), format, { name: 'Accounts', columns, rows: batched(written, 2) });

describe('a written workbook', () => {
  it('is read back cell by cell: digits, dates and money by type, the rest as text', async () => {
    expect(await save('a.xlsx', 'xlsx')).toEqual({ rows: 4, cut: 0 });
    const [sheet] = await readXlsx(file('a.xlsx'), { trim: false });
    expect(sheet?.sheet).toBe('Accounts');
    expect(sheet?.data).toEqual([
      columns.map(({ heading }) => heading),
      ['00123', 200001, 1234.5, 0.25, new Date('1999-12-31'), new Date('2026-11-21T22:20:05Z'), 'plain'],
      ['007', '9007199254740993', '12345678901234567.89', null, '0001-01-01', 'no moment', '=1+1'],
      [
        '-5',
        '0012',
        -0.1,
        1e-7,
        '2026-02-30',
        new Date('2026-11-21T20:20:05Z'),
        'two\nlines & <tags> "quoted"; more\u0007',
      ],
    ]);
  });

  it("is readable by the app's reader and contains no formula", async () => {
    await save('a.xlsx', 'xlsx');
    const bytes = readFileSync(file('a.xlsx'));
    const { name, rows: read } = await readWorkbook(bytes);
    expect(name).toBe('Accounts');
    expect(read[1]).toEqual([
      '00123',
      '200001',
      '1234.5',
      '0.25',
      '1999-12-31',
      '2026-11-21T22:20:05',
      'plain',
    ]);
    expect(read[2]?.[6]).toBe('=1+1');
    const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString();
    expect(sheet).not.toMatch(/<f[ >]/);
    expect(sheet).toContain('s="3" t="inlineStr"><is><t>=1+1<'); // formatted as text, even when edited
  });

  it('preserves any text, including characters that XML cannot represent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 24 }),
        async (texts) => {
          await saveTable(file('p.xlsx'), 'xlsx', {
            name: 'x',
            columns: [{ heading: 'Text', type: 'text' }],
            rows: batched(texts.map((text) => [text])),
          });
          const sheet = Buffer.from(
            unzipSync(readFileSync(file('p.xlsx')))['xl/worksheets/sheet1.xml'] ?? [],
          ).toString();
          const cells = [...sheet.matchAll(/<t( xml:space="preserve")?>([^<]*)<\/t>/g)].slice(1); // the heading
          const read = cells.map(([, , text = '']) =>
            text
              .replace(
                /&(amp|lt|gt|quot);/g,
                (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '',
              )
              .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
          );
          expect(read).toEqual(texts);
          // Readers drop leading and trailing spaces, line breaks and repeated spaces unless marked to
          // preserve them.
          for (const [index, text] of texts.entries())
            if (text.trim() !== text || /[\t\n\r]| {2}/.test(text)) expect(cells[index]?.[1]).toBeDefined();
        },
      ),
      { numRuns: 20 }, // each writes a workbook
    );
  });

  it('truncates a text that is too long for Excel, and counts it', async () => {
    const count = await save('long.xlsx', 'xlsx', [[null, null, null, null, null, null, 'x'.repeat(40_000)]]);
    expect(count).toEqual({ rows: 1, cut: 1 });
    const { rows: read } = await readWorkbook(readFileSync(file('long.xlsx')));
    expect(read[1]?.[6]).toHaveLength(32_767);
    expect(read[1]?.[6]?.endsWith(' […]')).toBe(true);
  });

  it('is refused beyond the row limit of a sheet, and leaves no file', async () => {
    const empty = Array.from({ length: 5_000 }, (): OutputRow => []);
    const many = Array.from({ length: 210 }, () => empty);
    const saving = saveTable(file('many.xlsx'), 'xlsx', { name: 'x', columns, rows: many });
    await expect(saving).rejects.toMatchObject({
      failure: { kind: 'file-not-saved', detail: { code: 'many-rows', facts: { maximum: 1_048_575 } } },
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('fails for an entry that a zip archive without zip64 cannot hold', async () => {
  const write = async (maxEntryBytes?: number) => {
    const content = Array.from({ length: 3 }, () => 'four');
    for await (const _chunk of zipChunks([{ name: 'sheet1.xml', content }], maxEntryBytes));
  };
  await expect(write(11)).rejects.toMatchObject({
    failure: { kind: 'file-not-saved', detail: { code: 'big-sheet' } },
  });
  await write(12);
  await write();
});

describe('a written CSV file', () => {
  it('has every cell as text with exact digits', async () => {
    await save('a.csv', 'csv');
    const text = readFileSync(file('a.csv'), 'utf8');
    expect(parse(text, { bom: true })).toEqual([
      columns.map(({ heading }) => heading),
      ['00123', '200001', '1234.5', '0.25', '1999-12-31', '2026-11-21T22:20:05Z', 'plain'],
      ['007', '9007199254740993', '12345678901234567.89', '', '0001-01-01', 'no moment', "'=1+1"],
      ['-5', '0012', '-0.1', '0.0000001', '2026-02-30', '2026-11-21T22:20:05+02:00', rows[2]?.[6]],
      ['', '', '', '', '', '', ''],
    ]);
  });
});

const errorWithCode = (code: string) => Object.assign(new Error(code), { code });

describe('a file that cannot be completed', () => {
  const failAfterOneRow = function* (error: Error): Generator<OutputRow[]> {
    yield [[...(rows[0] ?? [])]];
    throw error;
  };
  it.each(['csv', 'xlsx'] as const)('leaves nothing if the disk is full (%s)', async (format) => {
    writeFileSync(file('before'), 'old contents');
    const saving = saveTable(file('before'), format, {
      name: 'x',
      columns,
      rows: failAfterOneRow(errorWithCode('ENOSPC')),
    });
    await expect(saving).rejects.toMatchObject({ failure: { kind: 'disk-full' } });
    expect(readdirSync(folder)).toEqual(['before']);
    expect(readFileSync(file('before'), 'utf8')).toBe('old contents');
  });

  it.each(['csv', 'xlsx'] as const)('leaves nothing if canceled (%s)', async (format) => {
    const stop = new AbortController();
    const endlessRows = function* (): Generator<readonly OutputRow[]> {
      for (let index = 0; ; index += 1) {
        if (index === 20) stop.abort();
        yield rows;
      }
    };
    const saving = saveTable(file('a'), format, { name: 'x', columns, rows: endlessRows() }, stop.signal);
    await expect(saving).rejects.toMatchObject({ failure: { kind: 'canceled' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports the error of the rows themselves', async () => {
    const saving = saveTable(file('a.xlsx'), 'xlsx', {
      name: 'x',
      columns,
      rows: failAfterOneRow(fail('offline')),
    });
    await expect(saving).rejects.toMatchObject({ failure: { kind: 'offline' } });
  });
});

describe('a saved file', () => {
  /** Writes a temporary file that was last changed some minutes ago. */
  const writeLeftover = (name: string, minutes: number): void => {
    writeFileSync(file(name), 'left');
    const time = Date.now() / 1_000 - minutes * 60;
    utimesSync(file(name), time, time);
  };

  it('keeps partial files that a colleague may be writing, and those that cannot be deleted', async () => {
    let partialFile = '';
    await saveStream(file('a.csv'), ['1'], undefined, () => {
      [partialFile = ''] = readdirSync(folder).filter((name) => name.startsWith('firm-desk-'));
      return Promise.resolve();
    });
    const stuck = partialFile.replace(/[0-9a-f]{12}(?=\.part$)/, '0'.repeat(12));
    const ofColleague = partialFile.replace(/[0-9a-f]{8}(?=-[0-9a-f]{12}\.part$)/, '0'.repeat(8));
    const ofEarlierVersion = partialFile.replace(/[0-9a-f]{8}-(?=[0-9a-f]{12}\.part$)/, '');
    writeLeftover(ofColleague, 1);
    writeLeftover(ofEarlierVersion, 1);
    writeLeftover(stuck, 11);
    const { rm } = fsPromises;
    vi.spyOn(fsPromises, 'rm').mockImplementation((name, options) =>
      name === file(stuck) ? Promise.reject(errorWithCode('EPERM')) : rm(name, options),
    );
    await saveStream(file('a.csv'), ['2']);
    expect(readFileSync(file('a.csv'), 'utf8')).toBe('2');
    expect(readdirSync(folder).sort()).toEqual(['a.csv', stuck, ofColleague, ofEarlierVersion].sort());
    for (const name of [ofColleague, ofEarlierVersion]) writeLeftover(name, 11);
    await saveStream(file('a.csv'), ['3']);
    expect(readdirSync(folder).sort()).toEqual(['a.csv', stuck]);
  });

  it.skipIf(process.platform === 'win32')(
    'is readable by its owner only, and deletes partial files of a killed process',
    async () => {
      const parts: string[] = [];
      const rows = function* () {
        const partialFiles = readdirSync(folder).filter((name) => name.startsWith('firm-desk-'));
        parts.push(...partialFiles);
        for (const name of partialFiles) expect(statSync(file(name)).mode & 0o777).toBe(0o600);
        yield '1';
      };
      await saveStream(file('a.csv'), rows());
      const [leftover = ''] = parts;
      expect(leftover).toMatch(/^firm-desk-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{12}\.part$/);
      writeLeftover(leftover, 0);
      writeFileSync(file('a.csv.part'), 'another program’s');
      await saveStream(file('a.csv'), rows());
      expect(statSync(file('a.csv')).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['a.csv', 'a.csv.part']);
      expect(new Set(parts).size).toBe(2); // names are unique
    },
  );

  it.skipIf(process.platform === 'win32')(
    'follows no symbolic link, neither at its path nor at its temporary file',
    async () => {
      writeFileSync(file('mine.txt'), 'untouched');
      symlinkSync(file('mine.txt'), file('a.csv'));
      await saveStream(file('a.csv'), ['1']);
      expect(lstatSync(file('a.csv')).isSymbolicLink()).toBe(false);
      expect(readFileSync(file('a.csv'), 'utf8')).toBe('1');
      // Another program guesses the random name, and puts a link there just before the file is opened.
      const { open } = fsPromises;
      vi.spyOn(fsPromises, 'open').mockImplementationOnce((temporary, ...options) => {
        symlinkSync(file('mine.txt'), temporary);
        return open(temporary, ...options);
      });
      await expect(saveStream(file('b.csv'), ['2'])).rejects.toMatchObject({
        failure: { kind: 'file-not-saved', cause: 'EEXIST' },
      });
      expect(readFileSync(file('mine.txt'), 'utf8')).toBe('untouched');
      expect(readdirSync(folder)).toEqual(['a.csv', 'mine.txt']);
    },
  );

  it('replaces nothing if the check of the complete file fails', async () => {
    writeFileSync(file('a.csv'), 'old contents');
    const saving = saveStream(file('a.csv'), ['1'], undefined, () => {
      const [partialFile = ''] = readdirSync(folder).filter((name) => name.startsWith('firm-desk-'));
      expect(readFileSync(file(partialFile), 'utf8')).toBe('1');
      return Promise.reject(fail('offline'));
    });
    await expect(saving).rejects.toMatchObject({ failure: { kind: 'offline' } });
    expect(readdirSync(folder)).toEqual(['a.csv']);
    expect(readFileSync(file('a.csv'), 'utf8')).toBe('old contents');
  });

  it('can have a name as long as the file system allows', async () => {
    const name = `${'x'.repeat(251)}.csv`;
    await saveStream(file(name), ['1']);
    expect(readdirSync(folder)).toEqual([name]);
  });
});

describe('the formula guard of exported cells', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1 555 0100', "'+1 555 0100"],
    ['-2+3', "'-2+3"],
    ['\t=1', "\t'=1"],
    ['\n=1', "\n'=1"],
    ['\r\n +1', "\r\n '+1"],
    ['\u00A0=1', "\u00A0'=1"],
    ['\u202E=1', "\u202E'=1"],
    ['"=1', '"\'=1'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A1', "'＠A1"],
    ['Smith;=cmd|x', "Smith;'=cmd|x"],
    ['Smith\n@x', "Smith\n'@x"],
    ["'=1", "'=1"],
    ['-12.50', '-12.50'],
    ['-1e-7', '-1e-7'],
    ['a=b', 'a=b'],
    ["O'Connor & Døving", "O'Connor & Døving"],
    ['Doe, -J', 'Doe, -J'],
  ])('exports %j as %j', (text, safe) => {
    expect(guardFormula(text)).toBe(safe);
  });

  it('guards a formula after any number of digits, but no negative number', () => {
    const digits = '0'.repeat(400);
    expect(guardFormula(`-${digits}1+cmd|x`) === `'-${digits}1+cmd|x`).toBe(true);
    expect(guardFormula(`-${digits}1;-${digits}2`) === `-${digits}1;-${digits}2`).toBe(true);
  });

  it('leaves no cell that begins a formula, split at commas, semicolons, tabs or line breaks', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '＝',
        ';',
        ',',
        '\t',
        '\n',
        '\r',
        '"',
        "'",
        ' ',
        '|',
        'a',
        '1',
        '.',
      ),
      maxLength: 14,
    });
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 4 }), (texts) => {
        const line = texts.map(csvCell).join(',');
        for (const separator of [';', '\t', '\n', '\r'])
          for (const cell of line.split(separator))
            expect(cell).not.toMatch(/^[\s"]*(?!-\d+(\.\d+)?)[=+@＝-]/);
        const [row = []] = parse(`${line}\n`, { relax_column_count: true, record_delimiter: '\n' });
        for (const cell of row) expect(isFormula(cell)).toBe(false);
        for (const cell of texts.map(clipboardCell)) expect(isFormula(cell)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('changes no guarded text again, and takes linear time for malicious texts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => guardFormula(guardFormula(text)) === guardFormula(text),
      ),
    );
    const blank = '\n '.repeat(200_000);
    // In quadratic time, this would exceed the timeout of a test.
    expect(guardFormula(`${blank}=`) === `${blank}'=`).toBe(true);
  });
});
