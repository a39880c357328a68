import { expect, it } from 'vitest';
import { losesValue, overwritesIn } from '#engine/records/edits/overwrites';

const row = (field: string, before: string | undefined, after: string, state = 'ready') =>
  ({ state, fields: [{ field, ...(before === undefined ? {} : { before }), after, issue: null }] }) as never;
const NONE = { filled: 0, replaced: 0, extended: 0, shortened: 0, emptied: 0 };

it.each<[string, string | undefined, string, Partial<typeof NONE>]>([
  ['a value where there was none', undefined, '7', { filled: 1 }],
  ['a list where it was empty', '[]', '[7]', { filled: 1 }],
  ['another value', '6', '7', { replaced: 1 }],
  ['another list', '[5,6]', '[6,7]', { replaced: 1 }],
  ['one more item', '[6]', '[6,9007199254740993]', { extended: 1 }],
  ['a longer text with the same beginning', '"A"', '"A more"', { extended: 1 }],
  ['fewer items', '[6,7]', '[7]', { shortened: 1 }],
  ['an ID that differs only beyond 2^53', '[9007199254740992]', '[9007199254740993]', { replaced: 1 }],
  ['an emptied list', '[6]', '[]', { emptied: 1 }],
  ['a cleared value', '"Ann"', 'null', { emptied: 1 }],
])('counts %s', (_, before, after, count) => {
  expect(overwritesIn([row('fee_structures_ids', before, after)])).toEqual([
    { field: 'fee_structures_ids', ...NONE, ...count },
  ]);
});

it('counts neither what stays the same nor rows that are not sent', () => {
  const rows = [
    row('notes', 'null', '""'),
    row('notes', '"A"', '"A"'),
    row('benchmarks_ids', '[1,2]', '[2,1]'),
    row('notes', '"A"', '"B"', 'conflict'),
  ];
  expect(overwritesIn(rows)).toEqual([]);
});

it('counts each field separately', () => {
  expect(
    overwritesIn([row('notes', '"A"', '"B"'), row('notes', '"C"', '"B"'), row('nickname', undefined, '"N"')]),
  ).toEqual([
    { field: 'notes', ...NONE, replaced: 2 },
    { field: 'nickname', ...NONE, filled: 1 },
  ]);
});

it('filters the ready rows that lose a value', () => {
  const rows = [
    row('notes', '"A"', '"B"'),
    row('notes', '"A"', '"A more"'),
    row('notes', undefined, '"B"'),
    row('notes', '"A"', 'null'),
    row('notes', '"A"', '"B"', 'conflict'),
  ];
  expect(rows.map(losesValue)).toEqual([true, false, false, true, false]);
});
