import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceNamed, RESOURCE_NAMES, resources } from '#contract/resources';
import { number, type Field, type FieldKind } from '#contract/fields';
import { cellOf, FITS_KIND } from '#engine/cache/schema/cells';
import { extractor } from '#engine/cache/schema/extract';
import { tableNamed } from '#engine/cache/schema/schema';

const fields = [
  ...RESOURCE_NAMES.flatMap((name): Field[] => Object.values(resourceNamed(name).fields)),
  number('A kind that no record has yet'),
];
const ofKind = new Map(fields.map((field) => [field.kind, field]));
ofKind.set('objects', resources.billingGroups.fields.assignments);
const account = extractor(tableNamed('accounts'));
const columns = tableNamed('accounts').columns.map((column) => column.name);
const cellsIn = (raw: string) =>
  Object.fromEntries(account(raw).cells.map((cell, index) => [columns[index] ?? '', cell]));

/** JSON values near the limits of the checks. */
const value = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue() },
  fc.constantFrom(
    ...['', '0', '007', ' 12.50 ', '1e5', '-3', '1.', '.5', '--1', 'NaN', '2024-02-29', 'true', 'Y'],
  ),
  fc.constantFrom<unknown>(0, -0, 0.1, 2 ** 53, -(2 ** 60), 1e300, JSON.parse('1e999'), true, false, null),
  fc.array(fc.oneof(fc.integer(), fc.string(), fc.constant(null))),
  fc.array(fc.oneof(fc.integer(), fc.boolean(), fc.constant({}), fc.constant(JSON.parse('1e999')))),
);

describe('the check of a field', () => {
  it('gives the same result as its read schema for any value', () => {
    expect([...ofKind.keys()].sort()).toEqual(Object.keys(FITS_KIND).sort());
    fc.assert(
      fc.property(fc.constantFrom(...ofKind.values()), value, (field, input) => {
        if (input === null) return;
        expect(FITS_KIND[field.kind](input)).toBe(field.read.safeParse(input).success);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is skipped for a missing value, which fits every schema', () => {
    for (const { read } of fields)
      expect([read.safeParse(null).success, read.safeParse(undefined).success]).toEqual([true, true]);
    expect(account('{"id":1,"name":null}').drift).toBeNull();
  });
});

describe('the cell of a value', () => {
  const cell = (kind: FieldKind, input: unknown) => {
    const field = ofKind.get(kind);
    if (!field) throw new Error(`no field of kind ${kind}`);
    return cellOf(field, input);
  };
  it.each<[FieldKind, unknown, string | number | null]>([
    ['id', 7, 7],
    ['id', '007', '007'],
    ['id', '', null],
    ['text', 12, '12'],
    ['text', true, 'true'],
    ['text', null, null],
    ['choice', 'unheard-of', 'unheard-of'],
    ['integer', '0012', 12],
    ['integer', '9007199254740993', '9007199254740993'],
    ['integer', 'many', 'many'],
    ['money', '0.10', 0.1],
    ['money', '', null],
    ['boolean', 'Y', 'true'],
    ['boolean', 0, 'false'],
    ['boolean', 'perhaps', 'perhaps'],
    ['date', '2024-02-29T23:59:59-08:00', '2024-02-29'],
    ['date', '', null],
    ['date', 20240229, '20240229'],
    ['ids', [3, null, '04'], '3, 04'],
    ['ids', [], null],
    ['texts', 'one', 'one'],
    ['objects', [{ account_id: 5 }, { account_id: '06' }, {}], '5, 06'],
    ['objects', { account_id: 5 }, '5'],
    ['objects', [], null],
  ])('for kind %s and value %j is %j', (kind, input, expected) => {
    expect(cell(kind, input)).toBe(expected);
  });
});

describe('extracting a record', () => {
  it('keeps every digit of numbers beyond 2^53', () => {
    const raw =
      '{"id":9007199254740993,"household_id":18446744073709551617,"fee_structures_ids":[9007199254740995,4],"firm_id":7}';
    expect(account(raw)).toMatchObject({ key: '9007199254740993', drift: null });
    expect(cellsIn(raw)).toMatchObject({
      id: '9007199254740993',
      household_id: '18446744073709551617',
      fee_structures_ids: '9007199254740995, 4',
      firm_id: 7,
    });
  });

  it('keeps every digit under the field’s other spelling', () => {
    expect(cellsIn('{"id":1,"fee_structure_ids":[9007199254740993]}')).toMatchObject({
      fee_structures_ids: '9007199254740993',
    });
  });

  it('distinguishes the ID "007" from 7', () => {
    expect([account('{"id":"007"}').key, account('{"id":7}').key, account('{"id":"7"}').key]).toEqual([
      '007',
      '7',
      '7',
    ]);
  });

  it('names the fields of a drifted record that do not fit, and reads the others', () => {
    const raw =
      '{"id":{"odd":1},"name":["A","B"],"inception_date":5,"required_cash":"lots","status":"funded"}';
    expect(account(raw)).toMatchObject({ drift: 'name,inception_date,id,required_cash', title: 'A, B' });
    expect(cellsIn(raw)).toMatchObject({ name: 'A, B', required_cash: 'lots', status: 'funded' });
  });

  it.each(['"a token"', '[1]', 'null', '{"id":1', ''])(
    'keeps %j, which is not a record, under its own key',
    (raw) => {
      const extract = account(raw);
      expect(extract).toMatchObject({ drift: '?', title: 'Not a record', words: '' });
      expect(extract.key).toMatch(/^\?[0-9a-f]{24}$/);
      expect(account(`${raw} `).key).not.toBe(extract.key);
    },
  );

  it.each(['{}', '{"id":null}', '{"id":""}', '{"id":[]}'])('reports the missing ID of %s', (raw) => {
    expect(account(raw).key).toMatch(/^\?/);
    expect(account(raw).drift).toMatch(/\?$/);
  });

  it('gives different values different keys, even if they contain the separator', () => {
    const mapping = extractor(tableNamed('legacyMappings'));
    const keyOf = (legacy_account_number: string, partner_account_number: string) =>
      mapping(JSON.stringify({ account_id: 1, legacy_account_number, partner_account_number })).key;
    fc.assert(
      fc.property(
        fc.tuple(
          ...Array.from({ length: 4 }, () =>
            fc.string({ unit: fc.constantFrom('|', '\\', 'a'), maxLength: 4 }),
          ),
        ),
        ([a = '', b = '', c = '', d = '']) => {
          expect(keyOf(a, b) === keyOf(c, d)).toBe(a === c && b === d);
        },
      ),
    );
  });

  it('builds the subtitle from code labels, without codes that mean nothing to the user', () => {
    const person = extractor(tableNamed('relatedPersons'));
    expect(person('{"id":1,"last_name":"Moreau","type":"1"}').subtitle).toBe('');
    expect(person('{"id":1,"last_name":"Moreau","type":"Spouse"}').subtitle).toBe('Spouse');
    expect(account('{"id":1,"number":"7","custodian":"SWB"}').subtitle).toBe('7 · Charles Schwab');
    expect(account('{"id":1,"number":"7","custodian":"ZZZ"}').subtitle).toBe('7 · Unknown (ZZZ)');
  });

  it('makes it searchable by its code labels and alternative spellings', () => {
    const { words } = account('{"id":5,"name":"Violet Juns","custodian":"SWB","advisor_codes":["X1","X2"]}');
    for (const word of ['Violet Juns', 'SWB', 'Charles Schwab', 'X1', 'X2', '5'])
      expect(words).toContain(word);
  });
});
