import type { GroupFollowUps } from '#contract/features/billing-groups/calls';
import { assignmentChanges, readAssignments } from '#contract/features/billing-groups/assignments';
import { editLine } from '#contract/edit';
import type { JobRow } from '#contract/job';
import { findGroup, groupTexts, type GroupsReader } from './cached-groups';
import type { GroupText } from './plan-add-to-group';

type Row = Pick<JobRow, 'state' | 'responseIds' | 'input'>;

/** A group that still has accounts of a new group. */
interface GroupWithAccounts {
  readonly group: GroupText;
  readonly accounts: readonly string[];
}

/** Returns other groups that still have accounts of the groups that these job rows created. */
export function groupsStillHolding(reader: GroupsReader, rows: readonly Row[]): GroupWithAccounts[] {
  const created = rows.flatMap(({ state, responseIds }) =>
    state === 'done' ? (findGroup(reader, responseIds[0] ?? '') ?? []) : [],
  );
  const ids = new Set(created.map(({ id }) => id));
  const accounts = new Set(created.flatMap(accountsIn));
  return groupTexts(reader, [...accounts]).flatMap((group) => {
    const shared = accountsIn(group).filter((account) => accounts.has(account));
    return ids.has(group.id) || shared.length === 0 ? [] : [{ group, accounts: shared }];
  });
}

/**
 * Returns assignments that an edit should have removed but that are still there: the service ignored the
 * removal.
 */
export function ignoredRemovals(reader: GroupsReader, rows: readonly Row[]): GroupFollowUps['notRemoved'] {
  return rows.flatMap(({ state, input }) => {
    if (state !== 'not-taken') return [];
    const { key, fields } = editLine.parse(input);
    const edit = fields.find(({ field }) => field === 'assignments');
    const group = findGroup(reader, key);
    if (!edit || !group) return [];
    const removed = new Set(assignmentChanges(edit.before, edit.after).removed.map(({ account }) => account));
    const assignments = readAssignments(group.assignments).flatMap(({ id, account }) =>
      id !== null && removed.has(account) ? [id] : [],
    );
    return assignments.length === 0 ? [] : [{ group: key, name: group.name, assignments }];
  });
}

const accountsIn = ({ assignments }: GroupText): string[] =>
  readAssignments(assignments).flatMap(({ account }) => account ?? []);
