import { describe, expect, it } from 'vitest';
import { resources } from '../../../preload/contract/resources';
import { fieldChanges } from '../../../main/engine/cache/changes';

const changes = (before: unknown, after: unknown) =>
  fieldChanges(
    resources.accounts,
    typeof before === 'string' ? before : JSON.stringify(before),
    typeof after === 'string' ? after : JSON.stringify(after),
  );

describe('the changes of a record', () => {
  it('are told field by field, codes in words, unknown fields and nothing too', () => {
    expect(
      changes(
        { id: 1, status: 'funded', city: 'Boise', gone: 1, same: [1] },
        { id: 1, status: 'closed', city: null, same: [1], fresh: { a: 1 } },
      ),
    ).toEqual([
      { field: 'status', before: 'Funded', after: 'Closed' },
      { field: 'city', before: 'Boise', after: '' },
      { field: 'gone', before: '1', after: '' },
      { field: 'fresh', before: '', after: '{"a":1}' },
    ]);
  });

  it('tell apart null, absent and zero', () => {
    expect(changes({ a: null }, { a: 0 })).toEqual([{ field: 'a', before: '', after: '0' }]);
    expect(changes({ a: '7' }, { a: 7 })).toHaveLength(1);
  });

  it('see the last digit of a number beyond 2^53', () => {
    expect(changes('{"entity_id":9007199254740992}', '{"entity_id":9007199254740993}')).toEqual([
      { field: 'entity_id', before: '9007199254740992', after: '9007199254740993' },
    ]);
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
  ])('never hold what stands in %s', (name) => {
    expect(changes({ [name]: 'secret-1' }, { [name]: 'secret-2' })).toEqual([
      { field: name, before: '(not recorded)', after: '(not recorded)' },
    ]);
    const nested = changes({ owners: [{ [name]: 'secret-1' }] }, { owners: [{ [name]: 'secret-2', n: 1 }] });
    expect(nested).toHaveLength(1);
    expect(JSON.stringify(nested)).not.toContain('secret');
  });

  it('do hold whether an account is taxable', () => {
    expect(changes({ is_taxable: true }, { is_taxable: false })).toEqual([
      { field: 'is_taxable', before: 'true', after: 'false' },
    ]);
  });

  it('leave out the dates that move with every night', () => {
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
      { field: 'city', before: 'Boise', after: 'Provo' },
    ]);
  });

  it('are short', () => {
    const [change] = changes({ notes: 'a' }, { notes: 'b'.repeat(10_000) });
    expect(change?.after).toHaveLength(120);
  });
});
