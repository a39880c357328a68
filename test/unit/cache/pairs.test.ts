import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractor } from '#engine/cache/schema/extract';
import { pairsCell, PairReader, pairsColumn } from '#engine/cache/schema/pairs';
import { tableNamed } from '#engine/cache/schema/schema';
import { resources } from '#contract/resources';

const { assignments } = resources.billingGroups.fields;
const reader = new PairReader();
function read(cell: string | null): [string, string | null][] {
  reader.read(cell);
  return Array.from({ length: reader.length }, (_, index) => {
    const value = reader.values[index] ?? null;
    return [String(reader.keys[index]), value === null ? null : String(value)];
  });
}

/** IDs as the service writes them, and any other JSON value. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.nat() },
  fc.constantFrom<unknown>(
    0,
    -1,
    -0,
    12.5,
    1e300,
    '',
    '7',
    '007',
    '-0',
    'a b',
    '5:6',
    '[',
    '9007199254740993',
  ),
  fc.constantFrom<unknown>(999_999_999_999_999, 1_000_000_000_000_000, -999_999_999_999_999),
  fc.jsonValue(),
);
const item = fc.oneof(
  { weight: 9, arbitrary: fc.record({ account_id: value, fee_location: value }, { requiredKeys: [] }) },
  value,
);
const isIdentifier = (idOrName: unknown) => ['string', 'number'].includes(typeof idOrName);

describe('the pairs of nested items', () => {
  it('contain each item that has a key, in order, whatever else it contains', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: fc.array(item, { maxLength: 4 }) }, item), (some) => {
        const items = (Array.isArray(some) ? some : [some]) as ({ [name: string]: unknown } | null)[];
        const expected = items.flatMap((record): [string, string | null][] => {
          const [key, payer] = [record?.['account_id'], record?.['fee_location']];
          return isIdentifier(key) ? [[String(key), isIdentifier(payer) ? String(payer) : null]] : [];
        });
        expect(read(pairsCell(assignments, some))).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are encoded compactly for plain numbers, independent of the previous cell', () => {
    const cell = pairsCell(assignments, [
      { id: 1, account_id: 5, fee_location: 0, fee_location_option: 'S' },
      { id: 2, account_id: 6, fee_location: -1 },
      { id: 3, account_id: 7, fee_location: null },
    ]);
    expect(cell).toBe('5:0 6:-1 7');
    expect(read(cell)).toEqual([
      ['5', '0'],
      ['6', '-1'],
      ['7', null],
    ]);
    expect(read(pairsCell(assignments, [{ id: 1 }]))).toEqual([]);
    expect(read(pairsCell(assignments, null))).toEqual([]);
  });

  it('are stored in a separate column with every digit', () => {
    const table = tableNamed('billingGroups');
    const { cells } = extractor(table)(
      '{"id":1,"assignments":[{"account_id":9007199254740993,"fee_location":0}]}',
    );
    const place = table.stored.indexOf(pairsColumn('assignments', assignments));
    expect(cells).toHaveLength(table.stored.length);
    expect(read(String(cells[place]))).toEqual([['9007199254740993', '0']]);
  });
});
