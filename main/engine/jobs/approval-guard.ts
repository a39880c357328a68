import { DAY_MS } from '#contract/dates';
import {
  APPROVAL_DAYS,
  isPeriodSignature,
  type ApprovalRule,
  type ApprovedKind,
} from '#contract/features/team/approvals';
import type { TeamRole } from '#contract/features/team/schemas';
import { fail } from '#contract/failure';
import type { JobFacts } from '#contract/job';
import {
  canonicalRow,
  rulesFor,
  type ApprovalStore,
  type StoredApproval,
} from '../features/team/saved-work/approvals';
import type { TeamStore } from '../features/team/saved-work/team-store';
import { approvedKindOf, type ApprovalRow } from '../features/team/saved-work/topics/approvals';

/** Maximum time that an approver's clock may be ahead of this one. */
const MAX_AHEAD_MS = 3_600_000;

/** What is about to be sent, or signed. */
export interface GuardedRows<Kind extends ApprovedKind = ApprovedKind> {
  readonly kind: Kind;
  /** Returns the rows to send, or the parts of a signature, as they are approved. */
  readonly approvalRows: () => readonly ApprovalRow[];
  /** Number of records of the whole job, without skipped ones; for a signature, number of its parts. */
  readonly total: number;
  /** The draft that they are from, the job planned without one, or the period: an approval is for one of them. */
  readonly subject: string;
}

/** A request to sign a period. */
export interface SignatureRequest {
  /** The note of the signature. */
  readonly note: string;
  /** The hashes of the sections that were shown. */
  readonly sections: readonly string[];
}

/** Returns the end of an approval. */
export const endOfApproval = (decidedAt: string): number => Date.parse(decidedAt) + APPROVAL_DAYS * DAY_MS;

/** Returns whether an approval holds now: by another member than the requester, who may write, for five days. */
export function holdsApproval(
  { state, requester, decider, decided }: StoredApproval,
  roleOf: (member: string) => TeamRole | null,
  now: number,
): boolean {
  if ((state !== 'approved' && state !== 'sent') || decider === null || decided === null) return false;
  const role = roleOf(decider);
  const decidedAt = Date.parse(decided);
  return (
    decider !== requester &&
    (role === 'admin' || role === 'member') &&
    now < endOfApproval(decided) &&
    decidedAt <= now + MAX_AHEAD_MS
  );
}

/**
 * Returns whether every row is one of those that the request asks for, and none is sent twice. Fails with
 * `changed-since` if the stored rows of the request do not match its hash.
 */
export function coversEveryRow(
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
   * Returns facts for the job and the log: the approval, the draft that it is about, if any, and the names of its
   * requester and approver. Empty if none is needed. Fails as `require` does.
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
   * Returns the approval that is needed; null if none is. `reading`: whether the log was read to its end. Fails
   * with `not-allowed` (`approval-needed`, or `approval-offline` without the database), with facts about it.
   */
  require(rows: GuardedRows, reading: LogReading): StoredApproval | null {
    const mayHaveRules = !reading.isCurrent && this.#team.isStateIncomplete;
    if (this.rulesFor(rows).length === 0 && !mayHaveRules) return null;
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

  /** Which database could not be read, why (a code of TEAM_PROBLEMS), and when it last was, to its end (ISO, UTC). */
  #offlineFacts(problem: string | undefined): Record<string, string> {
    const { self } = this.#team;
    return {
      ...(self && { host: self.database.host }),
      ...(problem !== undefined && { problem }),
      ...(self?.asOf && { asOf: self.asOf }),
    };
  }

  /** Returns the names of the members who asked for approval and who approved, as facts. */
  namesOf({ requester, decider }: StoredApproval): { 'asked by': string; 'approved by': string } {
    const nameOf = (member: string) => this.#team.gate?.nameOf(member) ?? '';
    return { 'asked by': nameOf(requester), 'approved by': nameOf(decider ?? '') };
  }

  /** Returns the rules that apply to this number of records of a kind. */
  rulesFor({ kind, total }: Pick<GuardedRows, 'kind' | 'total'>): ApprovalRule[] {
    return this.#team.self?.state === 'member' ? rulesFor(this.#team.approvals.rules, kind, total) : [];
  }

  /** Returns the latest request whose approval holds for all rows. */
  find({ kind, approvalRows, subject }: GuardedRows): StoredApproval | undefined {
    const { approvals, gate } = this.#team;
    if (!gate) return undefined;
    const rows = approvalRows();
    return approvals.list().findLast((approval) => {
      const { resource, operation } = approvedKindOf(approval.request);
      return (
        approval.subject === subject &&
        resource === kind.resource &&
        operation === kind.operation &&
        (!isPeriodSignature(kind) || this.#isForOneSignature(approval)) &&
        holdsApproval(approval, (member) => gate.roleOf(member), this.#now()) &&
        coversEveryRow(approvals, approval, rows)
      );
    });
  }

  /** A job may resume under its approval, but an approved period is signed only once, by the member who asked. */
  #isForOneSignature({ requester, state }: StoredApproval): boolean {
    return state === 'approved' && requester === this.#team.self?.member;
  }
}
