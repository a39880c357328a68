import type { GroupsCopy } from '#contract/features/billing-groups/schemas';
import type {
  GroupFollowUps,
  AssignedAccount,
  HouseholdPlan,
  HouseholdRow,
  AssignmentWarning,
  AddToGroupLine,
  AddToGroupPlan,
} from '#contract/features/billing-groups/calls';
import {
  PAID_BY_ITSELF,
  optionOf,
  PAID_BY_GROUP,
  type Assignment,
  type Payer,
} from '#contract/features/billing-groups/assignments';
import type { Job, JobRow } from '#contract/job';
import { count, countOf, formatDateTime, listText } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';

type Named = Pick<AssignedAccount, 'id' | 'name' | 'number'>;

/** "Violet Juns (DEMO3577)"; the ID for an account that is not in the cache. */
export const accountLabel = (id: string, account: Named | undefined): string =>
  account ? `${account.name || 'No name'} (${account.number ?? id})` : `Account ${id}`;

type PayerCodes = Pick<Assignment, 'payer' | 'option' | 'account'>;

/** Returns who pays as data: an account that is named as its own payer pays for itself, like one with the code 0. */
export const effectivePayer = ({ payer, account }: PayerCodes): Payer | null =>
  payer !== null && payer === account ? PAID_BY_ITSELF : payer;

/** Returns " · Z" for an option that contradicts the payer; otherwise ''. */
export const contradictionText = ({ payer, option }: PayerCodes): string =>
  option === null || (payer !== null && option === optionOf(payer)) ? '' : ` · ${option}`;

/** Returns who pays, by `fee_location` (wire facts A); an unknown or contradictory code is shown unchanged. */
export function payerLabel(assignment: PayerCodes, nameOf: (id: string) => Named | undefined): string {
  const payer = effectivePayer(assignment);
  const payerText =
    payer === null
      ? 'Not specified'
      : payer === PAID_BY_ITSELF
        ? 'Itself'
        : payer === PAID_BY_GROUP
          ? 'The group, by balance'
          : /^[1-9]\d*$/.test(payer)
            ? accountLabel(payer, nameOf(payer))
            : `Unknown (${payer})`;
  return `${payerText}${contradictionText(assignment)}`;
}

export const accountsText = (accounts: number): string => countOf(accounts, 'account', 'accounts');
export const groupsText = (groups: number): string => countOf(groups, 'billing group', 'billing groups');

/** Returns the result of a paste. */
export const pasteResultText = (added: number, alreadyIn: number, unmatched: number): string =>
  [
    added > 0 ? `${accountsText(added)} added` : 'No account added',
    alreadyIn > 0 ? `${count(alreadyIn)} already in the group` : '',
    unmatched > 0 ? `${count(unmatched)} not added` : '',
  ]
    .filter(Boolean)
    .join(', ');

/** Returns a short summary of changed assignments: "2 added, 1 removed". */
export const membershipChangesText = (added: number, removed: number, payerChanged: number): string =>
  [
    added > 0 ? `${count(added)} added` : '',
    removed > 0 ? `${count(removed)} removed` : '',
    payerChanged > 0 ? `${count(payerChanged)} with a different payer` : '',
  ]
    .filter(Boolean)
    .join(', ') || 'No changes';

// Adding accounts to a group

const ASSIGNMENT_WARNINGS: Readonly<Record<AssignmentWarning, (accounts: number) => string>> = {
  'other-group': (n) => `${countOf(n, 'account is', 'accounts are')} in another billing group`,
  'other-household': (n) => `${countOf(n, 'account is', 'accounts are')} outside the group’s household`,
  'other-firm': (n) => `${countOf(n, 'account is', 'accounts are')} outside the group’s firm`,
  closed: (n) => `${countOf(n, 'account is', 'accounts are')} closed`,
  stale: (n) => `${countOf(n, 'account is', 'accounts are')} stale`,
  'payer-leaves': (n) =>
    n === 1
      ? '1 account pays for others in the group it leaves'
      : `${count(n)} accounts pay for others in the groups they leave`,
};

/** Returns the warnings before the preview, one sentence each. */
export const assignmentWarningTexts = ({
  warnings,
  isPayerOutside,
}: Pick<AddToGroupPlan, 'warnings' | 'isPayerOutside'>): string[] => [
  ...(isPayerOutside ? ['The paying account is not in the group'] : []),
  ...Object.entries(warnings).map(([code, accounts]) =>
    ASSIGNMENT_WARNINGS[code as AssignmentWarning](accounts),
  ),
];

/** Returns the warnings of one account; `nameWithId` returns a name together with its ID. */
export const accountWarnings = (
  { warnings }: Pick<AddToGroupLine, 'warnings'>,
  nameWithId: (resource: 'households' | 'firms', id: string) => string,
): string =>
  warnings
    .map(({ code, facts }) => {
      switch (code) {
        case 'other-group':
          return `In ${facts['group'] ?? ''}`;
        case 'payer-leaves':
          return `Pays for ${accountsText(Number(facts['accounts']))} in ${facts['group'] ?? ''}`;
        case 'other-household':
          return 'household' in facts
            ? `Household: ${nameWithId('households', String(facts['household']))}`
            : 'No household';
        case 'other-firm':
          return 'firm' in facts ? `Firm: ${nameWithId('firms', String(facts['firm']))}` : 'No firm';
        case 'closed':
          return 'Closed';
        case 'stale':
          return 'Stale';
      }
    })
    .join(' · ');

export const LINE_STATES: Readonly<Record<AddToGroupLine['state'], string>> = {
  added: 'Will be added',
  'already-in': 'Already in the group',
  stays: 'Stays in current group',
};

/** Returns who would pay for an account; one that is not added keeps its payer. */
export const linePayerText = (
  { state, account }: Pick<AddToGroupLine, 'state'> & { readonly account: Pick<AssignedAccount, 'id'> },
  payer: string,
  nameOf: (id: string) => Named | undefined,
): string =>
  state === 'added' ? payerLabel({ payer, option: null, account: account.id }, nameOf) : 'No change';

/** Returns the summary of a plan: "12 accounts will be added, 3 already in the group." */
export function addToGroupPlanText({ counts: { added, alreadyIn, stays }, groups }: AddToGroupPlan): string {
  const emptiedCount = groups.filter(({ left, removed }) => removed > 0 && left === 0).length;
  const parts = [
    added === 0 ? 'No accounts will be added' : `${accountsText(added)} will be added`,
    alreadyIn > 0 ? `${count(alreadyIn)} already in the group` : '',
    stays > 0 ? `${count(stays)} staying in other groups` : '',
    groups.length > 1 ? `${groupsText(groups.length - 1)} will lose accounts` : '',
    emptiedCount > 0 ? `${groupsText(emptiedCount)} will be left without accounts` : '',
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** Note on a new group whose accounts are moved from other groups. */
export const STEP_ORDER_NOTE =
  'The new group is created first. After that, you can remove the accounts from their earlier groups.';

// After groups were sent

/** Returns the message about accounts of new groups that are still in other groups. */
export const stillInOtherGroupsText = ({ accounts, groups }: GroupFollowUps['inOtherGroups']): string => {
  const named = groups.slice(0, 3).map(({ name }) => name);
  const otherCount = groups.length - named.length;
  return `${countOf(accounts, 'account is', 'accounts are')} still in ${groups.length === 1 ? 'another billing group' : `${count(groups.length)} other billing groups`}: ${listText(named, otherCount)}.`;
};
/** Returns the message about accounts that a change should have removed. */
export const notRemovedText = (groups: GroupFollowUps['notRemoved']): string => {
  const accounts = groups.reduce((sum, { assignments }) => sum + assignments.length, 0);
  return `${countOf(accounts, 'account is', 'accounts are')} still in ${groups.length === 1 ? `“${groups[0]?.name ?? ''}”` : groupsText(groups.length)}: the service answered without an error, but did not apply the removal.`;
};
/** Returns the outcome of the removal through the older call. */
export function unassignOutcome({
  state,
  isChecking,
  counts,
}: Pick<Job, 'state' | 'isChecking' | 'counts'>): string {
  if (state === 'running' || isChecking) return 'Removing accounts…';
  const parts = [
    counts.done > 0 ? `${accountsText(counts.done)} removed` : '',
    counts.refused > 0 ? `${count(counts.refused)} rejected` : '',
    counts.unknown > 0 ? `the outcome of ${count(counts.unknown)} is unknown` : '',
    counts.planned + counts['not-sent'] > 0 ? `${count(counts.planned + counts['not-sent'])} not sent` : '',
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

// Create groups by household

export const HOUSEHOLD_STATES: Readonly<Record<HouseholdRow['state'], string>> = {
  new: 'New group',
  extend: 'Add to existing group',
  leave: 'No change',
};
const REASONS = {
  complete: 'The group already has all open accounts',
  'in-other-groups': 'Some accounts are in other groups',
  several: 'The household has several groups',
} as const;

/** Returns the planned change of a household, and why it does not include more accounts. */
export function householdPlanText({ state, why, added, inOtherGroups }: HouseholdRow): string {
  const stayingText =
    inOtherGroups === 0 || why === 'in-other-groups'
      ? ''
      : inOtherGroups === 1
        ? '; 1 account stays in another group'
        : `; ${accountsText(inOtherGroups)} stay in other groups`;
  if (state === 'new') return `Create a group of ${accountsText(added)}${stayingText}`;
  if (state === 'extend') return `Add ${accountsText(added)}${stayingText}`;
  if (why === 'complete' && inOtherGroups > 0) return `All open accounts are in groups${stayingText}`;
  return `${why === null ? '' : REASONS[why]}${stayingText}`;
}

/** Returns the message about accounts that no plan can place: those without a household or firm; null if none. */
export function unplacedAccountsText({ without }: Pick<HouseholdPlan, 'without'>): string | null {
  const parts = [
    without.household > 0 ? `${accountsText(without.household)} without a household` : '',
    without.firm > 0 ? `${accountsText(without.firm)} without a firm` : '',
  ].filter(Boolean);
  return parts.length === 0 ? null : `Not in the plan: ${parts.join(', ')}.`;
}

// The older call

export const groupsCopyText = ({ groups, file, at }: GroupsCopy): string =>
  `${groupsText(groups)} saved to ${file} on ${formatDateTime(at)}.`;

/** Returns true if another read of the groups may clarify the outcome. */
export const isOutcomeUncertain = (row: Pick<JobRow, 'state' | 'verified'> | null): boolean =>
  row?.state === 'unknown' || row?.verified === false;

/** Returns the outcome of the request to recreate all groups. */
export function recreationOutcome(
  job: Pick<Job, 'state' | 'counts' | 'isChecking'>,
  row: Pick<JobRow, 'state' | 'verified' | 'issue'> | null,
): StateLabel & { readonly text: string } {
  if (job.state === 'running' || row?.state === 'in-flight')
    return {
      label: 'Recreating',
      tone: 'accent',
      text: 'The service is recreating all billing groups. This can take minutes.',
    };
  if (job.isChecking)
    return { label: 'Checking', tone: 'accent', text: 'Reading the billing groups from the service.' };
  if (row?.state === 'done')
    return row.verified === false
      ? {
          label: 'Not confirmed',
          tone: 'warn',
          text: 'The service answered that it was done, but its list still has earlier groups. Refresh, and compare the groups with the copy.',
        }
      : {
          label: 'Recreated',
          tone: 'good',
          text: 'The service deleted the earlier billing groups and created new ones from households.',
        };
  if (row?.state === 'refused')
    return {
      label: 'Rejected',
      tone: 'bad',
      text: [
        'The service rejected the request. The billing groups have not changed.',
        ...(row.issue?.reasons?.length ? [`The service said: ${row.issue.reasons.join(' ')}`] : []),
      ].join(' '),
    };
  if (row?.state === 'unknown')
    return {
      label: 'Outcome unknown',
      tone: 'warn',
      text:
        row.verified === false
          ? 'The response was lost. The service still lists every earlier group: it may not have started, or may not be finished. Check again before you do anything else.'
          : 'The response was lost, and the list of groups does not show what happened. Check again.',
    };
  if (row?.state === 'conflict')
    return {
      label: 'Not sent',
      tone: 'warn',
      text: 'The billing groups in the service differ from the copy. Save a copy again. The billing groups have not changed.',
    };
  return {
    label: 'Not sent',
    tone: 'quiet',
    text: 'The request did not reach the service. The billing groups have not changed.',
  };
}
