import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderedCells } from '#engine/cache/query/ordered-cells';

it('returns rows in the requested order although it prefetches, and skips removed ones', async () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 3_000_000 }), { maxLength: 120 });
  const count = fc.integer({ min: 1, max: 50 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.nat({ max: 5 }), count, count, async (rows, removed, size, maxCells) => {
      const exists = (n: number) => n % 5 !== removed;
      let readCount = 0;
      const read = (wanted: readonly number[]) => {
        expect([...wanted]).toEqual([...wanted].sort((a, b) => a - b));
        readCount += wanted.length;
        return wanted.filter(exists).map((n) => [`cell ${n}`, n]);
      };
      const found: string[] = [];
      for await (const batch of orderedCells(Uint32Array.from(rows), 1, size, read, maxCells)) {
        expect(batch.length).toBeLessThanOrEqual(size);
        found.push(...batch.map(([cell]) => String(cell)));
      }
      expect(found).toEqual(rows.filter(exists).map((n) => `cell ${n}`));
      expect(readCount).toBe(rows.length);
    }),
    { numRuns: 60 },
  );
});
