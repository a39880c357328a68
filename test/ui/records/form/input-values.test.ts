import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldText } from '#contract/exact-json/field-text';
import { unlessInvalidJson } from '#contract/exact-json/scan';
import { resources } from '#contract/resources';
import {
  boxText,
  dayJson,
  isoDateOf,
  idJson,
  parseTypedIds,
  listItems,
  numberJson,
  optionsOf,
  typedJson,
  valueText,
} from '../../../../renderer/records/form/input-values';

const { fields } = resources.accounts;
const fee = resources.feeStructures.fields;

describe('typed amount', () => {
  it.each([
    ['$1,234.50', '1234.50'],
    ['1234.50', '1234.50'],
    ['0.10', '0.10'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-$20', '-20'],
    ['$-20', '-20'],
    ['(20.00)', '-20.00'],
    ['−3', '-3'],
    ['0.25%', '0.25'],
    ['007', '7'],
    ['12345678901234567890.12', '12345678901234567890.12'],
  ])('sends %s as %s', (typed, json) => {
    expect(numberJson(typed, typed.includes('%') ? 'percent' : 'money')).toBe(json);
  });

  it.each(['', '$', '-', 'abc', '1,23', '12,34.5', '1.2.3', '1e5', '1 000,5', ',5', '0,085'])(
    'rejects %j as an amount',
    (typed) => {
      expect(numberJson(typed, 'money')).toBeUndefined();
    },
  );

  it.each([
    ['0.85%', 'money'],
    ['$1', 'percent'],
    ['$1', 'integer'],
    ['1%', 'number'],
  ] as const)('rejects %j as %s', (typed, kind) => {
    expect(numberJson(typed, kind)).toBeUndefined();
  });

  it('never loses or invents a digit of an amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.stringMatching(/^\d{1,12}$/),
        (whole, fraction) => {
          const text = `${whole}.${fraction}`;
          expect(numberJson(text, 'money')).toBe(text);
          expect(numberJson(boxText(fields.required_cash, text), 'money')?.replace(/0+$/, '')).toBe(
            text.replace(/0+$/, ''),
          );
        },
      ),
    );
  });

  it('formats an amount in its field and returns the same value', () => {
    expect(boxText(fields.required_cash, '5000')).toBe('$5,000.00');
    expect(boxText(fields.required_cash, '0.10')).toBe('$0.10');
    expect(boxText(fee.flat_rate, '0.25')).toBe('0.25%');
    expect(boxText(fields.required_cash, '"5000"')).toBe('$5,000.00');
    expect(typedJson(fields.required_cash, '$5,000.00', '5000')).toBe('5000.00');
  });

  it('keeps an unreadable amount as typed so that the check can report it', () => {
    expect(typedJson(fields.required_cash, '12abc', '5')).toBe('"12abc"');
    expect(boxText(fields.required_cash, '"12abc"')).toBe('12abc');
  });

  it('sends a cleared amount as null', () => {
    expect(typedJson(fields.required_cash, ' ', '5')).toBe('null');
    expect(boxText(fields.required_cash, 'null')).toBe('');
  });
});

describe('typed ID', () => {
  it('keeps all digits of an ID', () => {
    expect(idJson('90071992547409931')).toBe('90071992547409931');
    expect(boxText(fields.household_id, '90071992547409931')).toBe('90071992547409931');
    expect(idJson(' 007 ')).toBe('7');
    expect(idJson('7a')).toBeUndefined();
    expect(typedJson(fields.household_id, 'abc', undefined)).toBe('"abc"');
  });

  it('reads IDs from any pasted list and names invalid entries', () => {
    expect(parseTypedIds('7, 8;9\n10\t11 | "12"')).toEqual({
      ids: ['7', '8', '9', '10', '11', '12'],
      invalidParts: [],
    });
    expect(parseTypedIds('7 SPY 8.5')).toEqual({ ids: ['7'], invalidParts: ['SPY', '8.5'] });
  });
});

describe('date', () => {
  it('keeps the time and zone of the record and changes only the calendar day', () => {
    expect(isoDateOf('"2020-01-31T23:00:00-05:00"')).toBe('2020-01-31');
    expect(dayJson('2020-02-01', '"2020-01-31T23:00:00-05:00"')).toBe('"2020-02-01T23:00:00-05:00"');
    expect(dayJson('2020-02-01', '"2020-01-31"')).toBe('"2020-02-01"');
    expect(dayJson('2020-02-01', 'null')).toBe('"2020-02-01"');
    expect(typedJson(fields.first_billable_date, '', '"2020-01-31"')).toBe('null');
  });
});

describe('text', () => {
  it('may be empty, and an untouched null stays null', () => {
    expect(typedJson(fields.notes, '', '"x"')).toBe('""');
    expect(typedJson(fields.notes, '', 'null')).toBe('null');
    expect(typedJson(fields.notes, 'a “b"\n', undefined)).toBe('"a “b\\"\\n"');
  });

  it('stays a number if the record had a number and the field allows one', () => {
    expect(typedJson(fee.annual_cycle, '3', '1')).toBe('3');
    expect(typedJson(fee.annual_cycle, '012', '1')).toBe('12'); // "012" is not JSON
    expect(typedJson(fee.annual_cycle, '3', '"1"')).toBe('"3"');
    expect(typedJson(fields.nickname, '3', '1')).toBe('"3"');
  });
});

describe('choice', () => {
  it('offers the writable codes with labels, and None', () => {
    expect(optionsOf(fields.payment_source, '"C"', '"C"').map(({ label }) => label)).toEqual([
      'Custodian',
      'Direct',
      'None',
    ]);
    expect(optionsOf(fee.frequency, '"M"', '"M"').map(({ value }) => value)).toEqual(['"M"', '"Q"']);
  });

  it('keeps a code that is not writable unchanged', () => {
    expect(optionsOf(fields.payment_source, '6', '6')[0]).toEqual({ value: '6', label: 'Unknown (6)' });
    expect(optionsOf(fee.frequency, '"Y"', '"Y"')[0]).toEqual({ value: '"Y"', label: 'Yearly' });
  });

  it('distinguishes the empty code from none', () => {
    const labels = optionsOf(fields.required_cash_frequency, '""', '""').map(({ label }) => label);
    expect(labels).toEqual(['None', 'Monthly', 'Quarterly', 'One time', 'Not set']);
    expect(optionsOf(fields.payment_source, '""', '""')[0]).toEqual({ value: '""', label: 'Empty' });
  });

  it('offers Yes and No for a boolean', () => {
    expect(optionsOf({ ...fields.is_taxable, nullable: true }, undefined, undefined)).toEqual([
      { value: '', label: 'Choose…' },
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
      { value: 'null', label: 'None' },
    ]);
  });
});

describe('formatted value', () => {
  it('reads as in lists, or None or Empty without a value', () => {
    expect(valueText(fields.required_cash, '5000')).toBe('$5,000.00');
    expect(valueText(fields.payment_source, '"D"')).toBe('Direct');
    expect(valueText(fields.first_billable_date, '"2020-01-31T23:00:00-05:00"')).toBe('Jan 31, 2020');
    expect(valueText(fields.fee_structures_ids, '[]')).toBe('None');
    expect(valueText(fields.notes, 'null')).toBe('None');
    expect(valueText(fields.notes, undefined)).toBe('None');
    expect(valueText(fields.notes, '""')).toBe('Empty');
  });
});

describe('record field', () => {
  it('is read under either spelling with its exact value', () => {
    expect(
      fieldText('{"fee_structure_ids":[9007199254740993]}', 'fee_structures_ids', fields.fee_structures_ids),
    ).toBe('[9007199254740993]');
    expect(
      fieldText(
        '{"fee_structures_ids":[],"fee_structure_ids":[7]}',
        'fee_structures_ids',
        fields.fee_structures_ids,
      ),
    ).toBe('[7]');
    expect(fieldText('{"required_cash":0.10}', 'required_cash', fields.required_cash)).toBe('0.10');
    expect(fieldText('{}', 'notes', fields.notes)).toBeUndefined();
    expect(unlessInvalidJson(() => fieldText('no json', 'notes', fields.notes))).toBeUndefined();
  });

  it('keeps the items of a list exactly', () => {
    expect(listItems('[7, "8", null, 9007199254740993]')).toEqual(['7', '"8"', 'null', '9007199254740993']);
    expect(listItems('null')).toEqual([]);
  });
});
