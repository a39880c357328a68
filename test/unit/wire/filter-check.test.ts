import { expect, it } from 'vitest';
import { checkFilter } from '#engine/wire/filter-check';
import { RecordBytes } from '#engine/wire/record-bytes';

it.each<[string, number, number]>([
  ['{"id":1,"status":"closed"}', 0, 0],
  [' {"id":1,"status" : " CLOSED "}', 0, 0],
  ['{"id":1,"st\\u0061tus":"closed"}', 0, 0],
  ['{"id":1,"status":"funded"}', 1, 0],
  ['{"id":1,"status":null}', 1, 0],
  ['{"id":1,"status":["closed"]}', 1, 0],
  ['{"id":1,"status":"closed","status":"funded"}', 1, 0],
  ['{"id":1,"nested":{"status":"funded"}}', 0, 1],
  ['{"id":1}', 0, 1],
  ['7', 0, 1],
])('compares %s with the filter', (text, mismatched, unverified) => {
  expect(checkFilter(RecordBytes.ofTexts([text]), { status: 'closed' })).toEqual({ mismatched, unverified });
});

it('compares every field of the filter and counts each record once', () => {
  const records = RecordBytes.ofTexts([
    '{"firm_id":39,"is_active":true}',
    '{"firm_id":"39","is_active":true}',
    '{"firm_id":40,"is_active":false}',
    '{"firm_id":40}',
    '{"firm_id":39}',
  ]);
  expect(checkFilter(records, { firm_id: 39, is_active: true })).toEqual({ mismatched: 2, unverified: 1 });
});
