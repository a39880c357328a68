import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf } from '#contract/failure';
import { readEnvelope } from '#engine/wire/envelope';
import { readPage } from '#engine/wire/page';

const bytesOf = (text: string): ArrayBuffer => new Uint8Array(new TextEncoder().encode(text)).buffer;
const read = (text: string) => {
  const { meta, records } = readPage(bytesOf(text));
  return { meta, records: records.texts() };
};
const envelope = (text: string) => {
  const { meta, records } = readEnvelope(text);
  return { meta, records };
};
const catchFailure = (text: string) => {
  try {
    read(text);
    return 'read';
  } catch (error) {
    return failureOf(error).kind;
  }
};
const list = (data: string) => `{"object":"list","has_next":true,"total_items":612,"data":${data}}`;

describe('a page parsed as bytes', () => {
  it('equals the envelope of the same text for any content', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('data', 'é', '"', '\\', ']}'));
    const json = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 0.1, 9e99),
        text,
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value')),
      object: fc.dictionary(text, tie('value')),
    }));
    fc.assert(
      fc.property(json.list, json.object, fc.constantFrom('', '\n', '\t '), (data, others, gap) => {
        const body = JSON.stringify({ ...(others as object), has_next: false, data }, null, gap);
        expect(read(body)).toEqual(envelope(body));
        const bare = JSON.stringify(data, null, gap);
        expect(read(` ${bare}\n`)).toEqual(envelope(bare));
      }),
    );
  });

  it('preserves every digit and space of a record', () => {
    const raw = '{ "id" : 9007199254740993123, "n": 0.10, "zip": "00501", "e": 1.50E+3 }';
    expect(read(list(`[ ${raw} ,{"id":2}]`)).records).toEqual([raw, '{"id":2}']);
  });

  it('accepts one object, null, an escaped or duplicate name, and a byte order mark', () => {
    for (const body of [
      list('{"id":1}'),
      list('null'),
      '{"has_next":false,"d\\u0061ta":[1]}',
      '{"has_next":false,"data":[1],"data":[2,3]}',
      '{"has_next":false,"data":[1],"data":null}',
      '{"has_next":false,"data":[1],"d\\u0061ta":[2]}',
      '{"has_next":false,"d\\u0061ta":[1],"data":[2]}',
    ])
      expect(read(body), body).toEqual(envelope(body));
    expect(read(`\ufeff${list('[1]')}`)).toEqual(envelope(list('[1]')));
  });

  it('shows a replacement character for invalid bytes', () => {
    const bytes = new Uint8Array(bytesOf(list('["?"]')));
    bytes[bytes.indexOf(63)] = 0xff;
    expect(readPage(bytes.buffer).records.texts()).toEqual(['"\ufffd"']);
  });

  it('reports truncation at every position', () => {
    const fullText = list('[{"id":1,"name":"A \\"b\\" [c","n":[1,{"x":null}]},{"id":2}]');
    for (let end = 0; end < fullText.length; end += 1)
      expect(catchFailure(fullText.slice(0, end)), fullText.slice(0, end)).toBe('cut-short');
  });

  it('is refused if it is not JSON or not a list', () => {
    for (const body of ['<html></html>', 'Not found', '{"a" 1}', '{"data":[1 2]}', '[1]]', '{"data":[1],}'])
      expect(catchFailure(body), body).toBe('not-the-service');
    for (const body of ['{"id":1,"data":[1,2]}', '{"message":"could not list the rest"}', '"no"'])
      expect(catchFailure(body), body).toBe('odd-answer');
  });
});
