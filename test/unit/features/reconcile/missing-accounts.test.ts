import { describe, expect, it } from 'vitest';
import { probablyMissingText } from '#contract/features/reconcile/messages';
import type { FoundAccount } from '#engine/cache/query/account-lookup';
import { reconcile } from '#engine/features/reconcile/reconcile';
import { billedAccount, mapping, memorySources } from './memory';

const csv = (lines: Readonly<Record<string, string>>): string =>
  ['Account Number,Fee', ...Object.entries(lines).map(([number, fee]) => `${number},${fee}`)].join('\r\n');

/** Reconciles a file that bills only 0011 with the previous period's fees; returns the text about missing accounts. */
async function missingText(
  previousFees: Readonly<Record<string, string>>,
  record: { readonly accounts?: number; readonly periodDebit?: string },
  moreAccounts: readonly FoundAccount[] = [],
): Promise<string> {
  const sources = memorySources({
    accounts: [
      billedAccount({ number: '0011' }),
      billedAccount({ number: '0022', name: 'Weiß' }),
      ...moreAccounts,
    ],
    saved: {
      33: { files: { 'SWB.csv': csv({ '0011': '10.00', ...previousFees }) } },
      40: { files: { 'SWB.csv': csv({ '0011': '10.00' }) } },
    },
    records: {
      33: { endDate: '2026-06-30', firmId: '39' },
      40: { endDate: '2026-09-30', firmId: '39', ...record },
    },
  });
  const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
  return probablyMissingText(result.probablyMissing);
}

describe('the account that is probably missing', () => {
  it('is the one billed in the prior period, if the file has one account fewer than its record', async () => {
    expect(await missingText({ '0022': '165.60' }, { accounts: 2 })).toBe(
      'Probably missing: Weiß (0022), $165.60 in the prior period',
    );
  });

  it('is, of several, the only one whose fee is near the missing amount', async () => {
    const previousFees = { '0022': '165.60', '0033': '900.00' };
    expect(await missingText(previousFees, { accounts: 2, periodDebit: '180.00' })).toContain(
      'Weiß (0022), $165.60',
    );
    expect(await missingText(previousFees, { periodDebit: '910.00' })).toContain('missing: 0033, $900.00');
  });

  it('is not named if several fit, if none is missing, or if it has closed', async () => {
    const alike = { '0022': '165.60', '0033': '166.00' };
    expect(await missingText(alike, { accounts: 2, periodDebit: '177.00' })).toBe('');
    expect(await missingText({ '0022': '165.60' }, { accounts: 1, periodDebit: '10.00' })).toBe('');
    const closed = billedAccount({ number: '0044', status: 'closed', closeDate: '2026-07-15' });
    expect(await missingText({ '0044': '5.00' }, { accounts: 2 }, [closed])).toBe('');
  });
});
