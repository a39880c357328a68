import type {
  AssignedAccount,
  AssignmentWarning,
  AddToGroupLine,
  AddToGroupPlan,
} from '#contract/features/billing-groups/calls';
import {
  addAssignments,
  PAID_BY_ITSELF,
  readAssignments,
  removeAssignments,
  PAID_BY_GROUP,
} from '#contract/features/billing-groups/assignments';
import { appendTo } from '#contract/maps';

/** A billing group with its assignments as the service sent them; undefined if the record lacks the field. */
export interface GroupText {
  readonly id: string;
  readonly name: string;
  readonly firm: string | null;
  readonly household: string | null;
  readonly assignments: string | undefined;
}

/** The group that accounts are added to; a null ID means a new group. */
export type TargetGroup = Omit<GroupText, 'id'> & { readonly id: string | null };

export interface AddToGroupInput {
  readonly accounts: readonly AssignedAccount[];
  readonly target: TargetGroup;
  /** The groups that have any of the accounts, possibly including the target. */
  readonly groups: readonly GroupText[];
  readonly payer: string;
  readonly move: boolean;
}

export interface PlannedAddToGroup {
  readonly plan: AddToGroupPlan;
  /** The target's assignments after the change. */
  readonly target: string | undefined;
  /** The groups that accounts are removed from, with their assignments after the change. */
  readonly others: readonly { readonly group: GroupText; readonly assignments: string | undefined }[];
}

/** Plans how adding accounts to a group changes it and their current groups, and which warnings apply. */
export function planAddToGroup({
  accounts,
  target,
  groups,
  payer,
  move,
}: AddToGroupInput): PlannedAddToGroup {
  const assigned = new Set(readAssignments(target.assignments).map(({ account }) => account));
  const others = groups.filter(({ id }) => id !== target.id);
  const currentGroups = new Map<string, GroupText[]>();
  const payeeCounts = new Map<GroupText, Map<string, number>>();
  for (const group of others) {
    const assignments = readAssignments(group.assignments);
    for (const { account } of assignments) if (account !== null) appendTo(currentGroups, account, group);
    payeeCounts.set(group, countPayees(assignments));
  }
  const lines = accounts.map((account): AddToGroupLine => {
    const from = currentGroups.get(account.id) ?? [];
    const state = assigned.has(account.id) ? 'already-in' : from.length > 0 && !move ? 'stays' : 'added';
    const { groups: _, ...accountFacts } = account;
    return {
      account: accountFacts,
      state,
      warnings: [
        ...(state === 'already-in' ? [] : from.map(({ name }) => warning('other-group', { group: name }))),
        ...(state === 'added' ? warningsOf(account, from, target, payeeCounts) : []),
      ],
    };
  });
  const added = lines.flatMap(({ state, account }) => (state === 'added' ? [account.id] : []));
  const targetAssignments = addAssignments(target.assignments, added, payer);
  const changed = others.flatMap((group) => {
    const assignments = move ? removeAssignments(group.assignments, added) : group.assignments;
    return assignments === group.assignments ? [] : [{ group, assignments }];
  });
  const isPayerInTarget = readAssignments(targetAssignments).some(({ account }) => account === payer);
  return {
    plan: {
      lines: [...lines].sort((a, b) => Number(b.warnings.length > 0) - Number(a.warnings.length > 0)),
      counts: {
        added: added.length,
        alreadyIn: lines.filter(({ state }) => state === 'already-in').length,
        stays: lines.filter(({ state }) => state === 'stays').length,
      },
      warnings: countWarnings(lines),
      isPayerOutside: payer !== PAID_BY_ITSELF && payer !== PAID_BY_GROUP && !isPayerInTarget,
      groups: [
        {
          id: target.id,
          name: target.name,
          added: added.length,
          removed: 0,
          left: readAssignments(targetAssignments).length,
        },
        ...changed.map(({ group, assignments }) => {
          const left = readAssignments(assignments).length;
          const removed = readAssignments(group.assignments).length - left;
          return { id: group.id, name: group.name, added: 0, removed, left };
        }),
      ],
    },
    target: targetAssignments,
    others: changed,
  };
}

/** Counts how many others each account of a group pays for. */
function countPayees(assigned: ReturnType<typeof readAssignments>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { account, payer } of assigned)
    if (payer !== null && payer !== PAID_BY_ITSELF && payer !== PAID_BY_GROUP && payer !== account)
      counts.set(payer, (counts.get(payer) ?? 0) + 1);
  return counts;
}

/** Returns what to check before an account is added to the target and removed from its current groups. */
function warningsOf(
  account: AssignedAccount,
  from: readonly GroupText[],
  target: TargetGroup,
  payeeCounts: ReadonlyMap<GroupText, ReadonlyMap<string, number>>,
): AddToGroupLine['warnings'] {
  const { household, firm, status } = account;
  return [
    ...from.flatMap((group) => {
      const payees = payeeCounts.get(group)?.get(account.id) ?? 0;
      return payees > 0 ? [warning('payer-leaves', { group: group.name, accounts: payees })] : [];
    }),
    ...(target.household !== null && household !== target.household
      ? [warning('other-household', household === null ? {} : { household })]
      : []),
    ...(target.firm !== null && firm !== target.firm
      ? [warning('other-firm', firm === null ? {} : { firm })]
      : []),
    ...(status === 'closed' || status === 'stale' ? [warning(status, {})] : []),
  ];
}

const warning = (code: AssignmentWarning, facts: Record<string, string | number>) => ({ code, facts });

function countWarnings(lines: readonly AddToGroupLine[]): AddToGroupPlan['warnings'] {
  const counts: Partial<Record<AssignmentWarning, number>> = {};
  for (const { warnings } of lines)
    for (const code of new Set(warnings.map((item) => item.code))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
