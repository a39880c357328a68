import { describe, expect, it, vi } from 'vitest';
import { LatestCharges } from '#engine/features/review/billed-fees';
import { runRules } from '#engine/features/review/check';
import { RULES } from '#engine/features/review/rules/index';
import { REVIEW_RULES, RULE_IDS, ruleNamed } from '#contract/features/review/rules';
import { resourceNamed } from '#contract/resources';
import { readerWith } from '../../cache/temp-cache';
import { neverYield } from './rule-findings';

const account = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  status: 'funded',
  custodian: 'SWB',
  number: `N${id}`,
  ...overrides,
});

describe('the table of rules', () => {
  it('has a check for every rule, and every rule reads existing fields', () => {
    expect(Object.keys(RULES)).toEqual(Object.keys(REVIEW_RULES));
    for (const id of RULE_IDS) {
      const { resource, reads } = ruleNamed(id);
      for (const name of reads) {
        const field = resourceNamed(resource).fields[name];
        expect(field?.column !== undefined || field?.kind === 'objects', `${id} reads ${name}`).toBe(true);
      }
    }
  });
});

describe('a check', () => {
  it('returns the findings of each rule, with the custodian of the record', async () => {
    const reader = readerWith({
      accounts: [account(1), account(2, { household_id: 7 }), account(3, { household_id: 7, number: 'N2' })],
    });
    const { findings } = await runRules({ reader, pause: neverYield });
    expect(findings.get('no-household')?.all()).toMatchObject([{ key: '1', custodian: 'SWB', facts: {} }]);
    expect(findings.get('number-twice')?.all()).toMatchObject([
      { key: '2', facts: { accounts: ['2', '3'] } },
    ]);
  });

  it('skips a rule whose lists were never fetched completely, and reports them', async () => {
    const reader = readerWith({ accounts: [account(1, { fee_structures_ids: [1, 2] })] });
    const { findings, missing } = await runRules({ reader, pause: neverYield });
    expect(missing.get('collection-differs')).toEqual(['feeStructures']);
    expect(findings.has('collection-differs')).toBe(false);
    expect(missing.get('no-household')).toEqual([]);
    const nothing = await runRules({ reader: readerWith({}), pause: neverYield });
    expect(nothing.missing.get('no-household')).toEqual(['accounts']);
    expect(nothing.findings.size).toBe(0);
  });

  it('skips a rule that needs a list which the service does not have', async () => {
    const charges = new LatestCharges();
    charges.add({ endDate: '2026-09-30', months: 3 }, '40', {
      accountRef: 'a1',
      custodian: 'SWB',
      amount: '5.00',
    });
    const missing = async (invoices: readonly object[]) => {
      const lists = { accounts: [{ id: 1 }], billingReports: [{ id: 9, fee_upload_file_id: 40 }], invoices };
      const result = await runRules({
        reader: readerWith(lists),
        pause: neverYield,
        charges,
        rules: ['fee-and-invoice'],
      });
      return [...result.missing.values()];
    };
    expect(await missing([])).toEqual([['invoices']]);
    expect(await missing([{ id: 5, account_ids: [2] }])).toEqual([[]]);
  });

  it('yields repeatedly in a long list, and still finds everything', async () => {
    const accounts = Array.from({ length: 2_500 }, (_, index) =>
      account(index + 1, index % 2 ? { household_id: 1 } : {}),
    );
    let turns = 0;
    const pause = () => {
      turns += 1;
      return Promise.resolve();
    };
    let clock = 0;
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 10)); // a slow computer
    const { findings } = await runRules({ reader: readerWith({ accounts }), pause });
    now.mockRestore();
    expect(findings.get('no-household')).toHaveLength(1_250);
    expect(turns).toBeGreaterThanOrEqual(6); // one per chunk, and one for the list
  });

  it('stops when its result is no longer needed', async () => {
    const pause = () => Promise.reject(new Error('closed'));
    await expect(runRules({ reader: readerWith({ accounts: [account(1)] }), pause })).rejects.toThrow(
      'closed',
    );
  });

  it('changes a fingerprint with a value or fact that the rule read, but no other field', async () => {
    const fingerprintOf = async (overrides: object) => {
      const { findings } = await runRules({
        reader: readerWith({ accounts: [account(1, overrides)] }),
        pause: neverYield,
      });
      return findings.get('no-household')?.at(0).fingerprint;
    };
    const fingerprint = await fingerprintOf({});
    expect(await fingerprintOf({ city: 'Boise' })).toBe(fingerprint);
    expect(await fingerprintOf({ status: 'stale' })).not.toBe(fingerprint);
    const fingerprintOfSharedNumber = async (...ids: number[]) => {
      const accounts = ids.map((id) => account(id, { number: 'N' }));
      const { findings } = await runRules({ reader: readerWith({ accounts }), pause: neverYield });
      return findings.get('number-twice')?.at(0).fingerprint;
    };
    expect(await fingerprintOfSharedNumber(1, 2, 3)).not.toBe(await fingerprintOfSharedNumber(1, 2));
  });
});
