import { DAY_MS } from '#contract/dates';
import { assignmentLine, recreateLine } from '#contract/features/billing-groups/calls';
import { codeLine } from '#contract/features/advisor-codes/calls';
import { createLine, removeLine } from '#contract/creation';
import { editLine } from '#contract/edit';
import {
  APPROVAL_DAYS,
  isPeriodSignature,
  type ApprovalRule,
  type ApprovedKind,
} from '#contract/features/team/approvals';
import type { TeamRole } from '#contract/features/team/calls';
import { fail } from '#contract/failure';
import type { JobFacts, JobKind } from '#contract/job';
import {
  canonicalRow,
  rulesFor,
  type ApprovalStore,
  type StoredApproval,
} from '../features/team/saved-work/approvals';
import type { TeamStore } from '../features/team/saved-work/team-store';
import { approvalRow, approvedKindOf, type ApprovalRow } from '../features/team/saved-work/topics/approvals';
import { withoutTaxIds } from '../features/team/saved-work/without-tax-ids';

/** Maximum time that an approver's clock may be ahead of this one. */
const MAX_AHEAD_MS = 3_600_000;

/** What is about to be sent, or signed. */
export interface GuardedRows<Kind extends ApprovedKind = ApprovedKind> {
  readonly kind: Kind;
  /** The inputs of the rows to send. For a signature, its parts as they are approved. */
  readonly inputs: readonly unknown[];
  /** Number of records of the whole job. */
  readonly total: number;
  /** The draft that they are from, the job that was planned without one, or the period: an approval is for one of them. */
  readonly subject: string;
}

/** A request to sign a period. */
export interface SignatureRequest {
  /** The note of the signature. */
  readonly note: string;
  /** The hashes of the sections that were shown. */
  readonly sections: readonly string[];
}

/** Returns the rows of a job's inputs, or the parts of a signature, as they are approved. */
export const approvalRowsOf = (kind: ApprovedKind, inputs: readonly unknown[]): ApprovalRow[] =>
  isPeriodSignature(kind)
    ? approvalRow.array().parse(inputs)
    : inputs.flatMap((input) =>
        kind.operation === 'recreate' ? groupsToRecreate(input) : [approvalRowOf(kind, input)],
      );

/** One request deletes all groups that were there when they were copied. */
function groupsToRecreate(input: unknown): ApprovalRow[] {
  const { before, names } = recreateLine.parse(input);
  return before.map((id, index) => toApprovalRow(id, names[index] || `Group ${id}`, '', []));
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
    return toApprovalRow(record, code, '', fields);
  }
  if (operation === 'unassign') {
    const { assignment, groupName, account, accountTitle } = assignmentLine.parse(input);
    return toApprovalRow(assignment, groupName, accountTitle ?? `Account ${account}`, []);
  }
  if (operation === 'edit') {
    const { key, title, subtitle, fields } = editLine.parse(input);
    return toApprovalRow(key, title, subtitle, fields);
  }
  if (operation === 'create') {
    const { key, title, subtitle, body, follow } = createLine.parse(input);
    return toApprovalRow(key, title, subtitle, [...body, ...follow]);
  }
  const { key, title, subtitle } = removeLine.parse(input);
  return toApprovalRow(key, title, subtitle, []);
}

const toApprovalRow = (
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
  const remaining = new Map<string, number>();
  for (const row of store.rows(approval)) {
    const text = canonicalRow(row);
    remaining.set(text, (remaining.get(text) ?? 0) + 1);
  }
  return rows.every((row) => {
    const text = canonicalRow(row);
    const count = remaining.get(text) ?? 0;
    remaining.set(text, count - 1);
    return count > 0;
  });
}

/** Whether the team's log was read to its end. */
type LogReading = { readonly isCurrent: true } | { readonly isCurrent: false; readonly cause?: string };
export const NOT_READ: LogReading = { isCurrent: false };

/**
 * Prevents rows that need a second person's approval from being sent or signed without it. It reads the team's
 * log to its end first; without the team's database, nothing is sent or signed that needs approval by the known rules.
 */
export class ApprovalGuard {
  readonly #team: TeamStore;
  readonly #now: () => number;

  constructor(team: TeamStore, now: () => number = Date.now) {
    this.#team = team;
    this.#now = now;
  }

  /**
   * Returns facts for the job and the log: the approval, and the names of both. Empty if none is needed. Fails like
   * `require`.
   */
  async check(rows: GuardedRows): Promise<JobFacts> {
    const approval = this.require(rows, await this.readLog());
    if (!approval) return {};
    const { id, subject, request } = approval;
    const isOfDraft = request.kind === 'request' && !request.isJob;
    return { approval: id, ...(isOfDraft ? { draft: subject } : {}), ...this.namesOf(approval) };
  }

  /** Reads the team's log to its end. Returns whether that was possible, or why not. */
  async readLog(): Promise<LogReading> {
    const { self, gate } = this.#team;
    if (self?.state !== 'member' || !gate) return NOT_READ;
    return gate.syncToEnd().then(
      (): LogReading => ({ isCurrent: true }),
      (error: unknown) => ({ isCurrent: false, ...(error instanceof Error && { cause: error.message }) }),
    );
  }

  /**
   * Returns the approval that is needed; null if none is. `reading`: whether the log was read to its end. Fails as
   * `not-allowed`: `approval-needed`, or `approval-offline` without the database, with the facts of that.
   */
  require(rows: GuardedRows, reading: LogReading): StoredApproval | null {
    if (this.rulesFor(rows).length === 0) return null;
    if (!reading.isCurrent) {
      const { cause } = reading;
      throw fail('not-allowed', {
        detail: { code: 'approval-offline', facts: this.#offlineFacts(cause) },
        ...(cause !== undefined && { cause }),
      });
    }
    const approval = this.find(rows);
    if (!approval) throw fail('not-allowed', { detail: { code: 'approval-needed' } });
    return approval;
  }

  /** Which database could not be read, why (a code of TEAM_PROBLEMS), and when it was last read to its end (ISO, UTC). */
  #offlineFacts(problem: string | undefined): Record<string, string> {
    const { self } = this.#team;
    return {
      ...(self && { host: self.database.host }),
      ...(problem !== undefined && { problem }),
      ...(self?.asOf && { asOf: self.asOf }),
    };
  }

  /** Names who asked for approval and who approved. */
  namesOf({ requester, decider }: StoredApproval): { 'asked by': string; 'approved by': string } {
    const nameOf = (member: string) => this.#team.gate?.nameOf(member) ?? '';
    return { 'asked by': nameOf(requester), 'approved by': nameOf(decider ?? '') };
  }

  /** Returns the rules that apply to this number of records of a kind. */
  rulesFor({ kind, total }: Pick<GuardedRows, 'kind' | 'total'>): ApprovalRule[] {
    return this.#team.self?.state === 'member' ? rulesFor(this.#team.approvals.rules, kind, total) : [];
  }

  /** Returns an approval that holds for all rows. */
  find({ kind, inputs, subject }: GuardedRows): StoredApproval | undefined {
    const { approvals, gate } = this.#team;
    if (!gate) return undefined;
    const rows = approvalRowsOf(kind, inputs);
    return approvals.list().findLast((one) => {
      const { resource, operation } = approvedKindOf(one.request);
      return (
        one.subject === subject &&
        resource === kind.resource &&
        operation === kind.operation &&
        (!isPeriodSignature(kind) || this.#isForOneSignature(one)) &&
        holdsApproval(one, (member) => gate.roleOf(member), this.#now()) &&
        covers(approvals, one, rows)
      );
    });
  }

  /** A job may resume under its approval. An approved period is signed once, by who asked. */
  #isForOneSignature({ requester, state }: StoredApproval): boolean {
    return state === 'approved' && requester === this.#team.self?.member;
  }
}
