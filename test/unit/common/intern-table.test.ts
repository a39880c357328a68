import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IntList, InternTable } from '#common/intern-table';

describe('intern table', () => {
  const value = fc.oneof(
    fc.integer({ min: -20, max: 20 }),
    fc.double({ noNaN: true }).map((number) => number + 0), // no negative zero: cells have none
    fc.string({ maxLength: 3 }),
    fc.constant(null),
  );

  it('numbers values like a Map: "7" is not 7, and a value is distinct in each scope', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, fc.nat({ max: 2 })), { maxLength: 200 }), (all) => {
        const table = new InternTable();
        const known = new Map<string, number>();
        for (const [item, scope] of all) {
          const name = `${scope} ${typeof item} ${String(item)}`;
          expect(table.indexOf(item, scope)).toBe(known.get(name) ?? -1);
          const number = table.put(item, scope);
          expect(number).toBe(known.get(name) ?? known.size);
          known.set(name, number);
          expect(table.value(number)).toBe(item);
        }
        expect(table.size).toBe(known.size);
      }),
    );
  });

  it('finds each of many texts and numbers again', () => {
    const table = new InternTable();
    const texts = Array.from({ length: 50_000 }, (_, index) => String(index));
    for (const text of texts) table.put(text);
    for (const [index] of texts.entries()) table.put(index * 65_536);
    expect(texts.every((text, index) => table.indexOf(text) === index)).toBe(true);
    expect(texts.every((_, index) => table.indexOf(index * 65_536) === texts.length + index)).toBe(true);
    expect(table.indexOf('50000')).toBe(-1);
  });
});

describe('integer list', () => {
  it('stores any number of integers', () => {
    const list = new IntList();
    for (let index = 0; index < 10_000; index += 1) list.push(-index);
    list.put(3, 7);
    expect([list.length, list.at(3), list.at(9_999), list.at(10_000)]).toEqual([10_000, 7, -9_999, 0]);
    list.put(40_000, 9);
    expect([list.length, list.at(3), list.at(39_999), list.at(40_000)]).toEqual([40_001, 7, 0, 9]);
  });
});
