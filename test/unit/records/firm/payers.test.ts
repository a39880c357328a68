import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Payers } from '../../../../main/engine/records/firm/payers';
import { readPayers } from '../../../../preload/contract/domain/assignments';

const reader = new Payers();
function read(record: string): { account: string; payer: string | null }[] {
  reader.read(record);
  return Array.from({ length: reader.length }, (_, at) => ({
    account: String(reader.accounts[at]),
    payer: reader.payers[at] === null ? null : String(reader.payers[at]),
  }));
}
const slowly = (record: string) =>
  readPayers(record).map(({ account, payer }) => ({ account: String(account), payer }));

/** Texts in which what matters in JSON, and names that are looked for, come again and again. */
const text = fc
  .array(
    fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', 'é', '"assignments":[', 'account_id'),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(''));
const scalar = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  text,
  fc.constant(null),
  fc.boolean(),
);
const value = fc.oneof(
  { weight: 6, arbitrary: fc.nat().map(String) },
  fc.constantFrom('0', '-1', '-0', '1e2', '12.0', '9007199254740993', '999999999999999', '1000000000000000'),
  scalar.map((one) => JSON.stringify(one)),
  fc.constantFrom('[]', '{}', '[{"account_id":1}]', '{"account_id":1,"assignments":[{"account_id":2}]}'),
);
const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('account_id', 'fee_location', 'id', 'fee_location_option', 'assignments'),
  },
  text,
);
const gap = fc.oneof({ weight: 12, arbitrary: fc.constant('') }, fc.constantFrom(' ', '\n', '\t'));
const object = (values: fc.Arbitrary<string>, names: fc.Arbitrary<string>, maxLength: number) =>
  fc
    .array(fc.tuple(gap, names, gap, gap, values, gap), { maxLength })
    .map(
      (fields) =>
        `{${fields.map(([a, key, b, c, one, d]) => `${a}${JSON.stringify(key)}${b}:${c}${one}${d}`).join(',')}}`,
    );
const item = fc.oneof({ weight: 9, arbitrary: object(value, name, 5) }, value);
const items = fc
  .array(fc.tuple(gap, item, gap), { maxLength: 4 })
  .map((all) => `[${all.map((parts) => parts.join('')).join(',')}]`);
const record = object(
  fc.oneof({ weight: 3, arbitrary: items }, value),
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom('assignments', 'id', 'name') }, text),
  5,
);

describe('the payers of a group', () => {
  it('are what the whole JSON says, however it is written', () => {
    fc.assert(
      fc.property(record, (json) => {
        expect(read(json)).toEqual(slowly(json));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are read where they stand as the service writes them, with nothing of the record before', () => {
    const group = (assignments: string) =>
      `{"object":"billing.group","id":7,"minimum_ids":[],${assignments}}`;
    expect(
      read(
        group(
          '"assignments":[{"id":1,"account_id":5,"fee_location":0,"fee_location_option":"S"},{"account_id":6,"fee_location":-1}]',
        ),
      ),
    ).toEqual([
      { account: '5', payer: '0' },
      { account: '6', payer: '-1' },
    ]);
    expect(read(group('"assignments":[{"id":1}]'))).toEqual([]);
    expect(read(group('"assignments":[]'))).toEqual([]);
  });
});
