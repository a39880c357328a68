import type { GroupFollowUps } from '#contract/features/billing-groups/calls';
import { assignmentChanges, readAssignments } from '#contract/features/billing-groups/assignments';
import { editLine } from '#contract/edit';
import type { JobRow } from '#contract/job';
import { PairReader } from '../../cache/schema/pairs';
import { idOfKey, type Id } from '../../records/id-key';
import { rateLimited, scanInChunks } from '../../records/scan-in-chunks';
import { findGroup, groupsByKey, type GroupsReader } from './cached-groups';
import { PAYERS_COLUMN } from './fee-payers';
import type { GroupText } from './plan-add-to-group';

type Row = Pick<JobRow, 'state' | 'responseIds' | 'input'>;

/** A group that still has accounts of a new group. */
interface GroupWithAccounts {
  readonly group: GroupText;
  readonly accounts: readonly string[];
}

/**
 * Returns other groups that still have accounts of the groups that these job rows created. A job may have created
 * tens of thousands: their accounts come from a column, and only the other groups' records are parsed.
 */
export async function groupsStillHolding(
  reader: GroupsReader,
  rows: readonly Row[],
  pause: () => Promise<void>,
): Promise<GroupWithAccounts[]> {
  const created = new Set(
    rows.flatMap(({ state, responseIds: [key] }) =>
      state === 'done' && key !== undefined ? [idOfKey(key)] : [],
    ),
  );
  if (created.size === 0) return [];
  const accounts = new Set<Id>();
  await eachGroup(reader, pause, (key, assigned) => {
    if (created.has(key)) for (const account of assigned) accounts.add(account);
  });
  const others: string[] = [];
  await eachGroup(reader, pause, (key, assigned) => {
    if (!created.has(key) && assigned.some((account) => accounts.has(account))) others.push(String(key));
  });
  const pauseIfDue = rateLimited(pause);
  const holding: GroupWithAccounts[] = [];
  for (const group of groupsByKey(reader, others)) {
    const shared = accountsIn(group).filter((account) => accounts.has(idOfKey(account)));
    if (shared.length > 0) holding.push({ group, accounts: shared });
    await pauseIfDue();
  }
  return holding;
}

/** Visits all groups with the IDs of their accounts. */
async function eachGroup(
  reader: Pick<GroupsReader, 'scan'>,
  pause: () => Promise<void>,
  visit: (key: Id, accounts: readonly Id[]) => void,
): Promise<void> {
  const pairs = new PairReader();
  await scanInChunks(reader.scan('billingGroups', [PAYERS_COLUMN]), pause, (rows) => {
    for (const [, key, cell = null] of rows) {
      pairs.read(cell);
      visit(idOfKey(key), pairs.keys.slice(0, pairs.length).map(idOfKey));
    }
  });
}

/**
 * Returns assignments that an edit should have removed but that are still there: the service ignored the
 * removal.
 */
export async function ignoredRemovals(
  reader: GroupsReader,
  rows: readonly Row[],
  pause: () => Promise<void>,
): Promise<GroupFollowUps['notRemoved']> {
  const pauseIfDue = rateLimited(pause);
  const ignored: GroupFollowUps['notRemoved'] = [];
  for (const { state, input } of rows) {
    if (state !== 'not-taken') continue;
    await pauseIfDue();
    const { key, fields } = editLine.parse(input);
    const edit = fields.find(({ field }) => field === 'assignments');
    const group = findGroup(reader, key);
    if (!edit || !group) continue;
    const removed = new Set(assignmentChanges(edit.before, edit.after).removed.map(({ account }) => account));
    const assignments = readAssignments(group.assignments).flatMap(({ id, account }) =>
      id !== null && removed.has(account) ? [id] : [],
    );
    if (assignments.length > 0) ignored.push({ group: key, name: group.name, assignments });
  }
  return ignored;
}

const accountsIn = ({ assignments }: GroupText): string[] =>
  readAssignments(assignments).flatMap(({ account }) => account ?? []);
