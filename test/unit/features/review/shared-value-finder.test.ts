import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedValueFinder } from '#engine/features/review/shared-value-finder';

const cell = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom('0', '1', 'tok'));
const record = fc.record({ within: fc.option(fc.constantFrom('SWB', 'PER')), by: cell, of: fc.option(cell) });

describe('the finder of duplicates', () => {
  it('returns records that share a value within the same scope, in row order', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), fc.boolean(), (records, differing) => {
        const finder = new SharedValueFinder();
        for (const [index, { within, by, of }] of records.entries()) finder.add(index + 1, within, by, of);
        const name = ({ within, by }: (typeof records)[number]) => JSON.stringify([within, by]);
        const expected = records.flatMap((current, index) => {
          const alike = records.filter((other) => name(other) === name(current));
          const isFound = alike.length > 1 && (!differing || alike.some(({ of }) => of !== current.of));
          return isFound ? [index + 1] : [];
        });
        // Different values may have the same bits, which may add results but never lose any.
        const rows = finder.rowsSharingValues(differing);
        expect(rows.filter((row) => expected.includes(row))).toEqual(expected);
        expect(rows).toEqual([...rows].sort((a, b) => a - b));
        expect(rows.length - expected.length).toBe(0); // these few have no such collision
      }),
    );
  });

  it('finds duplicates among many records', () => {
    const finder = new SharedValueFinder();
    for (let n = 1; n <= 50_000; n += 1) finder.add(n, null, `N${n % 49_999}`, null);
    const rows = finder.rowsSharingValues(false);
    expect(rows).toEqual(expect.arrayContaining([1, 50_000]));
    expect(rows.length).toBeLessThan(20);
  });
});
