import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '#contract/failure';
import { readEnvelope } from '#engine/wire/envelope';

const list = (data: string) =>
  `{"object":"list","has_next":true,"has_previous":false,"current_page":2,"total_pages":7,"page_size_limit":100,"total_items":612,"data":${data}}`;

const kindOf = (text: string): string => {
  try {
    readEnvelope(text);
    return 'read';
  } catch (error) {
    return error instanceof FailureError ? error.failure.kind : String(error);
  }
};

/** A value's JSON text, compact or indented by various white space. */
const spaced = fc
  .tuple(fc.jsonValue(), fc.constantFrom('', ' ', '\n', '\t ', '\r\n  '))
  .map(([value, space]) => ({ value, text: JSON.stringify(value, null, space || undefined) }));

describe('readEnvelope', () => {
  it('returns the pager and the text of each record', () => {
    const { meta, records } = readEnvelope(list('[{"id":1},{"id":2}]'));
    expect(meta).toEqual({ hasNext: true, currentPage: 2, totalPages: 7, totalItems: 612, pageSize: 100 });
    expect(records).toEqual(['{"id":1}', '{"id":2}']);
  });

  it('preserves every digit and space of a record', () => {
    const raw = '{ "id" : 9007199254740993123, "n": 0.10, "zip": "00501", "e": 1.50E+3 }';
    expect(readEnvelope(list(`[ ${raw} ]`)).records).toEqual([raw]);
  });

  it('reads an envelope whose data is one object, or null', () => {
    expect(readEnvelope(list('{"id":1}')).records).toEqual(['{"id":1}']);
    expect(readEnvelope(list('null')).records).toEqual([]);
    expect(readEnvelope(list('[]')).records).toEqual([]);
  });

  it('reads bare arrays, objects and values', () => {
    expect(readEnvelope('[{"id":1},"a",2,null,[3]]').records).toEqual([
      '{"id":1}',
      '"a"',
      '2',
      'null',
      '[3]',
    ]);
    expect(readEnvelope('{"id":1}').records).toEqual(['{"id":1}']);
    expect(readEnvelope('"token"').records).toEqual(['"token"']);
    expect(readEnvelope('{"id":1}').meta.hasNext).toBeNull();
  });

  it('does not unwrap a record with a field named data', () => {
    const raw = '{"id":1,"data":[1,2]}';
    expect(readEnvelope(raw).records).toEqual([raw]);
    expect(readEnvelope('{"data":[{"id":1}]}').records).toEqual(['{"id":1}']);
  });

  it('reads a pager sent as text, and ignores an invalid one', () => {
    const text =
      '{"has_next":"false","total_items":"12","total_pages":-1,"current_page":null,"page_size_limit":"","data":[]}';
    expect(readEnvelope(text).meta).toEqual({
      hasNext: false,
      currentPage: null,
      totalPages: null,
      totalItems: 12,
      pageSize: null,
    });
  });

  it('handles escaped keys, quotes in strings and a byte order mark', () => {
    expect(readEnvelope('\ufeff{"has_next":false,"d\\u0061ta":[1]}').records).toEqual(['1']);
    expect(readEnvelope(list('["\\\\", "\\"]", "[{"]')).records).toEqual(['"\\\\"', '"\\"]"', '"[{"']);
  });

  it('slices records exactly as written', () => {
    fc.assert(
      fc.property(fc.array(spaced), fc.constantFrom('', ' ', '\n  '), (items, space) => {
        const data = `[${items.map(({ text }) => `${space}${text}${space}`).join(',')}]`;
        expect(readEnvelope(list(data)).records).toEqual(items.map(({ text }) => text));
        expect(readEnvelope(`${space}${data}${space}`).records).toEqual(items.map(({ text }) => text));
      }),
    );
  });

  it('slices any Unicode exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const raws = texts.map((text) => JSON.stringify({ [text]: text }));
        expect(readEnvelope(list(`[${raws.join(',')}]`)).records).toEqual(raws);
      }),
    );
  });

  it('finds the data among other fields in any order', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()), (others, data) => {
        delete others['data'];
        for (const body of [
          { ...others, has_next: false, data },
          { data, has_next: false, ...others },
        ]) {
          expect(readEnvelope(JSON.stringify(body)).records).toEqual(
            data.map((value) => JSON.stringify(value)),
          );
        }
      }),
    );
  });

  it('reports every truncated response as truncated', () => {
    const fullText = list('[{"id":1,"name":"A \\"b\\" [c","n":[1,{"x":null}]},{"id":2}]');
    for (let end = 0; end < fullText.length; end++) {
      expect(kindOf(fullText.slice(0, end)), fullText.slice(0, end)).toBe('cut-short');
    }
  });

  it('reports a response that is not JSON as not from the service', () => {
    for (const text of ['<html></html>', 'Not found', '{"a" 1}', '{a:1}', '{"a":1}{', '[1 2]', '{"a":1,}']) {
      expect(kindOf(text), text).toBe('not-the-service');
    }
  });
});
