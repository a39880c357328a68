import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CellNumbers } from '#common/cell-numbers';

const cell = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -9, max: 9 }),
  fc.maxSafeInteger(),
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, -(2 ** 31), 0.5),
  fc.string({ maxLength: 2 }),
);

it('maps each distinct cell to a 32-bit number and back: "7" is not 7', () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 100 }), (cells) => {
      const numbers = new CellNumbers();
      const given = cells.map((value) => numbers.numberOf(value));
      expect(given.every((number) => (number | 0) === number)).toBe(true);
      expect(given.map((number) => numbers.cell(number))).toEqual(cells);
      expect(new Set(given).size).toBe(new Set(cells).size);
    }),
  );
});
