import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchJson, PatchError, textAt, valueAt } from '#contract/exact-json/patch';
import { readExact, Verbatim } from '#contract/exact-json/read';
import { RecordText } from '#contract/exact-json/record-text';
import { JsonError } from '#contract/exact-json/scan';
import { recordMembers, recordText, whiteSpace, jsonTexts } from './arbitrary';

/** Reduced to an index by the list's length. */
const listIndex = fc.nat();
const nonEmptyList = fc.array(jsonTexts, { minLength: 1, maxLength: 8 });

describe('a parsed record text', () => {
  it('has the fields of the record, each with its exact text', () => {
    fc.assert(
      fc.property(recordMembers, whiteSpace, (parts, gap) => {
        const raw = recordText(parts, gap);
        const record = new RecordText(raw);
        for (const [name] of parts) expect(record.text(name)).toBe(textAt(raw, [name]));
        expect(record.has('no field has this name')).toBe(false);
        expect([...record.names()].sort()).toEqual([...new Set(parts.map(([name]) => name))].sort());
      }),
    );
  });

  it('keeps the exact text of the values that parsing would have changed', () => {
    fc.assert(
      fc.property(recordMembers, whiteSpace, (parts, gap) => {
        const raw = recordText(parts, gap);
        const record = new RecordText(raw, JSON.parse(raw) as Record<string, unknown>);
        for (const [name] of parts) {
          const text = textAt(raw, [name]) ?? '';
          const stored = record.text(name) ?? '';
          const value: unknown = JSON.parse(text);
          const isKept = typeof value === 'string' || Number.isSafeInteger(value);
          expect(isKept ? JSON.parse(stored) === value : stored === text).toBe(true);
          expect(record.has(name)).toBe(true);
        }
        expect(record.text('no field has this name')).toBeUndefined();
        expect(record.has('no field has this name')).toBe(false);
      }),
    );
    const raw = '{"id":9007199254740993,"rate":0.10,"tiers":[1.0],"name":"\\u0041"}';
    const record = new RecordText(raw, JSON.parse(raw) as Record<string, unknown>);
    expect(['id', 'rate', 'tiers', 'name'].map((name) => record.text(name))).toEqual([
      '9007199254740993',
      '0.10',
      '[1.0]',
      '"A"',
    ]);
  });

  it('uses the last duplicate field, has no fields for a list, and refuses invalid JSON', () => {
    expect(new RecordText('{"a":1,"a":0.10}').text('a')).toBe('0.10');
    expect([...new RecordText('[1]').names()]).toEqual([]);
    expect(() => new RecordText('{"a":1')).toThrow(JsonError);
    expect(() => new RecordText('no json')).toThrow(JsonError);
  });
});

describe('a field of a record', () => {
  it('is found with its exact text, under any name', () => {
    fc.assert(
      fc.property(recordMembers, whiteSpace, (parts, gap) => {
        for (const [name, value] of parts) expect(textAt(recordText(parts, gap), [name])).toBe(value);
        expect(textAt(recordText(parts, gap), ['no field has this name'])).toBeUndefined();
      }),
    );
  });

  it('is set without changing any other byte', () => {
    fc.assert(
      fc.property(recordMembers, jsonTexts, listIndex, whiteSpace, (parts, value, seed, gap) => {
        fc.pre(parts.length > 0);
        const index = seed % parts.length;
        const name = parts[index]?.[0] ?? '';
        const expected = recordText(parts.with(index, [name, value]), gap);
        const edit = { op: 'set', path: [name], value: new Verbatim(value) } as const;
        expect(patchJson(recordText(parts, gap), [edit])).toBe(expected);
      }),
    );
  });

  it('is added at the end, spaced like the one before', () => {
    fc.assert(
      fc.property(recordMembers, jsonTexts, whiteSpace, (parts, value, gap) => {
        fc.pre(parts.length > 0);
        const edit = { op: 'set', path: ['~ new ~'], value: readExact(value) } as const;
        const patched = patchJson(recordText(parts, gap), [edit]);
        const text = textAt(patched, ['~ new ~']) ?? '';
        expect(patched).toBe(recordText([...parts, ['~ new ~', text]], gap));
        expect(readExact(text)).toEqual(readExact(value));
      }),
    );
    const edit = { op: 'set', path: ['a'], value: 1 } as const;
    expect(patchJson('{ }', [edit])).toBe('{"a":1 }');
  });

  it('is removed without changing any other byte', () => {
    fc.assert(
      fc.property(recordMembers, listIndex, whiteSpace, (parts, seed, gap) => {
        fc.pre(parts.length > 1);
        const index = seed % parts.length;
        const path = [parts[index]?.[0] ?? ''];
        const patched = patchJson(recordText(parts, gap), [{ op: 'remove', path }]);
        expect(patched).toBe(recordText(parts.toSpliced(index, 1), gap));
        expect(patchJson(patched, [{ op: 'remove', path }])).toBe(patched);
      }),
    );
    expect(patchJson('{ "a" : 1 }', [{ op: 'remove', path: ['a'] }])).toBe('{  }');
  });

  it('that occurs twice has its last value, and both are removed', () => {
    const raw = '{"id":1,"a":2,"id":3}';
    expect(valueAt(raw, ['id'])).toBe((JSON.parse(raw) as { id: number }).id);
    expect(patchJson(raw, [{ op: 'set', path: ['id'], value: 4 }])).toBe('{"id":1,"a":2,"id":4}');
    expect(patchJson(raw, [{ op: 'remove', path: ['id'] }])).toBe('{"a":2}');
  });

  it('is found under an escaped name', () => {
    expect(textAt('{"\\u0069d":0.10}', ['id'])).toBe('0.10');
    expect(textAt('{"id":1,"\\u0069d":0.10}', ['id'])).toBe('0.10');
  });

  it('is not confused with a value, a part of a value, or a nested field', () => {
    expect(textAt('{"of":"id","id" : 7}', ['id'])).toBe('7');
    expect(textAt('{"of":["id","x"]}', ['id'])).toBeUndefined();
    expect(textAt('{"say \\"id":7}', ['id'])).toBeUndefined();
    expect(textAt('{"say":"\\"id","id":8}', ['id'])).toBe('8');
    expect(textAt('{"other_id":7,"id":8}', ['id'])).toBe('8');
    expect(textAt('{"part":{"id":7}}', ['id'])).toBeUndefined();
    expect(textAt('{"a":":x"}', [':'])).toBeUndefined();
  });
});

describe('a nested path', () => {
  const raw = '{"tiers":[{"min":0,"rate":0.90},{"min":1000000.01,"rate":0.75}],"id":1}';

  it('is set, added and removed', () => {
    const rate = { op: 'set', path: ['tiers', 1, 'rate'], value: new Verbatim('0.80') } as const;
    const max = { op: 'set', path: ['tiers', 1, 'max'], value: null } as const;
    const first = { op: 'remove', path: ['tiers', 0] } as const;
    expect(patchJson(raw, [rate, max, first])).toBe(
      '{"tiers":[{"min":1000000.01,"rate":0.80,"max":null}],"id":1}',
    );
  });

  it('that does not exist cannot be set, and removing it changes nothing', () => {
    for (const path of [['tiers', 2, 'rate'], ['tiers', 'rate'], ['id', 'x'], ['none', 'x'], [0], []])
      expect(patchJson(raw, [{ op: 'remove', path: [...path, 'y'] }])).toBe(raw);
    for (const path of [['tiers', 2, 'rate'], ['tiers', 5], ['id', 'x'], ['none', 'x'], [0]])
      expect(() => patchJson(raw, [{ op: 'set', path, value: 1 }]), path.join()).toThrow(PatchError);
  });
});

describe('a list', () => {
  it('gets an item at its end without changing any other byte', () => {
    fc.assert(
      fc.property(nonEmptyList, jsonTexts, whiteSpace, (items, added, gap) => {
        const text = (all: readonly string[]) =>
          `{"list":[${all.map((item) => gap + item).join(',')}],"x":1}`;
        const edit = { op: 'append', path: ['list'], value: new Verbatim(added) } as const;
        expect(patchJson(text(items), [edit])).toBe(text([...items, added]));
      }),
    );
  });

  it('is created with its first item if it was empty, missing or null', () => {
    const edit = { op: 'append', path: ['list'], value: 7 } as const;
    expect(patchJson('{"list":[]}', [edit])).toBe('{"list":[7]}');
    expect(patchJson('{"list":null}', [edit])).toBe('{"list":[7]}');
    expect(patchJson('{"id":1}', [edit])).toBe('{"id":1,"list":[7]}');
    expect(() => patchJson('{"list":"7"}', [edit])).toThrow(PatchError);
  });

  it('loses the item at an index without changing any other byte', () => {
    fc.assert(
      fc.property(nonEmptyList, listIndex, whiteSpace, (items, seed, gap) => {
        fc.pre(items.length > 1);
        const index = seed % items.length;
        const text = (all: readonly string[]) => `{"list":[${all.map((item) => gap + item).join(',')}]}`;
        const patched = patchJson(text(items), [{ op: 'remove', path: ['list', index] }]);
        expect(patched).toBe(text(items.toSpliced(index, 1)));
      }),
    );
  });

  it('loses every item that equals the given one', () => {
    const raw = '{"ids":[7, "7",7.0,"007", 9007199254740993,8]}';
    const without = (value: string) => patchJson(raw, [{ op: 'remove-item', path: ['ids'], value }]);
    expect(without('7')).toBe('{"ids":[7.0,"007", 9007199254740993,8]}');
    expect(without('9007199254740993')).toBe('{"ids":[7, "7",7.0,"007",8]}');
    expect(without('9007199254740992')).toBe(raw);
    expect(patchJson('{"a":null}', [{ op: 'remove-item', path: ['a'], value: 1 }])).toBe('{"a":null}');
  });
});

describe('patching', () => {
  it('applies edits in order, and the result parses as expected', () => {
    fc.assert(
      fc.property(
        recordMembers,
        fc.array(fc.tuple(fc.nat(), fc.boolean(), jsonTexts)),
        whiteSpace,
        (parts, changes, gap) => {
          fc.pre(parts.length > 0);
          const expected = new Map(parts.map(([name, value]) => [name, readExact(value)]));
          const edits = changes.map(([seed, removes, value]) => {
            const name = parts[seed % parts.length]?.[0] ?? '';
            if (removes) expected.delete(name);
            else expected.set(name, readExact(value));
            return removes
              ? ({ op: 'remove', path: [name] } as const)
              : ({ op: 'set', path: [name], value: readExact(value) } as const);
          });
          const patched = readExact(patchJson(recordText(parts, gap), edits)) as object;
          expect(new Map(Object.entries(patched))).toEqual(expected);
        },
      ),
    );
  });

  it('refuses invalid JSON as input and as result', () => {
    expect(() => patchJson('{"a":1', [])).toThrow(PatchError);
    expect(() => patchJson('{"a":1', [{ op: 'remove', path: ['a'] }])).toThrow(JsonError);
    expect(() => patchJson('{"a":1}', [{ op: 'set', path: ['a'], value: new Verbatim('007') }])).toThrow(
      PatchError,
    );
    expect(() => patchJson('{"a":1}', [{ op: 'set', path: ['a'], value: Number.NaN }])).toThrow(RangeError);
    expect(() => patchJson('[1]', [{ op: 'set', path: ['a'], value: 1 }])).toThrow(PatchError);
  });

  it('skips a value of any depth', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const raw = `{"deep":${deep},"a":1}`;
    expect(patchJson(raw, [{ op: 'set', path: ['a'], value: 2 }])).toBe(`{"deep":${deep},"a":2}`);
    expect(patchJson(raw, [{ op: 'remove', path: ['deep'] }])).toBe('{"a":1}');
  });
});
