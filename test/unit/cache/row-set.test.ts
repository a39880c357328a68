import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowNumbers } from '#engine/cache/query/row-numbers';
import { RowSet } from '#engine/cache/query/row-set';

const MAX_ROW = 300;
const rows = fc.uniqueArray(fc.integer({ min: 0, max: MAX_ROW - 1 }));

it('reads row numbers from JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(rows, (numbers) => {
      expect([...rowNumbers(JSON.stringify(numbers), MAX_ROW)]).toEqual(numbers);
    }),
  );
  expect([...rowNumbers(undefined, MAX_ROW)]).toEqual([]);
  expect([...rowNumbers('[7,12,12345]', 1)]).toEqual([7, 12, 12345]); // more than expected
});

it('contains the rows of all its lists, by number', () => {
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const set = new RowSet(MAX_ROW, first, Uint32Array.from(second));
      const all = [...new Set([...first, ...second])].sort((a, b) => a - b);
      expect([...set.rows(first.length + second.length)]).toEqual(all);
      for (let n = 0; n < MAX_ROW; n += 1) expect(set.has(n)).toBe(all.includes(n));
      expect(set.count()).toBe(all.length);
    }),
  );
});

it('intersects with other sets', () => {
  fc.assert(
    fc.property(rows, rows, rows, (...lists) => {
      const [first, ...others] = lists.map((list) => new RowSet(MAX_ROW, list));
      const all = [...(first?.rows(MAX_ROW) ?? [])].filter((n) => others.every((other) => other.has(n)));
      expect([...(first?.intersection(others).rows(MAX_ROW) ?? [])]).toEqual(all);
    }),
  );
});
