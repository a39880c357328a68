import { describe, expect, test } from 'vitest';
import { resources } from '#contract/resources';
import { nestedTable } from '../../../renderer/records/record/nested-tables';
import { humanize, OTHER_GROUP, readRecord } from '../../../renderer/records/record/record';
import { masked } from '../../../renderer/records/record/secret';

const fieldsOf = (raw: object | string, drift: string[] = []) => {
  const text = typeof raw === 'string' ? raw : JSON.stringify(raw);
  const view = readRecord(resources.accounts, text, drift);
  return {
    view,
    field: (name: string) => view.groups.flatMap(({ fields }) => fields).find((f) => f.name === name),
  };
};

describe('a formatted record', () => {
  test('is grouped and labeled by its descriptor, in its order', () => {
    const { view, field } = fieldsOf({ city: 'Boston', status: 'stale', name: 'Violet', required_cash: 5 });
    expect(view.groups[0]?.label).toBe('Account');
    const [first, second] = view.groups[0]?.fields ?? [];
    expect([first?.name, second?.name]).toEqual(['name', 'number']);
    expect(view.groups.map(({ label }) => label)).toContain('Account holder');
    expect(field('status')?.text).toBe('Stale');
    expect(field('required_cash')?.text).toBe('$5.00');
  });

  test('lists the internal fields last', () => {
    const { view } = fieldsOf({ display_name: 'V', name: 'Violet', odd: 1 });
    const internalGroup = view.groups.at(-1);
    expect(internalGroup?.isInternal).toBe(true);
    expect(internalGroup?.fields.map(({ name }) => name)).toContain('display_name');
    expect(view.groups[0]?.fields.map(({ name }) => name)).not.toContain('display_name');
  });

  test('has every received field, unknown ones too', () => {
    const { view, field } = fieldsOf({
      name: 'V',
      sub_advisor_id: 12345678,
      is_vip: true,
      seen_at: '2026-01-02T03:04:05Z',
      odd: { deep: [1] },
      tags: ['a', 'b'],
    });
    const otherGroup = view.groups.find(({ label }) => label === OTHER_GROUP);
    expect(otherGroup?.fields.map(({ label }) => label)).toEqual([
      'Sub advisor id',
      'Is vip',
      'Seen at',
      'Odd',
      'Tags',
    ]);
    expect(field('sub_advisor_id')?.text).toBe('12345678');
    expect(field('is_vip')?.text).toBe('Yes');
    expect(field('tags')?.text).toBe('a, b');
  });

  test('reads either spelling of a field, and shows both if they differ', () => {
    expect(fieldsOf({ fee_structure_ids: [7] }).field('fee_structures_ids')?.text).toBe('7');
    const same = fieldsOf({ fee_structure_ids: [7], fee_structures_ids: [7] });
    expect(same.view.groups.some(({ label }) => label === OTHER_GROUP)).toBe(false);
    const differ = fieldsOf({ fee_structure_ids: [8], fee_structures_ids: [7] });
    expect(differ.field('fee_structure_ids')?.text).toBe('8');
    expect(differ.field('fee_structures_ids')?.text).toBe('7');
  });

  test('distinguishes empty from absent', () => {
    const { field, view } = fieldsOf({ name: 'V', city: null });
    expect(field('city')).toMatchObject({ empty: true, absent: false });
    expect(field('zip_code')).toMatchObject({ empty: true, absent: true });
    expect(view.emptyCount).toBeGreaterThan(40);
  });

  test('names fields in an unexpected form', () => {
    const { view, field } = fieldsOf({ zip_code: { a: 1 } }, ['zip_code']);
    expect(view.driftedFields).toEqual(['ZIP code']);
    expect(field('zip_code')?.isDrifted).toBe(true);
    expect(fieldsOf('[1,2]', ['']).view.hasUnexpectedFormat).toBe(true);
  });

  test('colors a status as its descriptor says', () => {
    expect(fieldsOf({ status: 'stale' }).field('status')?.tone).toBe('warn');
    expect(fieldsOf({ status: 'constructor' }).field('status')).toMatchObject({
      tone: 'quiet',
      text: 'Unknown (constructor)',
      isException: false,
    });
    expect(fieldsOf({ status: 'stale' }).field('status')?.isException).toBe(true);
    expect(fieldsOf({ status: 'funded' }).field('status')?.isException).toBe(false);
    expect(fieldsOf({ city: 'Boston' }).field('city')?.tone).toBeUndefined();
  });

  test('marks tax ID tokens as secret, in unknown fields too', () => {
    const group = readRecord(resources.billingGroups, '{"tax_id_token":"tok_12345678"}', []);
    expect(group.groups.find(({ label }) => label === OTHER_GROUP)?.fields).toMatchObject([
      { name: 'tax_id_token', secret: true },
    ]);
    expect(fieldsOf({ tax_id_token: 'tok_12345678' }).field('tax_id_token')?.secret).toBe(true);
    expect(masked('tok_12345678')).toBe('••••5678');
    expect(masked('short')).toBe('••••');
  });

  test('keeps every digit of IDs and amounts', () => {
    const { field } = fieldsOf('{"id":90071992547409931,"required_cash":0.10,"big":12345678901234567890}');
    expect(field('id')?.text).toBe('90071992547409931');
    expect(field('required_cash')?.text).toBe('$0.10');
    expect(field('big')?.plain).toBe('12345678901234567890');
    expect(fieldsOf('{"odd":[{"n":0.10},9007199254740993]}').field('odd')?.plain).toBe(
      '[{"n":0.10},9007199254740993]',
    );
  });
});

describe('nested objects', () => {
  test('become tables with labels and formatted amounts', () => {
    const table = nestedTable(
      [
        { id: 1, min_balance: 0, max_balance: 1000000, rate: 0.9 },
        { id: 2, min_balance: 1000000.01, max_balance: null, rate: 0.75 },
      ],
      resources.feeStructures.fields.tiers.items,
    );
    expect(table?.columns.map(({ label }) => label)).toEqual(['Tier ID', 'From', 'To', 'Rate']);
    expect(table?.rows[1]).toEqual(['2', '$1,000,000.01', 'and above', '0.75%']);
  });

  test('say who pays a fee', () => {
    const rows = nestedTable(
      [
        { account_id: 1, fee_location: 0, fee_location_option: 'S' },
        { account_id: 2, fee_location: -1, fee_location_option: 'G' },
        { account_id: 3, fee_location: 216897, fee_location_option: 'A' },
      ],
      resources.billingGroups.fields.assignments.items,
    )?.rows.map((row) => row[1]);
    expect(rows).toEqual(['Itself', 'The group, by balance', '216897']);
  });

  test('format only fields with a descriptor, not inherited properties', () => {
    expect(nestedTable([{ rate: 0.9 }])?.rows).toEqual([['0.9']]);
    expect(nestedTable([JSON.parse('{"constructor":1,"__proto__":2}')], {})?.rows).toEqual([['1', '2']]);
  });

  test('omit empty columns; one object is one row, and text or an empty list no table', () => {
    const table = nestedTable({ a: 1, b: null });
    expect(table?.columns.map(({ name }) => name)).toEqual(['a']);
    expect(table?.rows).toEqual([['1']]);
    expect(nestedTable('text')).toBeNull();
    expect(nestedTable([])).toBeNull();
  });
});

test('unknown field names become words', () => {
  expect(humanize('sub_advisor_id')).toBe('Sub advisor id');
  expect(humanize('x')).toBe('X');
});
