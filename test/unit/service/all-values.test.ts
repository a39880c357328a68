import { expect, it } from 'vitest';
import { allValues } from '#engine/service/all-values';

it('reads a small list to its end in pages of any size, and stops at a repeated page', async () => {
  const all = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));
  expect(await allValues((page) => Promise.resolve(all.slice((page - 1) * 3, page * 3)))).toEqual(all);
  // A short page is not the end.
  const ends = [0, 2, 3, 7];
  expect(await allValues((page) => Promise.resolve(all.slice(ends[page - 1], ends[page] ?? 7)))).toEqual(all);
  expect(await allValues(() => Promise.resolve(all.slice(0, 3)))).toHaveLength(3);
});
