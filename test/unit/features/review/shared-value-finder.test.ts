import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedValueFinder } from '#engine/features/review/shared-value-finder';

const cell = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom('0', '1', 'tok'));
const record = fc.record({
  scope: fc.option(fc.constantFrom('SWB', 'PER')),
  value: cell,
  owner: fc.option(cell),
});

describe('the shared value finder', () => {
  it('returns records that share a value within the same scope, in row order', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 60 }), fc.boolean(), (records, differing) => {
        const finder = new SharedValueFinder();
        for (const [index, { scope, value, owner }] of records.entries())
          finder.add(index + 1, scope, value, owner);
        const keyOf = ({ scope, value }: (typeof records)[number]) => JSON.stringify([scope, value]);
        const expected = records.flatMap((current, index) => {
          const alike = records.filter((other) => keyOf(other) === keyOf(current));
          const isFound =
            alike.length > 1 && (!differing || alike.some(({ owner }) => owner !== current.owner));
          return isFound ? [index + 1] : [];
        });
        // Exact, because no hashes collide among these few values.
        expect(finder.rowsSharingValues(differing)).toEqual(expected);
      }),
    );
  });

  it('finds duplicates among many records', () => {
    const finder = new SharedValueFinder();
    for (let n = 1; n <= 50_000; n += 1) finder.add(n, null, `N${n % 49_999}`, null);
    const rows = finder.rowsSharingValues(false);
    // Records 1 and 50,000 share N1. A few others may share a hash.
    expect(rows).toEqual(expect.arrayContaining([1, 50_000]));
    expect(rows.length).toBeLessThan(20);
  });
});
