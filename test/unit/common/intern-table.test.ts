import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IntList, InternTable } from '../../../main/common/intern-table';

describe('intern table', () => {
  const value = fc.oneof(
    fc.integer({ min: -20, max: 20 }),
    fc.double({ noNaN: true }).map((one) => one + 0), // no negative zero: cells have none
    fc.string({ maxLength: 3 }),
    fc.constant(null),
  );

  it('numbers values like a Map: "7" is not 7, and each group has separate numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, fc.nat({ max: 2 })), { maxLength: 200 }), (all) => {
        const slots = new InternTable();
        const known = new Map<string, number>();
        for (const [one, within] of all) {
          const name = `${within} ${typeof one} ${String(one)}`;
          expect(slots.of(one, within)).toBe(known.get(name) ?? -1);
          const slot = slots.put(one, within);
          expect(slot).toBe(known.get(name) ?? known.size);
          known.set(name, slot);
          expect(slots.value(slot)).toBe(one);
        }
        expect(slots.size).toBe(known.size);
      }),
    );
  });

  it('finds each of many texts and numbers again', () => {
    const slots = new InternTable();
    const texts = Array.from({ length: 50_000 }, (_, at) => String(at));
    for (const text of texts) slots.put(text);
    for (const [at] of texts.entries()) slots.put(at * 65_536);
    expect(texts.every((text, at) => slots.of(text) === at)).toBe(true);
    expect(texts.every((_, at) => slots.of(at * 65_536) === texts.length + at)).toBe(true);
    expect(slots.of('50000')).toBe(-1);
  });
});

describe('integer list', () => {
  it('stores any number of integers', () => {
    const ints = new IntList();
    for (let at = 0; at < 10_000; at += 1) ints.push(-at);
    ints.put(3, 7);
    expect([ints.length, ints.at(3), ints.at(9_999), ints.at(10_000)]).toEqual([10_000, 7, -9_999, 0]);
    ints.put(40_000, 9);
    expect([ints.length, ints.at(3), ints.at(39_999), ints.at(40_000)]).toEqual([40_001, 7, 0, 9]);
  });
});
