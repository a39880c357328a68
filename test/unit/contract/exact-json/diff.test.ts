import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffFields } from '../../../../preload/contract/exact-json/diff';
import { members, recordText, space, written } from './written';

const noKey = () => false;
const sorted = <T extends { name: string }>(diffs: readonly T[] | undefined) =>
  diffs?.toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** Two records of which some fields differ, with what differs; in the same order, or turned round. */
const pairs = fc
  .tuple(members, fc.array(fc.tuple(fc.nat(), fc.option(written))), fc.boolean(), space, space)
  .map(([parts, wishes, turned, gap, otherGap]) => {
    const after = new Map(parts);
    for (const [place, value] of wishes) {
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
    const now = turned ? [...after].reverse() : [...after];
    return { before: recordText(parts, gap), after: recordText(now, otherGap), diffs };
  });

describe('what differs between two texts of a record', () => {
  it('is told with both texts, whatever the order and the white space', () => {
    fc.assert(
      fc.property(pairs, ({ before, after, diffs }) => {
        expect(sorted(diffFields(before, after, noKey))).toEqual(sorted(diffs));
        const added = diffs.map(({ name, before: was, after: is }) => ({ name, before: is, after: was }));
        expect(sorted(diffFields(after, before, noKey))).toEqual(sorted(added));
      }),
      { numRuns: 300 },
    );
  });

  it('is not asked of two records, nor of what is none', () => {
    const isKey = (name: string) => name === 'id';
    expect(diffFields('{"id":1,"a":2}', '{"id":12,"a":2}', isKey)).toBeUndefined();
    expect(diffFields('{"a":2}', '{"id":12,"a":2}', isKey)).toBeUndefined();
    for (const [one, other] of [
      ['[1]', '[1]'],
      ['{"a":1}', '7'],
      ['{"a":1}', '{"a":1'],
      ['{"a":1', '{"a":2}'],
      ['{"a"', '{"a":2}'],
    ] as const)
      expect(diffFields(one, other, noKey), `${one} ${other}`).toBeUndefined();
  });

  it('tells 1 from 12, and a field at the end from one with another behind it', () => {
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
