import { describe, expect, it } from 'vitest';
import { found } from './found';

const account = (id: number, more: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `N${id}`,
  custodian: 'SWB',
  status: 'funded',
  ...more,
});

describe('an account without a household', () => {
  it('is found where it is in use', async () => {
    const accounts = [
      account(1),
      account(2, { household_id: 60_001 }),
      account(3, { status: 'papered' }),
      account(4, { status: 'closed' }),
      account(5, { status: 'stale' }),
    ];
    expect(Object.keys(await found('no-household', { accounts }))).toEqual(['1', '5']);
  });
});

describe('fee structures of one account', () => {
  const feeStructures = [
    { id: 1, name: 'A', collection_type: 'R', frequency: 'Q' },
    { id: 2, name: 'B', collection_type: 'D', frequency: 'Q' },
    { id: 3, name: 'C', collection_type: 'R', frequency: 'M' },
  ];
  it('are found where they differ in their collection type', async () => {
    const accounts = [
      account(1, { fee_structures_ids: [1, 2] }),
      account(2, { fee_structures_ids: [1, 3] }),
      account(3, { fee_structures_ids: [1, 99] }),
      account(4, { fee_structures_ids: [1, 2], status: 'closed' }),
    ];
    expect(await found('collection-differs', { accounts, feeStructures })).toEqual({
      '1': { structures: ['1', '2'], values: ['R', 'D'] },
    });
  });
});

describe('an account number', () => {
  it('is found where one custodian has it twice, at the first of the accounts', async () => {
    const accounts = [
      account(1, { number: '007' }),
      account(2, { number: '007', custodian: 'NFS' }),
      account(3, { number: '7' }),
      account(4, { number: '007' }),
      account(5, { number: null }),
      account(6, { number: null }),
    ];
    expect(await found('number-twice', { accounts })).toEqual({ '1': { accounts: ['1', '4'] } });
  });
});
