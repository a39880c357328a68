import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactFieldsOf, fieldsOf, isInexact } from '#contract/exact-json/fields';
import { jsonText, readExact, Verbatim, type Exact } from '#contract/exact-json/read';
import { JsonError } from '#contract/exact-json/scan';
import { maskJson, indentJson } from '#contract/exact-json/show';
import { whiteSpace, jsonTexts } from './arbitrary';

const deep = (depth: number) => '[{"a":'.repeat(depth) + '0.10' + '}]'.repeat(depth);

/** Returns the JSON.parse result of an exactly read text. */
const asParsed = (text: string): unknown => JSON.parse(jsonText(readExact(text)));

describe('exact reading', () => {
  it('equals JSON.parse, and survives writing and reading again', () => {
    fc.assert(
      fc.property(jsonTexts, whiteSpace, (text, gap) => {
        expect(asParsed(gap + text + gap)).toEqual(JSON.parse(text));
        expect(readExact(jsonText(readExact(text)))).toEqual(readExact(text));
      }),
    );
  });

  it('rejects what JSON.parse rejects', () => {
    fc.assert(
      fc.property(
        jsonTexts,
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', '[', 'x', ':', '0'),
        (text, place, put) => {
          const index = place % text.length;
          const broken = text.slice(0, index) + put + text.slice(index + 1);
          let isJson = true;
          try {
            JSON.parse(broken);
          } catch {
            isJson = false;
          }
          if (isJson) expect(asParsed(broken)).toEqual(JSON.parse(broken));
          else expect(() => readExact(broken)).toThrow(JsonError);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('preserves the text of numbers that JavaScript would change', () => {
    expect(readExact('[1, 0.10, 1e400, 9007199254740993, -0]')).toEqual([
      1,
      new Verbatim('0.10'),
      new Verbatim('1e400'),
      new Verbatim('9007199254740993'),
      new Verbatim('-0'),
    ]);
  });

  it('reads __proto__ like any other field', () => {
    const value = readExact('{"__proto__":{"admin":true},"a":1}') as { readonly [name: string]: Exact };
    expect(Object.keys(value)).toEqual(['__proto__', 'a']);
    expect('admin' in value).toBe(false);
    expect(jsonText(value)).toBe('{"__proto__":{"admin":true},"a":1}');
  });

  it('keeps values that are nested too deeply as text, at any depth', () => {
    for (const depth of [40, 3_000, 100_000]) {
      const text = `{"a":${deep(depth)},"b":7}`;
      expect(jsonText(readExact(text))).toBe(text);
    }
  });

  it('never quotes the text in its error message', () => {
    expect(() => readExact('{"ssn":123-45-6789}')).toThrow(/^no JSON at character 7$/);
  });
});

describe('the fields of a record', () => {
  it('are inexact if digits are lost or a value is nested too deeply', () => {
    expect(isInexact(fieldsOf('{"a":[{"b":9007199254740993}]}'))).toBe(true);
    expect(isInexact(fieldsOf('{"a":[{"b":9007199254740991,"c":"9007199254740993"}]}'))).toBe(false);
    expect(isInexact(fieldsOf(`{"a":${deep(3_000)}}`))).toBe(true);
  });

  it('are exact even if a double would not be', () => {
    expect(exactFieldsOf('{"id":9007199254740993,"n":0.10,"m":-12345678901234567890.5}')).toEqual({
      id: '9007199254740993',
      n: 0.1,
      m: '-12345678901234567890.5',
    });
    expect(exactFieldsOf(`{"a":[${deep(3_000)}]}`)).toBeDefined();
  });

  it('are undefined for a text that is not an object', () => {
    for (const text of ['[1]', '7', 'null', '{"a":', 'x']) {
      expect(fieldsOf(text), text).toBeUndefined();
      expect(exactFieldsOf(text), text).toBeUndefined();
    }
  });
});

describe('formatted JSON', () => {
  const withoutSpace = (text: string) => text.match(/"(?:[^"\\]|\\.)*"|\S/g)?.join('');

  it('differs from the text in white space only', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        expect(withoutSpace(indentJson(text))).toBe(withoutSpace(text));
        expect(indentJson(indentJson(text))).toBe(indentJson(text));
      }),
    );
    const raw = '{"id":90071992547409931,"a":[],"b":{},"c":[1.0,{"d":"x, \\"y\\": {z}"}],"e":null}';
    expect(indentJson(raw).split('\n').slice(0, 4)).toEqual([
      '{',
      '  "id": 90071992547409931,',
      '  "a": [],',
      '  "b": {},',
    ]);
  });

  it('masks secret fields at any depth, with any spelling of their names', () => {
    const isSecret = (name: string) => name === 'tax_id_token';
    expect(maskJson('{"tax_id_token": "tok_1", "x": "tok_1"}', isSecret)).toBe(
      '{"tax_id_token": "••••", "x": "tok_1"}',
    );
    expect(maskJson('[{"a":{"tax\\u005fid_token":"t\\"1"},"b":"tax_id_token"}]', isSecret)).toBe(
      '[{"a":{"tax\\u005fid_token":"••••"},"b":"tax_id_token"}]',
    );
    expect(maskJson('{"tax_id_token":null}', isSecret)).toBe('{"tax_id_token":null}');
  });
});
