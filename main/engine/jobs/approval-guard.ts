import { DAY_MS } from '#contract/dates';
import { assignmentLine, recreateLine } from '#contract/features/billing-groups/calls';
import { codeLine } from '#contract/features/advisor-codes/calls';
import { createLine, removeLine } from '#contract/creation';
import { editLine } from '#contract/edit';
import { APPROVAL_DAYS, type ApprovalRule } from '#contract/features/team/approvals';
import type { TeamRole } from '#contract/features/team/calls';
import { fail } from '#contract/failure';
import type { JobFacts, JobKind } from '#contract/job';
import {
  canonicalRow,
  rulesFor,
  type ApprovalStore,
  type StoredApproval,
} from '../workspace/features/team/approvals';
import type { TeamStore } from '../workspace/features/team/team-store';
import type { ApprovalRow } from '../workspace/features/team/topics/approvals';
import { withoutTaxIds } from '../workspace/features/team/without-tax-ids';

/** How far the clock of an approver may be ahead. */
const MAX_AHEAD_MS = 3_600_000;

/** What is about to be sent. */
export interface GuardedRows {
  readonly kind: JobKind;
  /** The inputs of the rows to send. */
  readonly inputs: readonly unknown[];
  /** Number of records of the whole job. */
  readonly total: number;
  /** The draft that they are from, or the job that was planned without one: an approval is for one of them. */
  readonly subject: string;
}

/** Returns the rows of a job's inputs as they are approved. */
export const approvalRowsOf = (kind: JobKind, inputs: readonly unknown[]): ApprovalRow[] =>
  inputs.flatMap((input) =>
    kind.operation === 'recreate' ? groupsToRecreate(input) : [approvalRowOf(kind, input)],
  );

/** One request deletes all groups that were there when they were copied. */
function groupsToRecreate(input: unknown): ApprovalRow[] {
  const { before, names } = recreateLine.parse(input);
  return before.map((id, index) => named(id, names[index] || `Group ${id}`, '', []));
}

/** Returns a row of a job as it is approved: the record, with each value before and after. */
function approvalRowOf({ resource, operation }: JobKind, input: unknown): ApprovalRow {
  if (resource === 'advisorCodes') {
    const { code, custodian, firmId, record } = codeLine.parse(input);
    const values = { source: JSON.stringify(custodian), firm_id: firmId ?? 'null' };
    // A deletion shows which code it is, as it is now.
    const fields = Object.entries(values).map(([field, json]) =>
      operation === 'remove' ? { field, before: json, after: 'null' } : { field, after: json },
    );
    return named(record, code, '', fields);
  }
  if (operation === 'unassign') {
    const { assignment, groupName, account } = assignmentLine.parse(input);
    return named(assignment, groupName, `Account ${account}`, []);
  }
  if (operation === 'edit') {
    const { key, title, subtitle, fields } = editLine.parse(input);
    return named(key, title, subtitle, fields);
  }
  if (operation === 'create') {
    const { key, title, subtitle, body, follow } = createLine.parse(input);
    return named(key, title, subtitle, [...body, ...follow]);
  }
  const { key, title, subtitle } = removeLine.parse(input);
  return named(key, title, subtitle, []);
}

const named = (
  key: string | null,
  title: string,
  subtitle: string,
  fields: readonly { readonly field: string; readonly before?: string | undefined; readonly after: string }[],
): ApprovalRow => ({
  key,
  title: withoutTaxIds(title),
  subtitle: withoutTaxIds(subtitle),
  fields: fields.map(({ field, before, after }) => ({
    field,
    ...(before === undefined ? {} : { before }),
    after,
  })),
});

/** The end of an approval. */
export const endOfApproval = (decidedAt: string): number => Date.parse(decidedAt) + APPROVAL_DAYS * DAY_MS;

/** Whether an approval holds now: by a member who may write, for five days. */
export function holdsApproval(
  { state, requester, decider, decided }: StoredApproval,
  roleOf: (member: string) => TeamRole | null,
  now: number,
): boolean {
  if ((state !== 'approved' && state !== 'sent') || decider === null || decided === null) return false;
  const role = roleOf(decider);
  const at = Date.parse(decided);
  return (
    decider !== requester &&
    (role === 'admin' || role === 'member') &&
    now < endOfApproval(decided) &&
    at <= now + MAX_AHEAD_MS
  );
}

/** Whether every row is one of those that the request asks for, and none is sent twice. */
export function covers(
  store: ApprovalStore,
  approval: StoredApproval,
  rows: readonly ApprovalRow[],
): boolean {
  const left = new Map<string, number>();
  for (const row of store.rows(approval)) {
    const text = canonicalRow(row);
    left.set(text, (left.get(text) ?? 0) + 1);
  }
  return rows.every((row) => {
    const text = canonicalRow(row);
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}

/**
 * Keeps what needs a second person from being sent without one. The team's log is read to its end right before; without
 * the database, nothing is sent that needs approval by the rules known here.
 */
export class ApprovalGuard {
  readonly #team: TeamStore;
  readonly #now: () => number;

  constructor(team: TeamStore, now: () => number = Date.now) {
    this.#team = team;
    this.#now = now;
  }

  /**
   * Returns facts for the job and the log: the approval, and the names of both. Empty if none is needed. Fails as
   * `not-allowed`: `approval-needed`, or `approval-offline` without the database.
   */
  async check(rows: GuardedRows): Promise<JobFacts> {
    const team = this.#team;
    if (team.self?.state !== 'member') return {};
    const { gate } = team;
    const isCurrent =
      (await gate?.syncToEnd().then(
        () => true,
        () => false,
      )) ?? false;
    const rules = this.rulesFor(rows);
    if (rules.length === 0) return {};
    if (!gate || !isCurrent) throw fail('not-allowed', { detail: { code: 'approval-offline' } });
    const approval = this.find(rows);
    if (!approval) throw fail('not-allowed', { detail: { code: 'approval-needed' } });
    return {
      approval: approval.id,
      ...(approval.request.isJob ? {} : { draft: approval.subject }),
      'asked by': gate.nameOf(approval.requester),
      'approved by': gate.nameOf(approval.decider ?? ''),
    };
  }

  /** Returns the rules that so many records of a kind of job fall under. */
  rulesFor({ kind, total }: Pick<GuardedRows, 'kind' | 'total'>): ApprovalRule[] {
    return this.#team.self?.state === 'member' ? rulesFor(this.#team.approvals.rules, kind, total) : [];
  }

  /** Returns an approval that holds for all rows. */
  find({ kind, inputs, subject }: GuardedRows): StoredApproval | undefined {
    const { approvals, gate } = this.#team;
    if (!gate) return undefined;
    const rows = approvalRowsOf(kind, inputs);
    return approvals
      .list()
      .findLast(
        (one) =>
          one.subject === subject &&
          one.request.resource === kind.resource &&
          one.request.operation === kind.operation &&
          holdsApproval(one, (member) => gate.roleOf(member), this.#now()) &&
          covers(approvals, one, rows),
      );
  }
}
