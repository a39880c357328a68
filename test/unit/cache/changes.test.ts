import { describe, expect, it } from 'vitest';
import type { FieldChange } from '#contract/features/changes/schemas';
import { diffFields } from '#contract/exact-json/diff';
import { resources } from '#contract/resources';
import { fieldChanges, lastValues } from '#engine/cache/ingest/changes';

const jsonOf = (record: unknown): string => (typeof record === 'string' ? record : JSON.stringify(record));

const changes = (before: unknown, after: unknown) => {
  const texts = [jsonOf(before), jsonOf(after)] as const;
  const found = fieldChanges(resources.accounts, ...texts);
  // Passing the fields whose texts differ gives the same changes.
  const diffs = diffFields(...texts, () => false);
  const byField = (all: FieldChange[]) => all.toSorted((a, b) => a.field.localeCompare(b.field));
  if (diffs) expect(byField(fieldChanges(resources.accounts, ...texts, diffs))).toEqual(byField(found));
  return found;
};

describe('the changes of a record', () => {
  it('list each field as sent, including unknown and empty fields', () => {
    expect(
      changes(
        { id: 1, status: 'funded', city: 'Boise', gone: 1, same: [1] },
        { id: 1, status: 'closed', city: null, same: [1], fresh: { a: 1 } },
      ),
    ).toEqual([
      { field: 'status', before: '"funded"', after: '"closed"' },
      { field: 'city', before: '"Boise"', after: 'null' },
      { field: 'gone', before: '1', after: null },
      { field: 'fresh', before: null, after: '{"a":1}' },
    ]);
  });

  it('distinguish null from zero, and a text from a number', () => {
    expect(changes({ a: null }, { a: 0 })).toEqual([{ field: 'a', before: 'null', after: '0' }]);
    expect(changes({ a: '7' }, { a: 7 })).toHaveLength(1);
  });

  it('include a difference in the last digit of a number beyond 2^53', () => {
    expect(changes('{"entity_id":9007199254740992}', '{"entity_id":9007199254740993}')).toEqual([
      { field: 'entity_id', before: '9007199254740992', after: '9007199254740993' },
    ]);
  });

  it('use the last value of a name that occurs twice', () => {
    expect(changes('{"id":1,"city":"A","city":"B"}', '{"id":1,"city":"C","city":"B"}')).toEqual([]);
    expect(changes('{"id":1,"city":"A","city":"B"}', '{"id":1,"city":"C","city":"D"}')).toHaveLength(1);
  });

  it.each([
    'tax_id_token',
    'tax_id',
    'taxId',
    'owner_ssn',
    'SSN',
    'tin',
    'owner_ein',
    'taxpayer_id',
    'social_security',
  ])('never contain the value of %s', (name) => {
    expect(changes({ [name]: 'secret-1' }, { [name]: 'secret-2' })).toEqual([
      { field: name, before: null, after: null, hidden: true },
    ]);
    const nested = changes({ owners: [{ [name]: 'secret-1' }] }, { owners: [{ [name]: 'secret-2', n: 1 }] });
    expect(nested).toHaveLength(1);
    expect(JSON.stringify(nested)).not.toContain('secret');
  });

  it('include is_taxable, although its name contains “tax”', () => {
    expect(changes({ is_taxable: true }, { is_taxable: false })).toEqual([
      { field: 'is_taxable', before: 'true', after: 'false' },
    ]);
  });

  it('omit the dates that change every night', () => {
    const night = (date: string, city: string) => ({
      id: 1,
      city,
      last_positions_date: date,
      last_transactions_date: date,
      last_reporting_date: date,
      last_portfolio_data_date: date,
      updated_at_utc: date,
    });
    expect(changes(night('2026-01-02', 'Boise'), night('2026-01-03', 'Boise'))).toEqual([]);
    expect(changes(night('2026-01-02', 'Boise'), night('2026-01-03', 'Provo'))).toEqual([
      { field: 'city', before: '"Boise"', after: '"Provo"' },
    ]);
  });

  it('are complete and exact, with no text cut and no digit lost', () => {
    const long = 'é'.repeat(10_000);
    expect(
      changes(
        `{"notes":"a","required_cash":1.10,"billing":{"n":[9007199254740993]}}`,
        `{"notes":${JSON.stringify(long)},"required_cash":0.20,"billing":{"n":[9007199254740995,0.10]}}`,
      ),
    ).toEqual([
      { field: 'notes', before: '"a"', after: JSON.stringify(long) },
      { field: 'required_cash', before: '1.10', after: '0.20' },
      { field: 'billing', before: '{"n":[9007199254740993]}', after: '{"n":[9007199254740995,0.10]}' },
    ]);
  });

  it('hide a nested numeric tax ID and keep its neighbors', () => {
    const [change] = changes('{"owners":[]}', '{"owners":[{"ssn":123456789,"share":0.50}]}');
    expect(change).toEqual({ field: 'owners', before: '[]', after: '[{"ssn":"••••","share":0.50}]' });
  });
});

it('lists a removed record’s last non-empty columns, never its token', () => {
  expect(
    lastValues(
      resources.accounts,
      '{"id":1,"name":"Violet","city":"","nickname":null,"number":"007","tax_id_token":"t-1"}',
    ),
  ).toEqual([
    { field: 'name', before: '"Violet"', after: null },
    { field: 'number', before: '"007"', after: null },
    { field: 'id', before: '1', after: null },
  ]);
});
