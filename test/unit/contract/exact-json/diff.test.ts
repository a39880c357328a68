import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffFields } from '#contract/exact-json/diff';
import { recordMembers, recordText, whiteSpace, jsonTexts } from './arbitrary';

const noKey = () => false;
const sorted = <T extends { name: string }>(diffs: readonly T[] | undefined) =>
  diffs?.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Two records and their differing fields; in the same field order, or reversed. */
const pairs = fc
  .tuple(
    recordMembers,
    fc.array(fc.tuple(fc.nat(), fc.option(jsonTexts))),
    fc.boolean(),
    whiteSpace,
    whiteSpace,
  )
  .map(([parts, changes, isReversed, gap, otherGap]) => {
    const after = new Map(parts);
    for (const [place, value] of changes) {
      const name = parts[place % Math.max(1, parts.length)]?.[0];
      if (name === undefined) continue;
      if (value === null) after.delete(name);
      else after.set(name, value);
    }
    const before = new Map(parts);
    const diffs = [...before.keys()].flatMap((name) =>
      before.get(name) === after.get(name)
        ? []
        : [{ name, before: before.get(name), after: after.get(name) }],
    );
    const inOrder = isReversed ? [...after].reverse() : [...after];
    return { before: recordText(parts, gap), after: recordText(inOrder, otherGap), diffs };
  });

describe('the diff of two record texts', () => {
  it('has both texts of a field, with any field order and white space', () => {
    fc.assert(
      fc.property(pairs, ({ before, after, diffs }) => {
        expect(sorted(diffFields(before, after, noKey))).toEqual(sorted(diffs));
        const reversed = diffs.map(({ name, before: was, after: is }) => ({ name, before: is, after: was }));
        expect(sorted(diffFields(after, before, noKey))).toEqual(sorted(reversed));
      }),
      { numRuns: 300 },
    );
  });

  it('is undefined for different records and for texts that are not records', () => {
    const isKey = (name: string) => name === 'id';
    expect(diffFields('{"id":1,"a":2}', '{"id":12,"a":2}', isKey)).toBeUndefined();
    expect(diffFields('{"a":2}', '{"id":12,"a":2}', isKey)).toBeUndefined();
    for (const [a, b] of [
      ['[1]', '[1]'],
      ['{"a":1}', '7'],
      ['{"a":1}', '{"a":1'],
      ['{"a":1', '{"a":2}'],
      ['{"a"', '{"a":2}'],
    ] as const)
      expect(diffFields(a, b, noKey), `${a} ${b}`).toBeUndefined();
  });

  it('distinguishes 1 from 12, and a last field from one with a field after it', () => {
    expect(diffFields('{"a":1}', '{"a":12}', noKey)).toEqual([{ name: 'a', before: '1', after: '12' }]);
    expect(diffFields('{"a":1}', '{"a":1,"b":2}', noKey)).toEqual([
      { name: 'b', before: undefined, after: '2' },
    ]);
    expect(diffFields('{"a":1,"b":2}', '{"a":3}', noKey)).toEqual([
      { name: 'a', before: '1', after: '3' },
      { name: 'b', before: '2', after: undefined },
    ]);
    expect(diffFields('{}', '{}', noKey)).toEqual([]);
  });
});
