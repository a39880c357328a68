import { describe, expect, it } from 'vitest';
import { RULE_TEXTS } from '../../../../renderer/features/review/rule-messages';
import { findingsOf } from './rule-findings';

const tier = (min: number, max: number | null, rate: number, id = 1) => ({
  id,
  min_balance: min,
  max_balance: max,
  rate,
});
const LADDER = [tier(0, 1000, 1), tier(1000.01, null, 0.5)];
const structure = (id: number, overrides: object = {}) => ({
  id,
  name: `Structure ${id}`,
  firm_id: 39,
  calculation_type: 'T',
  collection_type: 'R',
  frequency: 'Q',
  balance_type: 'E',
  flat_rate: 0,
  tiers: LADDER,
  ...overrides,
});
const account = (id: number, structures: readonly number[] | null, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  status: 'funded',
  fee_structures_ids: structures,
  ...overrides,
});

describe('a fee structure', () => {
  it('is flagged if no open account has it', async () => {
    const feeStructures = [structure(1), structure(2), structure(3)];
    const accounts = [account(1, [1]), account(2, [2], { status: 'closed' }), account(3, null)];
    expect(await findingsOf('structure-unused', { feeStructures, accounts })).toEqual({
      '2': { uses: 0 },
      '3': { uses: 0 },
    });
  });

  it('is flagged as a duplicate regardless of name, tier IDs and unused fields', async () => {
    const feeStructures = [
      structure(1),
      structure(2, { slug: 'other', flat_rate: 7, tiers: LADDER.map((each) => ({ ...each, id: 9 })) }),
      structure(3, { frequency: 'M' }),
      structure(4, { tiers: [tier(0, 1000, 1), tier(1000.01, null, 0.4)] }),
      structure(5, { calculation_type: 'R', flat_rate: 1 }),
      structure(6, { calculation_type: 'R', flat_rate: 1, tiers: [] }),
      structure(7, { firm_id: 40 }),
    ];
    expect(await findingsOf('structure-alike', { feeStructures })).toEqual({
      '1': { structures: ['1', '2'] },
      '5': { structures: ['5', '6'] },
    });
  });

  it('is flagged if its tiers leave a gap, overlap, do not start at zero, end, or are no list', async () => {
    const feeStructures = [
      structure(1),
      structure(2, { tiers: [tier(0, 900, 1), tier(1000.01, null, 0.5)] }),
      structure(3, { tiers: [tier(5, 1000, 1), tier(900, 2000, 0.5)] }),
      structure(4, { calculation_type: 'R', tiers: [tier(5, 6, 1)] }),
      structure(5, { tiers: [tier(0, 1000, 1), tier(1000, null, 0.5)] }),
      structure(6, { calculation_type: 'D', tiers: 'none' }),
      structure(7, { tiers: [tier(-1000, null, 1)] }),
      structure(8, { tiers: [tier(0, 1000, 1), {}] }),
    ];
    const all = await findingsOf('tiers-faulty', { feeStructures });
    expect(all).toEqual({
      '2': { faults: ['hole 2'] },
      '3': { faults: ['starts-above-zero 1', 'overlap 2', 'bounded 2'] },
      '6': { faults: ['no-list'] },
      '7': { faults: ['starts-above-zero 1'] },
      '8': { faults: ['no-number 2', 'no-number 2'] },
    });
    expect(RULE_TEXTS['tiers-faulty'].what(all['3'] ?? {})).toBe(
      'The first tier does not start at $0, tier 2 overlaps the one below, and the last tier has an upper limit.',
    );
    expect(RULE_TEXTS['tiers-faulty'].what(all['7'] ?? {})).toBe('The first tier does not start at $0.');
    expect(RULE_TEXTS['tiers-faulty'].what(all['8'] ?? {})).toBe('Tier 2 lacks a number.');
  });

  it('is flagged if the rates of its tiers rise', async () => {
    const feeStructures = [
      structure(1),
      structure(2, { tiers: [tier(0, 1000, 0.5), tier(1000.01, null, 0.75)] }),
      // Tiers that touch or leave a gap are flagged as rising too; those without an order are not.
      structure(3, { tiers: [tier(1000, null, 0.75), tier(0, 1000, 0.5)] }),
      structure(4, { calculation_type: 'D', tiers: [tier(0, 900, 1), tier(1000.01, null, 2)] }),
      structure(5, { tiers: [{ ...tier(0, 1000, 1), min_balance: null }, tier(1000.01, null, 2)] }),
      structure(6, { calculation_type: 'R', tiers: [tier(0, 1000, 0.5), tier(1000.01, null, 0.75)] }),
    ];
    expect(await findingsOf('tiers-rise', { feeStructures })).toEqual({
      '2': { tiers: ['2'] },
      '3': { tiers: ['2'] },
      '4': { tiers: ['2'] },
    });
  });
});

describe('user settings for fee structures', () => {
  const retired = (...keys: string[]) => ({
    retired: keys.map((key) => ({ key, by: 'jo', at: '2026-11-21T08:00:00Z' })),
    ceiling: null,
  });

  it('flag a retired structure with open accounts, and do not flag it as unused without any', async () => {
    const feeStructures = [structure(1), structure(2), structure(3)];
    const accounts = [account(1, [1]), account(2, [1, 3]), account(3, [2], { status: 'closed' })];
    const feeSettings = retired('1', '2');
    expect(await findingsOf('structure-retired', { feeStructures, accounts }, { feeSettings })).toEqual({
      '1': { uses: 2 },
    });
    expect(await findingsOf('structure-unused', { feeStructures, accounts }, { feeSettings })).toEqual({});
  });

  it('flag a structure if a rate that it uses is above the ceiling, and none without a ceiling', async () => {
    const feeStructures = [
      structure(1),
      structure(2, { calculation_type: 'R', flat_rate: 1.01, tiers: [tier(0, null, 9)] }),
      structure(3, { tiers: [tier(0, 1000, 1.5), tier(1000.01, null, 1.5)] }),
      structure(4, { calculation_type: 'A', flat_rate: 50 }),
    ];
    const all = await findingsOf(
      'rate-above-ceiling',
      { feeStructures },
      {
        feeSettings: { retired: [], ceiling: '1.00' },
      },
    );
    expect(all).toEqual({
      '2': { rates: ['1.01'], ceiling: '1.00' },
      '3': { rates: ['1.5'], ceiling: '1.00' },
    });
    expect(RULE_TEXTS['rate-above-ceiling'].what(all['3'] ?? {})).toBe(
      'Its rates reach 1.50%; your ceiling is 1.00%.',
    );
    expect(await findingsOf('rate-above-ceiling', { feeStructures })).toEqual({});
  });
});

it('flags an account in use with a tiered or drop-through structure but no group', async () => {
  const feeStructures = [
    structure(1),
    structure(2, { calculation_type: 'D' }),
    structure(3, { calculation_type: 'R' }),
  ];
  const accounts = [
    account(1, [1]),
    account(2, [3, 2]),
    account(3, [3]),
    account(4, [1], { status: 'closed' }),
    account(5, [1]),
  ];
  const billingGroups = [{ id: 8, name: 'G', assignments: [{ account_id: 5, fee_location: 0 }] }];
  expect(await findingsOf('breakpoint-alone', { accounts, feeStructures, billingGroups })).toEqual({
    '1': { structures: ['1'] },
    '2': { structures: ['2'] },
  });
});
