import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffFields } from '#contract/exact-json/diff';
import { changedDates, RecordBytes } from '#engine/wire/record-bytes';

const names = ['seen', 'moved'];
const fingerprintOf = (text: string) => RecordBytes.ofTexts([text], names).fingerprint(0);
const comparePair = (before: string, after: string) =>
  changedDates(names, fingerprintOf(before), fingerprintOf(after));
const noKey = () => false;

const value = fc.constantFrom(
  'null',
  '"a"',
  '"b"',
  '7',
  '"é"',
  '"seen"',
  '"a\\"b"',
  '{"seen":"a"}',
  '["moved"]',
);
const member = fc.tuple(fc.constantFrom('"a"', '"seen"', '"moved"', '"s\\u0065en"', '"x\\"moved"'), value);
const record = fc
  .tuple(fc.array(member, { maxLength: 4 }), fc.constantFrom('', ' ', '\n '))
  .map(([members, gap]) => `{${members.map((pair) => pair.join(`${gap}:${gap}`)).join(`${gap},${gap}`)}}`);

describe('the fingerprint of a record', () => {
  it('is equal only for equal texts', () => {
    fc.assert(
      fc.property(record, record, (first, second) => {
        const [a, b] = [fingerprintOf(first), fingerprintOf(second)];
        expect(a.hash === b.hash && a.dates === b.dates).toBe(first === second);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds changed dates like a comparison of all fields, or defers to it', () => {
    let detected = 0;
    fc.assert(
      fc.property(
        record,
        fc.array(value, { minLength: 2, maxLength: 2 }),
        (before, [seen = '', moved = '']) => {
          const after = before
            .replace(/("seen"\s*:\s*)("[ab]"|null)/, (_, name: string) => name + seen)
            .replace(/("moved"\s*:\s*)("[ab]"|null)/, (_, name: string) => name + moved);
          const quick = comparePair(before, after);
          if (!quick) return;
          if (quick.length > 0) detected += 1;
          const order = ({ name }: { name: string }, other: { name: string }) => (name < other.name ? -1 : 1);
          expect([...quick].sort(order)).toEqual(diffFields(before, after, noKey)?.sort(order));
        },
      ),
      { numRuns: 2_000 },
    );
    expect(detected).toBeGreaterThan(0);
  });

  it('finds changed dates in any order, and no change in a date that stays null', () => {
    expect(comparePair('{"moved":"1","a":1,"seen":"2"}', '{"moved":"3","a":1,"seen":"4"}')).toEqual([
      { name: 'seen', before: '"2"', after: '"4"' },
      { name: 'moved', before: '"1"', after: '"3"' },
    ]);
    expect(comparePair('{"a":1,"seen":null}', '{"a":1,"seen":null}')).toEqual([]);
  });

  it('defers to the full comparison for any other possible change', () => {
    for (const [before, after] of [
      ['{"a":1,"seen":"1"}', '{"a":2,"seen":"1"}'],
      ['{"seen":"1"}', '{"seen":null}'], // the length differs
      ['{"seen":"1","a":{"seen":"1"}}', '{"seen":"1","a":{"seen":"2"}}'],
      ['{"seen":"1","seen":"1"}', '{"seen":"2","seen":"1"}'],
      ['{"seen":"1","s\\u0065en":"1"}', '{"seen":"2","s\\u0065en":"1"}'],
      ['{"x":"seen","y":"1"}', '{"x":"seen","y":"2"}'],
      ['{"a\\"seen":"1"}', '{"a\\"seen":"2"}'],
      ['{"unseen":"1"}', '{"unseen":"2"}'],
      ['["seen","1"]', '["seen","2"]'],
    ] as const)
      expect(comparePair(before, after), after).toBeUndefined();
  });

  it('preserves the bytes of texts in any script', () => {
    const texts = [
      '{"seen":"2026-01-02","name":"Ångström 😀","moved":null}',
      '{"name":"plain"}',
      'no record',
    ];
    const records = RecordBytes.ofTexts(texts, names);
    texts.forEach((_, which) => records.fingerprint(which));
    expect(records.texts()).toEqual(texts);
    expect(texts.map((_, which) => records.bytes(which).toString())).toEqual(texts);
  });

  it('grows beyond its initial capacity', () => {
    const texts = Array.from(
      { length: 5_000 },
      (_, index) => `{"id":${index},"seen":"${'x'.repeat(index % 2_000)}"}`,
    );
    const records = RecordBytes.ofTexts(texts, names);
    expect(records.fingerprint(1_999).dates).toBe(`"${'x'.repeat(1_999)}"\n`);
    expect(records.texts()).toEqual(texts);
  });
});
