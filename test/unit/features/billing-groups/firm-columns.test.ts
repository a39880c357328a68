import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FirmColumns,
  memoizeColumns,
  memoizedColumns,
  readFirm,
} from '#engine/features/billing-groups/firm-columns';
import { readerWith } from '../../cache/temp-cache';

const neverYield = () => Promise.resolve();
const account = (id: unknown, overrides: object = {}) => ({
  id,
  name: `A ${String(id)}`,
  status: 'funded',
  ...overrides,
});

describe('the columns of a firm', () => {
  it('index accounts by ID, with groups, payer, household within the firm, and structures', async () => {
    const { accounts, groups } = await readFirm(
      readerWith({
        accounts: [
          account(1, { household_id: 7, firm_id: 39, fee_structures_ids: [5, 6] }),
          account(2, { household_id: '7', firm_id: 39, status: 'closed' }),
          account(3, { household_id: 7, firm_id: 41, status: 'papered' }),
        ],
        billingGroups: [
          { id: 20, name: 'One', assignments: [{ account_id: 1, fee_location: 0 }, { account_id: '1' }] },
          { id: 21, name: 'Two', assignments: [{ account_id: 1, fee_location: 2 }, { account_id: 9 }] },
        ],
      }),
      neverYield,
    );
    const [first, second, third] = ['1', '2', '3'].map((id) => accounts.slot(id)) as [number, number, number];
    expect(accounts.groups(first).map((group) => groups.key(group))).toEqual(['20', '21']);
    expect(groups.payers(1).map((slot) => accounts.key(slot))).toEqual(['2']);
    expect(accounts.payer(second)).toMatchObject({ status: 'closed' });
    expect(accounts.payer(first)).toBeUndefined();
    expect([accounts.isOpen(first), accounts.isOpen(second), accounts.isOpen(third)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(accounts.isInUse(third)).toBe(false);
    expect(accounts.householdNumber(first)).toBe(accounts.householdNumber(second));
    expect(accounts.householdNumber(third)).not.toBe(accounts.householdNumber(first));
    expect(accounts.feeLists[accounts.fees(first) - 1]).toBe('5, 6');
    expect(accounts.slot('9')).toBeGreaterThanOrEqual(0); // only a group names it
    expect(accounts.isOpen(accounts.slot('9'))).toBe(false);
    expect(accounts.slot('8')).toBe(-1);
  });
});

describe('cached columns', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are reused until the data changes or a minute passes without use', () => {
    const reader = { version: 1 };
    const columns = new FirmColumns();
    memoizeColumns(reader, 1, columns);
    vi.advanceTimersByTime(50_000);
    expect(memoizedColumns(reader)).toBe(columns);
    vi.advanceTimersByTime(50_000);
    expect(memoizedColumns(reader)).toBe(columns);
    vi.advanceTimersByTime(61_000);
    expect(memoizedColumns(reader)).toBeUndefined();
    memoizeColumns(reader, 1, columns);
    reader.version = 2;
    expect(memoizedColumns(reader)).toBeUndefined();
  });

  it('call back a minute after their last use, so that their memory is freed', () => {
    const reader = { version: 1 };
    const onReleased = vi.fn();
    memoizeColumns(reader, 1, new FirmColumns(), onReleased);
    vi.advanceTimersByTime(59_000);
    expect(onReleased).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(onReleased).toHaveBeenCalledTimes(1);
  });

  it('are discarded if the data changed while they were read', () => {
    const reader = { version: 2 };
    memoizeColumns(reader, 1, new FirmColumns());
    reader.version = 1;
    expect(memoizedColumns(reader)).toBeUndefined();
  });

  it('are released when newer ones are discarded', () => {
    const reader = { version: 1 };
    memoizeColumns(reader, 1, new FirmColumns());
    reader.version = 2;
    memoizeColumns(reader, 1, new FirmColumns());
    reader.version = 1;
    expect(memoizedColumns(reader)).toBeUndefined();
  });
});
