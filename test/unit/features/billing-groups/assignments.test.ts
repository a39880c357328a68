import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addAssignments,
  assignmentChanges,
  PAID_BY_ITSELF,
  mergeAssignments,
  readAssignments,
  removeAssignments,
  setPayer,
  PAID_BY_GROUP,
} from '#contract/features/billing-groups/assignments';
import { JsonError } from '#contract/exact-json/scan';

const LIST =
  '[ {"id": 1, "account_id": 10, "fee_location": 0.0, "x": 1e2},\n  {"account_id":"11","fee_location":-1} ]';
const accounts = (json: string | undefined) => readAssignments(json).map(({ account }) => account);

describe('assignments as text', () => {
  it('parses a list, one object, null, nothing and malformed items', () => {
    expect(accounts(LIST)).toEqual(['10', '11']);
    expect(accounts('{"account_id": 9007199254740993}')).toEqual(['9007199254740993']);
    expect(accounts('null')).toEqual([]);
    expect(accounts(undefined)).toEqual([]);
    expect(accounts('[7, null, {"account_id": {}}]')).toEqual([null, null, null]);
  });

  it('preserves every digit of a number, and rejects malformed JSON', () => {
    const texts = [
      '12',
      '-1',
      '0',
      '-0',
      '1.0',
      '1e3',
      '123456789012345',
      '1234567890123456',
      '12345678901234567',
    ];
    for (const text of texts) {
      const [item] = readAssignments(`[{"id":7,"account_id":${text},"fee_location": ${text}}]`);
      expect(item).toMatchObject({ id: '7', account: text, payer: text });
    }
    expect(() => readAssignments('[{"account_id":1},]')).toThrow(JsonError);
  });

  it('adds at the end and preserves every other byte', () => {
    expect(addAssignments(LIST, ['10', '12'], PAID_BY_GROUP)).toBe(
      LIST.replace(
        '"fee_location":-1}',
        '"fee_location":-1},\n  {"account_id":12,"fee_location":-1,"fee_location_option":"G"}',
      ),
    );
    const added = '{"account_id":12,"fee_location":0,"fee_location_option":"S"}';
    expect(addAssignments('null', ['12'])).toBe(`[${added}]`);
    expect(addAssignments(undefined, ['12'])).toBe(`[${added}]`);
    expect(addAssignments('[ ]', ['12'])).toBe(`[${added} ]`);
    expect(addAssignments('{"account_id": 3}', ['12'])).toBe(`[{"account_id": 3},${added}]`);
  });

  it('preserves an unchanged null, object or missing value', () => {
    for (const untouched of ['null', ' {"account_id": 3} ', undefined]) {
      expect(removeAssignments(untouched, ['12'])).toBe(untouched);
      expect(setPayer(untouched, ['12'], PAID_BY_GROUP)).toBe(untouched);
      expect(addAssignments(untouched, [])).toBe(untouched);
    }
  });

  it('removes accounts with their commas', () => {
    expect(removeAssignments(LIST, ['10'])).toBe('[ {"account_id":"11","fee_location":-1} ]');
    expect(removeAssignments(LIST, ['10', '11'])).toBe('[  ]');
    expect(removeAssignments('{"account_id": 3}', ['3'])).toBe('[]');
  });

  it('sets the payer, keeps unknown keys, and keeps codes if the payer is the same', () => {
    const odd = '[{"account_id":1,"fee_location":0,"fee_location_option":"Z","x":[0.10]}]';
    expect(setPayer(odd, ['1'], PAID_BY_ITSELF)).toBe(odd);
    expect(setPayer(odd, ['1'], '77')).toBe(
      '[{"account_id":1,"fee_location":77,"fee_location_option":"A","x":[0.10]}]',
    );
  });

  it('compares by account, ignoring order and IDs', () => {
    const after = '[{"account_id":12,"fee_location":0},{"id":9,"account_id":11,"fee_location":12}]';
    expect(assignmentChanges(LIST, after)).toEqual({
      added: [{ id: null, account: '12', payer: '0', option: null }],
      removed: [{ id: '1', account: '10', payer: '0.0', option: null }],
      payerChanged: [{ account: '11', from: '-1', to: '12' }],
    });
  });

  it('applies an edit to a group that others have changed', () => {
    const mine = addAssignments(removeAssignments(LIST, ['10']), ['12'], PAID_BY_GROUP);
    const theirs = '[{"id":5,"account_id":50,"fee_location":0}]';
    expect(mergeAssignments(LIST, mine, theirs)).toBe(
      '[{"id":5,"account_id":50,"fee_location":0},{"account_id":12,"fee_location":-1,"fee_location_option":"G"}]',
    );
    expect(mergeAssignments(LIST, mine, 'null')).toContain('"account_id":12');
  });

  it('applies the payers of an edit, also of an account that others have added', () => {
    const mine = addAssignments(setPayer(LIST, ['11'], '10'), ['12'], PAID_BY_GROUP);
    const theirs =
      '[{"account_id":12,"fee_location":0},{"account_id":11,"fee_location":-1},{"account_id":10,"fee_location":5}]';
    expect(readAssignments(mergeAssignments(LIST, mine, theirs))).toMatchObject([
      { account: '12', payer: PAID_BY_GROUP, option: 'G' },
      { account: '11', payer: '10', option: 'A' },
      { account: '10', payer: '5' }, // others' change stays
    ]);
  });
});

const space = fc.constantFrom('', ' ', '\n  ', '\t');
const number = fc.oneof(fc.integer().map(String), fc.constantFrom('9007199254740993', '0.10', '-0', '1e2'));
const other = fc.oneof(number, fc.constantFrom('null', '"Z"', '[]', '{"a":0.10}', '"007"'));
const item = fc
  .record({ account: fc.integer({ min: 1, max: 12 }), payer: number, extra: other, id: other, gap: space })
  .map(({ account, payer, extra, id, gap }) => ({
    account: String(account),
    text: `{${gap}"id":${id},${gap}"account_id":${gap}${account},"extra":${extra},"fee_location":${payer}}`,
  }));
const list = fc.tuple(fc.array(item, { maxLength: 8 }), space, space).map(([items, before, after]) => ({
  items,
  json: `[${before}${items.map(({ text }) => text).join(`${after},${before}`)}${after}]`,
}));
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String), { maxLength: 5 });

describe('any assignments', () => {
  it('keep every item not named by an edit byte for byte, in order', () => {
    fc.assert(
      fc.property(list, ids, ids, ({ items, json }, added, removed) => {
        const after = addAssignments(removeAssignments(json, removed), added) ?? '';
        JSON.parse(after); // throws if an edit made it invalid
        const remaining = items.filter(({ account }) => !removed.includes(account));
        let from = 0;
        for (const { text } of remaining) {
          const start = after.indexOf(text, from);
          expect(start).toBeGreaterThanOrEqual(0);
          from = start + text.length;
        }
        const remainingAccounts = new Set(remaining.map(({ account }) => account));
        expect(accounts(after)).toEqual([
          ...remaining.map(({ account }) => account),
          ...added.filter((account) => !remainingAccounts.has(account)),
        ]);
      }),
    );
  });

  it('return to the same bytes after adding and removing new accounts', () => {
    fc.assert(
      fc.property(list, ids, ({ items, json }, wanted) => {
        const fresh = wanted.filter((account) => !items.some((existing) => existing.account === account));
        expect(removeAssignments(addAssignments(json, fresh), fresh)).toBe(json);
      }),
    );
  });
});
