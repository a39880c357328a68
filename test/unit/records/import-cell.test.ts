import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCell } from '#engine/records/import/cell';
import { guardFormula } from '#contract/spreadsheet-cells';
import { resourceNamed, type ResourceName } from '#contract/resources';

const fieldOf = (resource: ResourceName, name: string) => {
  const field = resourceNamed(resource).fields[name];
  if (!field) throw new Error(name);
  return field;
};
const read = (name: string, cell: string, resource: ResourceName = 'accounts') =>
  readCell(fieldOf(resource, name), cell);

describe('a cell of a spreadsheet', () => {
  it.each([
    ['required_cash', '$1,234.50', '1234.50'],
    ['required_cash', '(1,000)', '-1000'],
    ['required_cash', '-$5', '-5'],
    ['required_cash', '$-5.00', '-5.00'],
    ['required_cash', '007.10', '7.10'],
    ['required_cash', '.5', '0.5'],
    ['household_id', ' 68778 ', '68778'],
    ['household_id', '9007199254740993', '9007199254740993'],
    ['first_billable_date', '2026-11-21', '"2026-11-21"'],
    ['first_billable_date', '11/21/2026', '"2026-11-21"'],
    ['first_billable_date', '1/2/2026', '"2026-01-02"'],
    ['first_billable_date', 'Nov 21, 2026', '"2026-11-21"'],
    ['first_billable_date', '21-Nov-2026', '"2026-11-21"'],
    ['payment_source', 'd', '"D"'],
    ['payment_source', 'direct', '"D"'],
    ['required_cash_frequency', 'Monthly', '"M"'],
    ['fee_structures_ids', '12; 7 12', '[12,7]'],
    ['fee_structures_ids', '[1,2]', '[1,2]'],
    ['fee_structures_ids', '(none)', 'null'],
    ['household_id', '(None)', 'null'],
    ['notes', "'=1+1", '"=1+1"'],
    ['notes', "O'Hara - 2", '"O\'Hara - 2"'],
    ['notes', '007', '"007"'],
  ])('%s: %s is %s', (field, cell, json) => {
    expect(read(field, cell)).toEqual({ json });
  });

  it('of an open enum is a known code or label, the code in “Unknown (Z)”, or any text', () => {
    const collection = (cell: string) => read('collection_type', cell, 'feeStructures');
    expect([collection('arrears'), collection('D'), collection('Q7 x')]).toEqual([
      { json: '"R"' },
      { json: '"D"' },
      { json: '"Q7 x"' },
    ]);
    expect(collection('Unknown (Z)')).toEqual({ json: '"Z"' });
    expect(read('semi_annual_cycle', 'JUL', 'feeStructures')).toEqual({ json: '"JUL"' });
  });

  it('with the text that an export writes instead of a rate changes nothing', () => {
    expect(read('flat_rate', 'Tiered', 'feeStructures')).toEqual({});
    expect(read('flat_rate', '0.5', 'feeStructures')).toEqual({ json: '0.5' });
  });

  it.each([
    ['required_cash', '1.234,50', 'not-money'],
    ['required_cash', '0,085', 'not-money'],
    ['required_cash', '12,34', 'not-money'],
    ['required_cash', '$$-5', 'not-money'],
    ['required_cash', '(-5)', 'not-money'],
    ['required_cash', '1.2E+11', 'digits-lost'],
    ['household_id', '1.2E+11', 'digits-lost'],
    ['household_id', '68778.0', 'not-id'],
    ['household_id', '68,778', 'not-id'],
    ['first_billable_date', '46347', 'serial-date'],
    ['first_billable_date', '2/30/2026', 'no-such-day'],
    ['first_billable_date', '21/11/2026', 'no-such-day'],
    ['first_billable_date', '11/21/26', 'short-year'],
    ['first_billable_date', '11/21', 'not-date'],
    ['payment_source', 'X', 'not-choice'],
    ['fee_structures_ids', '1; two', 'not-ids'],
    ['notes', '=A1', 'formula'],
    ['notes', '#N/A', 'error-value'],
    ['notes', 'M\uFFFDller', 'odd-characters'],
  ])('%s: %s is rejected (%s)', (field, cell, code) => {
    expect(read(field, cell)).toMatchObject({ issue: { code } });
  });

  it('suggests the date that a serial number may mean', () => {
    expect(read('first_billable_date', '46347').issue?.facts).toEqual({
      value: '46347',
      date: '2026-11-21',
    });
  });

  it('leaves a field unchanged if it is empty, and never clears a required field', () => {
    expect(read('notes', '  ')).toEqual({});
    expect(read('name', '(none)', 'feeStructures')).toMatchObject({ issue: { code: 'no-null' } });
  });

  it('accepts a percentage with and without its sign, and only writable codes', () => {
    expect(read('flat_rate', '0.85%', 'feeStructures')).toEqual({ json: '0.85' });
    expect(read('flat_rate', '0.850', 'feeStructures')).toEqual({ json: '0.850' });
    expect(read('frequency', 'Quarterly', 'feeStructures')).toEqual({ json: '"Q"' });
    expect(read('frequency', 'Daily', 'feeStructures')).toMatchObject({ issue: { code: 'not-choice' } });
  });

  it('never loses a digit of an amount or ID', () => {
    const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^\d{0,12}$/));
    fc.assert(
      fc.property(amount, fc.boolean(), fc.boolean(), ([whole, fraction], dollar, negative) => {
        const commas = whole.toString().replace(/\B(?=(\d{3})+$)/g, ',');
        const point = fraction === '' ? '' : `.${fraction}`;
        const cell = `${negative ? '-' : ''}${dollar ? '$' : ''}${commas}${point}`;
        expect(read('required_cash', cell)).toEqual({ json: `${negative ? '-' : ''}${whole}${point}` });
        expect(read('household_id', whole.toString())).toEqual({ json: whole.toString() });
      }),
    );
  });

  it('restores every text as it was before its export', () => {
    const marks = fc.string({ unit: fc.constantFrom(...'=+-@"\'; \t\n\uFF1Da1'.split('')) });
    const texts = fc.oneof(fc.string(), marks);
    fc.assert(
      fc.property(texts, (text) => {
        const plain = text.trim();
        // The user's own apostrophe before a sign looks like one that the app added.
        const isGuarded = /(^|[;\t\r\n\u2028\u2029])[\s\p{Cc}\p{Cf}"']*'/u.test(plain);
        fc.pre(plain !== '' && !isGuarded);
        // Read as the value of a failed formula, damaged letters or the text that clears a field.
        fc.pre(!/^#(N\/A|\w+[!?])|^\(none\)$|\uFFFD/i.test(plain));
        expect(read('notes', guardFormula(plain))).toEqual({ json: JSON.stringify(plain) });
      }),
      { numRuns: 1_000 },
    );
  });
});
