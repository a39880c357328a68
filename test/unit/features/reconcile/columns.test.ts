import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { feeCsv } from '#main/demo/data/fee-csv';
import {
  guessAccount,
  guessAmount,
  guessNotation,
  findHeadingLine,
  type FileColumn,
} from '#engine/features/reconcile/columns';

const columnsOf = (rows: readonly (readonly string[])[], knownShare: number | null = null): FileColumn[] => {
  const heading = findHeadingLine(rows);
  const width = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, index) => ({
    heading: heading === null ? '' : (rows[heading]?.[index] ?? ''),
    cells: rows.slice(heading === null ? 0 : heading + 1).map((row) => row[index] ?? ''),
    knownShare,
  }));
};

/** Some numbers look like dates, as some real account numbers do. */
const LINES = ['01234567', '00098765', '20260930', '55667788', '19990101', '20251231'].map(
  (number, index) => ({
    number,
    cents: 12_345 * (index + 1),
  }),
);
const SEPARATORS: Record<string, string> = { NFS: '|', PER: ';', IBK: '\t' };

describe('the columns of the custodians’ files', () => {
  it.each(['SWB', 'NFS', 'PER', 'IBK', 'TIA', 'APX', 'FPR', 'AXO'])(
    'recognizes both columns: %s',
    (custodian) => {
      const text = feeCsv(custodian, LINES, '2026-09-30');
      const rows = parse(text, { delimiter: SEPARATORS[custodian] ?? ',' });
      const columns = columnsOf(rows);
      const account = guessAccount(columns);
      const amount = guessAmount(columns, account?.column ?? null);
      expect(columns[account?.column ?? -1]?.cells).toEqual(LINES.map((line) => line.number));
      expect(columns[amount?.column ?? -1]?.cells[0]).toBe('123.45');
      expect(amount?.confidence).not.toBe('unsure');
    },
  );
});

describe('a file without headings', () => {
  const rows = [
    ['20260930', '7AB00012345', 'Z', '1,250.00', '0.25'],
    ['20260930', '7AB00012346', 'Z', '250.10', '0.25'],
    ['20260930', '7AB00012399', 'Z', '11.00', '0.25'],
    ['20260930', '7AB00012455', 'Z', '12.70', '0.25'],
    ['20260930', '7AB00012500', 'Z', '99.99', '0.25'],
  ];

  it('is recognized, and its columns are found by their contents', () => {
    expect(findHeadingLine(rows)).toBeNull();
    const account = guessAccount(columnsOf(rows));
    expect(account?.column).toBe(1);
    expect(guessAmount(columnsOf(rows), 1)?.column).toBe(3);
  });
});

describe('headings', () => {
  it('are found if the lines below are wider, as with a trailing separator', () => {
    expect(
      findHeadingLine([
        ['Account', 'Fee'],
        ['123456', '1.00', ''],
        ['123457', '1.00', ''],
      ]),
    ).toBe(0);
  });

  it('are found below a title line', () => {
    expect(
      findHeadingLine([
        ['Fees for 2026Q3', '', ''],
        ['Account', 'Name', 'Fee'],
        ['123456', 'A', '1.00'],
      ]),
    ).toBe(1);
  });

  it('of a balance, an annual fee or a rate do not outrank the period’s fee', () => {
    const columns: FileColumn[] = [
      { heading: 'Acct #', cells: ['0011-2233', '0011-2234'], knownShare: null },
      { heading: 'Account Value', cells: ['100,000.00', '5,000.00'], knownShare: null },
      { heading: 'Annual Fee', cells: ['1,000.00', '50.00'], knownShare: null },
      { heading: 'Fee Rate %', cells: ['1.00', '1.00'], knownShare: null },
      { heading: 'Fee', cells: ['250.00', '12.50'], knownShare: null },
    ];
    expect(guessAccount(columns)?.column).toBe(0);
    expect(guessAmount(columns, 0)).toMatchObject({ column: 4 });
  });

  it('count less than contents that are numbers of cached accounts', () => {
    const columns: FileColumn[] = [
      { heading: 'Account ID', cells: ['1001', '1002', '1003'], knownShare: 0 },
      { heading: 'Custodial No', cells: ['Z12-345', 'Z12-346', 'Z12-347'], knownShare: 1 },
    ];
    expect(guessAccount(columns)).toMatchObject({ column: 1 });
    expect(guessAccount(columns)?.reasons.map(({ code }) => code)).toContain('known-accounts');
  });
});

describe('unclear columns', () => {
  it('are left open if no column has account numbers or amounts', () => {
    const words = columnsOf([
      ['Note', 'Issue'],
      ['hello', 'world'],
      ['again', 'and again'],
    ]);
    expect(guessAccount(words)).toBeNull();
    expect(guessAmount(words, null)).toBeNull();
  });

  it('are reported if the amounts do not reveal their notation', () => {
    const unsure = (code: string) => ({ confidence: 'unsure', notation: 'point', reasons: [{ code }] });
    expect(guessNotation(['100', '250'])).toMatchObject(unsure('no-decimals'));
    // A comma separates thousands or decimals; whole cents have none.
    expect(guessNotation(['1,234', '2,500'])).toMatchObject(unsure('no-evidence'));
    expect(guessNotation(['1,00', '2.50'])).toMatchObject({ confidence: 'unsure' });
    expect(guessNotation(['1,00', '2,50'])).toMatchObject({ confidence: 'sure', notation: 'comma' });
  });
});
