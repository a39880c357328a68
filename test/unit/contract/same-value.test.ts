import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, readExact, Verbatim } from '#contract/exact-json/read';
import type { Field } from '#contract/fields';
import { resourceNamed, RESOURCE_NAMES, type ResourceName } from '#contract/resources';
import { confirmsValue, sameJson, sameValue } from '#contract/same-value';

type Case = readonly [resource: ResourceName, field: string, wanted: string, inRecord: string | undefined];

function fieldNamed(resource: ResourceName, name: string): Field {
  const field = resourceNamed(resource).fields[name];
  if (!field) throw new Error(name);
  return field;
}

const SAME: readonly Case[] = [
  ['accounts', 'household_id', '68778', '"68778"'],
  ['accounts', 'household_id', '9007199254740993', '9007199254740993'],
  ['accounts', 'required_cash', '0.1', '0.10'],
  ['accounts', 'required_cash', '12', '"12.00"'],
  ['accounts', 'first_billable_date', '"2026-11-21"', '"2026-11-21T00:00:00Z"'],
  ['accounts', 'fee_structures_ids', '[1,2]', '["2",1]'],
  ['accounts', 'notes', 'null', undefined],
];

/** Cases that confirm a write but are different stored values: a user may choose between the two texts. */
const ONLY_CONFIRMED: readonly Case[] = [
  ['accounts', 'fee_structures_ids', 'null', '[]'],
  ['accounts', 'notes', '""', undefined],
  [
    'billingGroups',
    'assignments',
    '[{"account_id":1,"fee_location":0},{"account_id":2,"fee_location":-1}]',
    '[{"id":9,"account_id":2,"fee_location":-1},{"id":8,"account_id":1,"fee_location":0}]',
  ],
  [
    'feeStructures',
    'tiers',
    '[{"min_balance":0,"max_balance":null,"rate":0.9}]',
    '[{"id":1,"min_balance":0.00,"max_balance":null,"rate":0.90,"fee_structure_id":4}]',
  ],
];

const DIFFERENT: readonly Case[] = [
  ['accounts', 'household_id', '9007199254740993', '9007199254740992'],
  ['accounts', 'number', '"007"', '"7"'],
  ['accounts', 'required_cash', '0', 'null'],
  ['accounts', 'fee_structures_ids', '[1,1]', '[1,2]'],
  ['accounts', 'notes', '"x"', undefined],
  ['feeStructures', 'tiers', '["a"]', '["b"]'],
  [
    'feeStructures',
    'tiers',
    '[{"min_balance":0,"max_balance":null,"rate":0.9}]',
    '[{"id":1,"min_balance":0,"max_balance":100,"rate":0.9}]',
  ],
];

it.each([...SAME, ...ONLY_CONFIRMED])(
  '%s.%s: writing %s is confirmed by a record with %s',
  (resource, field, wanted, inRecord) => {
    expect(confirmsValue(fieldNamed(resource, field), wanted, inRecord)).toBe(true);
  },
);
it.each(SAME)('%s.%s: %s is the same stored value as %s', (resource, field, a, b) => {
  expect(sameValue(fieldNamed(resource, field), a, b)).toBe(true);
});
it.each([...DIFFERENT, ...ONLY_CONFIRMED])(
  '%s.%s: %s is a different stored value from %s',
  (resource, field, a, b) => {
    expect(sameValue(fieldNamed(resource, field), a, b)).toBe(false);
  },
);
it.each(DIFFERENT)(
  '%s.%s: writing %s is not confirmed by a record with %s',
  (resource, field, wanted, inRecord) => {
    expect(confirmsValue(fieldNamed(resource, field), wanted, inRecord)).toBe(false);
  },
);

describe('every field of every resource', () => {
  const fields = fc.constantFrom(
    ...RESOURCE_NAMES.flatMap((name) => Object.values(resourceNamed(name).fields)),
  );
  /** Few values in many spellings, so that equal values are compared often. */
  const scalar = fc.constantFrom(
    '0',
    '-0',
    '1',
    '1.0',
    '"1"',
    '1e0',
    '" 1"',
    'true',
    '"True"',
    '"2026-11-21"',
  );
  const otherTexts = fc.constantFrom('"2026-11-21T00:00:00Z"', '"x"', '""', 'null', '[]', '9007199254740993');
  const item = fc
    .dictionary(
      fc.constantFrom('id', 'account_id', 'fee_location', 'min_balance', 'max_balance', 'rate', 'strange'),
      fc.oneof(scalar, fc.constant('null')),
    )
    .map(
      (members) =>
        `{${Object.entries(members)
          .map(([name, text]) => `"${name}":${text}`)
          .join(',')}}`,
    );
  const list = fc.array(fc.oneof(scalar, item), { maxLength: 3 }).map((items) => `[${items.join(',')}]`);
  const text = fc.option(fc.oneof(scalar, otherTexts, list), { nil: undefined });
  const present = text.map((json) => json ?? 'null');

  it('sameValue is reflexive and symmetric', () => {
    fc.assert(
      fc.property(fields, text, text, (field, a, b) => {
        const copy = a === undefined ? undefined : ` ${jsonText(readExact(a))} `;
        expect(sameValue(field, a, copy)).toBe(true);
        expect(sameValue(field, a, b)).toBe(sameValue(field, b, a));
      }),
    );
  });

  it('sameValue is transitive', () => {
    fc.assert(
      fc.property(fields, text, text, text, (field, a, b, c) => {
        fc.pre(sameValue(field, a, b) && sameValue(field, b, c));
        expect(sameValue(field, a, c)).toBe(true);
      }),
      // About one triple in 100 has equal neighbors, which the default limit of 100 skips per run can exceed.
      { numRuns: 300, maxSkipsPerRun: 500 },
    );
  });

  it('the same stored value always confirms a write', () => {
    fc.assert(
      fc.property(fields, present, text, (field, wanted, inRecord) => {
        fc.pre(sameValue(field, wanted, inRecord));
        expect(confirmsValue(field, wanted, inRecord)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('sameJson agrees with the text of the values, whatever the order of members', () => {
    fc.assert(
      fc.property(present, present, (a, b) => {
        const reordered = reversedMembers(readExact(a));
        expect(sameJson(readExact(a), reordered)).toBe(true);
        const texts = [a, b].map((each) => JSON.stringify(sortedMembers(readExact(each))));
        expect(sameJson(reordered, readExact(b))).toBe(texts[0] === texts[1]);
      }),
    );
  });
});

function reversedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedMembers);
  if (typeof value !== 'object' || value === null || value instanceof Verbatim) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversedMembers(member)])
      .reverse(),
  );
}

function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers);
  if (typeof value !== 'object' || value === null || value instanceof Verbatim) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sortedMembers(member)]),
  );
}
