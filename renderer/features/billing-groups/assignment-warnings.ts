import type { AssignedAccount, AssignmentWarning } from '#contract/features/billing-groups/calls';
import {
  assignmentChanges,
  isPaidByAnother,
  readAssignments,
} from '#contract/features/billing-groups/assignments';
import { assignmentWarningTexts } from './messages';

interface Group {
  /** ID of the group; null for a new one. */
  readonly groupId: string | null;
  /** Household and firm of the group; null if it has none or it is unknown. */
  readonly household: string | null;
  readonly firm: string | null;
}

/**
 * Returns the warnings to show before edited assignments are sent, as sentences: about added accounts, and about
 * payers that are not in the group. Warnings that applied before the edit are not repeated.
 */
export function assignmentWarnings(
  before: string | undefined,
  after: string | undefined,
  { groupId, household, firm }: Group,
  accountOf: (id: string) => AssignedAccount | undefined,
): string[] {
  const { added, removed, payerChanged } = assignmentChanges(before, after);
  const warnings: Partial<Record<AssignmentWarning, number>> = {};
  const count = (code: AssignmentWarning, applies: boolean): void => {
    if (applies) warnings[code] = (warnings[code] ?? 0) + 1;
  };
  for (const { account: id } of added) {
    const account = id === null ? undefined : accountOf(id);
    if (!account) continue;
    count(
      'other-group',
      account.groups.some((group) => group.id !== groupId),
    );
    count('other-household', household !== null && account.household !== household);
    count('other-firm', firm !== null && account.firm !== firm);
    count('closed', account.status === 'closed');
    count('stale', account.status === 'stale');
  }
  const changed = new Set([...added, ...payerChanged].map(({ account }) => account));
  const removedAccounts = new Set(removed.map(({ account }) => account));
  const assigned = readAssignments(after);
  const assignedAccounts = new Set(assigned.map(({ account }) => account));
  const isPayerOutside = assigned.some(
    ({ account, payer }) =>
      account !== null &&
      isPaidByAnother(account, payer) &&
      !assignedAccounts.has(payer) &&
      (changed.has(account) || removedAccounts.has(payer)),
  );
  return assignmentWarningTexts({ warnings, isPayerOutside });
}
