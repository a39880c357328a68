import { createHash } from 'node:crypto';
import { compareAccounts } from '#engine/features/agreed-terms/compare-accounts';
import { BillingPeriods } from '#engine/features/period/billing-periods';
import type { CheckedFindings } from '#engine/features/review/review';
import { ApprovalGuard } from '#engine/jobs/approval-guard';
import type { PeriodId, SectionName } from '#contract/features/period/schemas';
import type { RefundCase } from '#contract/features/refunds/cases';
import type { ResourceName } from '#contract/resources';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

export const JUNE: PeriodId = { firm: '39', endDate: '2026-06-30' };
export const SEPTEMBER: PeriodId = { firm: '39', endDate: '2026-09-30' };

const account = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${id}`,
  number: `00${id}`,
  custodian: 'SWB',
  status: 'funded',
  firm_id: 39,
  payment_source: 'C',
  household_id: 60,
  fee_structures_ids: [7],
  ...overrides,
});
const structure = { id: 7, name: 'Flat', firm_id: 39, calculation_type: 'R', flat_rate: 1, frequency: 'Q' };
const file = (id: number, endDate: string, overrides: object = {}) => ({
  id,
  firm_id: 39,
  end_date: `${endDate}T00:00:00Z`,
  num_files: 1,
  total_period_debit: 100.1,
  ...overrides,
});

/**
 * The records of two firms with three periods. Firm 39 has accounts 1 to 3, of which account 2 pays for account 1; firm
 * 40 has account 4 and file 42, whose record has no amount.
 */
export const FIRM = {
  accounts: [account(1), account(2), account(3), account(4, { firm_id: 40 })],
  feeStructures: [structure],
  billingGroups: [
    {
      id: 500,
      name: 'Group',
      firm_id: 39,
      assignments: [{ id: 1, account_id: 1, group_id: 500, fee_location: 2, fee_location_option: 'A' }],
    },
  ],
  feeUploadFiles: [
    file(40, '2026-06-30'),
    file(41, '2026-06-30', { total_period_debit: 0.2 }),
    file(42, '2026-06-30', { firm_id: 40, total_period_debit: null }),
    file(43, '2026-09-30'),
  ],
};
export const changedAccount = (id: number, overrides: object) => [
  ...FIRM.accounts.filter((each) => each.id !== id),
  account(id, overrides),
];

/**
 * Billing periods of a cache and saved work. `withLaterRecords` returns those of other records and the same saved
 * work.
 */
export function periodHarness(
  records: Record<string, object[]> = FIRM,
  refusedLists: readonly ResourceName[] = [],
) {
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  let minute = 0; // each action is a minute later than the one before
  /** The current time for the expiry of approvals. */
  const clock = { now: Date.UTC(2026, 9, 1, 10) };
  const guard = new ApprovalGuard(workspace.team, () => clock.now);
  const refunds: RefundCase[] = [];
  const withRecords = (lists: Record<string, object[]>, refused: readonly ResourceName[] = []) => {
    const reader = readerWith(lists, refused);
    const state: { findings: CheckedFindings | null } = {
      findings: { checkedAt: '2026-10-01T08:00:00.000Z', findings: [], unchecked: [] },
    };
    const pause = () => Promise.resolve();
    const periods = new BillingPeriods({
      reader,
      workspace,
      guard,
      findings: (rules) =>
        state.findings && {
          ...state.findings,
          findings: state.findings.findings.filter(({ rule }) => rules.has(rule)),
          unchecked: state.findings.unchecked.filter((rule) => rules.has(rule)),
        },
      refunds: () => Promise.resolve(refunds),
      terms: () => compareAccounts(reader, workspace.agreedTerms, pause),
      pause,
      user: () => 'jo',
      now: () => new Date(Date.UTC(2026, 9, 1, 10, minute++)),
    });
    return {
      reader,
      periods,
      state,
      section: async (id: PeriodId, name: SectionName) => {
        const section = (await periods.get(id)).sections.find(({ facts }) => facts.name === name);
        if (!section) throw new Error(`no section ${name}`);
        return section;
      },
      sign: async (id: PeriodId, note = 'checked') =>
        periods.sign(
          id,
          note,
          (await periods.get(id)).sections.map(({ sha256 }) => sha256),
        ),
    };
  };
  return {
    workspace,
    refunds,
    clock,
    guard,
    ...withRecords(records, refusedLists),
    withLaterRecords: withRecords,
    /** Stores the lines of a file: amounts by account key; null for one that could not be read. */
    bill: (fileId: string, id: PeriodId, fees: Readonly<Record<string, string | null>>, leftOut = 0) =>
      workspace.feeHistory.put(
        {
          sha256: createHash('sha256').update(fileId).digest('hex'),
          fileId,
          firmId: id.firm,
          endDate: id.endDate,
          savedAt: '2026-10-01T09:00:00.000Z',
          leftOut,
        },
        Object.entries(fees).map(([key, amount], index) => ({
          accountRef: `a${key}`,
          at: index,
          custodian: 'SWB',
          number: `00${key}`,
          amount,
        })),
      ),
  };
}
