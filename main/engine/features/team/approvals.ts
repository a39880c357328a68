import { randomUUID } from 'node:crypto';
import { zeroCounts } from '#contract/counts';
import { draftRowState, type Draft, type DraftRow } from '#contract/edit';
import type { ActivityKind } from '#contract/features/activity/schemas';
import type { PeriodId } from '#contract/features/period/schemas';
import { PERIOD_SIGNATURE, type ApprovalRules } from '#contract/features/team/approvals';
import type {
  Approval,
  ApprovalStatus,
  ApprovalSubject,
  ApprovalTopic,
} from '#contract/features/team/approval-calls';
import { fail } from '#contract/failure';
import { JOB_MANIFESTS, unsentCount, type JobKind } from '#contract/job';
import { Observable } from '#common/observable';
import {
  coversEveryRow,
  endOfApproval,
  holdsApproval,
  type ApprovalGuard,
  type GuardedRows,
  type SignatureRequest,
} from '../../jobs/approval-guard';
import type { Jobs } from '../../jobs/jobs';
import type { DraftService } from '../../records/draft-service';
import type { Clock } from '../../service/clock';
import { isFailure } from '../../service/failures';
import { changesDigest, type StoredApproval } from './saved-work/approvals';
import {
  approvalRowsKey,
  approvedKindOf,
  periodSubject,
  RULES_KEY,
  subjectOf,
  type ApprovalContent,
  type ApprovalRequest,
  type ApprovalRow,
} from './saved-work/topics/approvals';
import { withoutTaxIds } from './saved-work/without-tax-ids';
import type { Workspace } from '../../workspace/open/workspace';
import { AnsweredSignatures } from './answered-signatures';
import { teamProblemError } from './database-problems';
import { LatestRows } from './latest-rows';
import { splitIntoParts } from './saved-work/readable';
import { expectShareable } from './shared-rows';
import type { Team } from './team';

const PUBLISH_INTERVAL_MS = 50;

type ChangeRequest = Extract<ApprovalRequest, { kind: 'request' }>;
type SentSubject = Exclude<ApprovalSubject, { kind: 'period' }>;

interface ApprovalDeps {
  readonly team: Pick<Team, 'self' | 'membership' | 'syncToEnd' | 'expectAdmin'>;
  readonly workspace: Pick<Workspace, 'team' | 'activity' | 'transaction'>;
  readonly drafts: Pick<DraftService, 'drafts' | 'guardedRows'>;
  readonly jobs: Pick<Jobs, 'get' | 'find' | 'guardedRows'>;
  readonly guard: ApprovalGuard;
  /** Returns what would be signed for a period: for a new request, or with the note and times of the latest one. */
  readonly periodRows: (period: PeriodId, request: SignatureRequest | null) => Promise<GuardedRows>;
  readonly clock: Clock;
  readonly closed: AbortSignal;
}

type Person = Approval['from'];

interface ApprovalItem {
  readonly key: string;
  readonly value: ApprovalContent;
}
const WITHDRAWAL: ApprovalContent = { kind: 'withdraw', note: '' };

/** Requests for a second person, and their answers. */
export class Approvals {
  readonly #deps: ApprovalDeps;
  readonly #changed = new Observable(0);
  #isWatchingDrafts = false;
  /** Whether answered requests are about what their drafts or jobs would send, by ID: reading many rows takes long. */
  readonly #current = new Map<string, { readonly version: string; readonly isCurrent: boolean }>();
  readonly #signatures: AnsweredSignatures;
  readonly #latestRows: LatestRows<DraftRow>;

  constructor(deps: ApprovalDeps) {
    this.#deps = deps;
    const { closed, clock, periodRows } = deps;
    this.#latestRows = new LatestRows(clock);
    const publish = () => this.#changed.update((version) => version + 1);
    this.#signatures = new AnsweredSignatures({
      answered: () => this.#answeredSignatures(),
      periodRows: (period) => periodRows(period, null),
      clock,
      closed,
      onChange: publish,
    });
    const onChange = () => {
      publish();
      this.#signatures.checkNow();
    };
    this.#store.onTopic('approval', onChange, closed);
    this.#store.onTopic(
      'approval-rules',
      () => {
        onChange();
        deps.drafts.drafts.publishAgain();
      },
      closed,
    );
  }

  get #store() {
    return this.#deps.workspace.team;
  }

  async *follow(signal: AbortSignal): AsyncGenerator<{ rules: ApprovalRules; list: Approval[] }, void, void> {
    void this.#watchDrafts();
    const stopWatching = this.#signatures.watch();
    try {
      for await (const _ of this.#changed.follow(signal, PUBLISH_INTERVAL_MS))
        yield { rules: this.#store.approvals.rules, list: this.#list() };
    } finally {
      stopWatching();
    }
  }

  /** Publishes after changes of drafts: an answered request is listed until its draft is sent or discarded. */
  async #watchDrafts(): Promise<void> {
    if (this.#isWatchingDrafts) return;
    this.#isWatchingDrafts = true;
    for await (const _ of this.#deps.drafts.drafts.follow(this.#deps.closed))
      this.#changed.update((version) => version + 1);
  }

  rows(
    id: string,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): { rows: DraftRow[]; total: number } {
    const stored = this.#find(id);
    const rows = this.#latestRows.get(`${id} ${stored.request.digest}`, () =>
      this.#store.approvals.rows(stored).map(draftRowOf),
    );
    return { rows: rows.slice(offset, offset + limit), total: rows.length };
  }

  /** Returns the rules that apply to what would be sent or signed, and its approval or the request for it. */
  async statusOf(subject: ApprovalSubject): Promise<ApprovalStatus> {
    const noApproval = { approval: null, outdated: null };
    if (this.#store.self?.state !== 'member') return { rules: [], ...noApproval };
    const { guard } = this.#deps;
    const rules = guard.rulesFor(this.#sizeOf(subject));
    if (rules.length === 0) return { rules, ...noApproval };
    // Reading what a period would sign takes long.
    if (subject.kind === 'period' && this.#requestsAbout(subject).length === 0)
      return { rules, ...noApproval };
    const rows = await this.#rowsOf(subject);
    const approvalRows = rows.approvalRows();
    const granted = guard.find({ ...rows, approvalRows: () => approvalRows });
    if (granted) return { rules, approval: this.#view(granted), outdated: null };
    const digest = changesDigest(rows.kind, approvalRows);
    const requests = this.#requestsAbout(subject);
    const current =
      requests.findLast(({ request }) => request.digest === digest) ??
      // An open request for more than is left to send counts, too.
      requests.findLast((stored) => stored.state === 'asked' && this.#includesAll(stored, approvalRows));
    if (current) return { rules, approval: this.#view(current), outdated: null };
    const latest = requests.at(-1);
    // If it was declined, nothing is lost when the changes are different now.
    const isOutdated = latest !== undefined && latest.state !== 'declined';
    return { rules, approval: null, outdated: isOutdated ? this.#view(latest) : null };
  }

  /**
   * Asks for approval of what would be sent or signed, and withdraws this member's open requests about an earlier
   * version of it. Sends nothing to the service.
   */
  async requestApproval(
    subject: ApprovalSubject,
    note: string,
    sections: readonly string[] = [],
  ): Promise<void> {
    if (subject.kind !== 'period') {
      this.#askToSend(subject, note);
      return;
    }
    const { period } = subject;
    const guarded = await this.#deps.periodRows(period, { note, sections });
    const rows = guarded.approvalRows();
    this.#shareRequest(guarded, rows, note, (fields) => ({ kind: 'period-request', period, ...fields }));
  }

  #askToSend(subject: SentSubject, note: string): void {
    const { drafts } = this.#deps;
    const draft = subject.kind === 'draft' ? drafts.drafts.get(subject.id) : null;
    if (draft?.isHandedOver) throw fail('not-allowed', { detail: { code: 'handed-over' } });
    if (draft?.isChecking) throw fail('busy', { cause: 'the draft is being checked' });
    const guarded = this.#rowsToSend(subject);
    const { resource, operation } = guarded.kind;
    const rows = guarded.approvalRows();
    if (rows.length === 0) throw fail('refused', { cause: 'no row of the draft is ready' });
    for (const { fields } of rows) expectShareable(resource, fields);
    this.#shareRequest(guarded, rows, note, (requestFields) => ({
      kind: 'request',
      subject: subject.id,
      isJob: subject.kind === 'job',
      resource,
      operation,
      origin: draft?.origin ?? 'bulk',
      title: rows.length === 1 ? (rows[0]?.title ?? null) : null,
      ...requestFields,
    }));
  }

  /** Shares the rows, and then the request for them. */
  #shareRequest(
    guarded: GuardedRows,
    rows: readonly ApprovalRow[],
    note: string,
    requestOf: (
      fields: Pick<ApprovalRequest, 'rules' | 'note' | 'total' | 'parts' | 'digest'>,
    ) => ApprovalRequest,
  ): void {
    const id = randomUUID();
    const parts = splitIntoParts(rows);
    const request = requestOf({
      rules: this.#deps.guard.rulesFor(guarded),
      note: withoutTaxIds(note),
      total: rows.length,
      parts: parts.length,
      digest: changesDigest(guarded.kind, rows),
    });
    const items = parts.map((part, index) => ({
      key: approvalRowsKey(id, index),
      value: { kind: 'rows' as const, rows: part },
    }));
    const replacedRequests = this.#store.approvals
      .unused()
      .filter(
        ({ subject, requester, state, request: { digest } }) =>
          subject === subjectOf(request) &&
          requester === this.#deps.team.self.member &&
          state === 'asked' &&
          digest !== request.digest,
      );
    this.#deps.workspace.transaction(() => {
      for (const { id: key, request: earlier } of replacedRequests)
        this.#write([{ key, value: WITHDRAWAL }], 'approval-withdraw', subjectFacts(earlier));
      this.#write([...items, { key: id, value: request }], 'approval-ask', subjectFacts(request));
    });
    this.#store.notifyTopics();
  }

  /** Signs the hash of the changes that were shown here. */
  async approve(id: string, note: string): Promise<void> {
    const { team } = this.#deps;
    await team.syncToEnd();
    const stored = this.#openRequest(id);
    const digest = changesDigest(approvedKindOf(stored.request), this.#store.approvals.rows(stored));
    const value = { kind: 'approve' as const, digest, note: withoutTaxIds(note) };
    this.#share([{ key: id, value }], 'approval-give', this.#factsOf(stored));
    await team.syncToEnd();
    const { state, decider } = this.#find(id);
    // A colleague's answer or a withdrawal may be earlier in the log; `sent`: the requester used the approval at once.
    if ((state !== 'approved' && state !== 'sent') || decider !== team.self.member)
      throw teamProblemError('no-approval');
  }

  decline(id: string, note: string): void {
    const stored = this.#openRequest(id);
    this.#share(
      [{ key: id, value: { kind: 'decline', note: withoutTaxIds(note) } }],
      'approval-decline',
      this.#factsOf(stored),
    );
  }

  /** Withdraws a request of this member; an approval ends with it. */
  withdraw(id: string): void {
    const stored = this.#find(id);
    const isOwn = stored.requester === this.#deps.team.self.member;
    if (!isOwn || (stored.state !== 'asked' && stored.state !== 'approved'))
      throw teamProblemError('no-approval');
    this.#share([{ key: id, value: WITHDRAWAL }], 'approval-withdraw', subjectFacts(stored.request));
  }

  /** Sets what requires a second person's approval. */
  setRules(rules: ApprovalRules): void {
    const { team, workspace } = this.#deps;
    team.expectAdmin();
    const { records, removals, feeStructures, advisorCodes, recreations, leftovers, periods } = rules;
    workspace.transaction(() => {
      workspace.team.share('approval-rules', [{ key: RULES_KEY, value: rules }]);
      workspace.activity.note({
        kind: 'approval-rules',
        count: 1,
        facts: {
          'more than': records,
          deletions: removals,
          'fee structures': feeStructures,
          'advisor codes': advisorCodes,
          'groups recreated': recreations,
          'leftover assignments': leftovers,
          'billing periods': periods,
        },
      });
    });
    this.#store.notifyTopics();
  }

  /** Returns the kind of what would be sent or signed, and its number of records. */
  #sizeOf(subject: ApprovalSubject): Pick<GuardedRows, 'kind' | 'total'> {
    return subject.kind === 'period' ? { kind: PERIOD_SIGNATURE, total: 1 } : this.#sizeToSend(subject);
  }

  #sizeToSend({ kind, id }: SentSubject): Pick<GuardedRows<JobKind>, 'kind' | 'total'> {
    const { drafts, jobs } = this.#deps;
    if (kind === 'job') {
      const job = jobs.get(id);
      return { kind: job.kind, total: job.total - job.counts.skipped };
    }
    const draft = drafts.drafts.get(id);
    return { kind: { resource: draft.resource, operation: draft.kind }, total: draft.counts.ready };
  }

  async #rowsOf(subject: ApprovalSubject): Promise<GuardedRows> {
    return subject.kind === 'period'
      ? this.#deps.periodRows(subject.period, null)
      : this.#rowsToSend(subject);
  }

  #rowsToSend(subject: SentSubject): GuardedRows<JobKind> {
    const { drafts, jobs } = this.#deps;
    return subject.kind === 'draft' ? drafts.guardedRows(subject.id) : jobs.guardedRows(subject.id);
  }

  /** Returns the requests about a subject that were neither withdrawn nor used; for a period, those of this member. */
  #requestsAbout(subject: ApprovalSubject): StoredApproval[] {
    const id = subject.kind === 'period' ? periodSubject(subject.period) : subject.id;
    const { member } = this.#deps.team.self;
    return this.#store.approvals
      .unused()
      .filter(
        (approval) => approval.subject === id && (subject.kind !== 'period' || approval.requester === member),
      );
  }

  /**
   * Returns whether an answered request of this member is listed: it includes everything that is left to send, or it is
   * the latest about its period, for five days.
   */
  #isListed(approval: StoredApproval, drafts: ReadonlySet<string>, latest: ReadonlySet<string>): boolean {
    const { request } = approval;
    return request.kind === 'request'
      ? this.#isUnsent(approval, request, drafts) && this.#isCurrent(approval, request)
      : this.#isLatestToSign(approval, latest);
  }

  /** Returns whether it is one of the latest requests, and was answered less than five days ago. */
  #isLatestToSign({ id, decided }: StoredApproval, latest: ReadonlySet<string>): boolean {
    return latest.has(id) && decided !== null && this.#deps.clock.now() < endOfApproval(decided);
  }

  /**
   * Returns this member's answered requests to sign periods that may still be used: the rule applies, and the
   * answer holds.
   */
  #answeredSignatures(): StoredApproval[] {
    const { self } = this.#store;
    if (self?.state !== 'member' || !this.#store.approvals.rules.periods) return [];
    const latest = this.#store.approvals.latestOf(self.member);
    return this.#store.approvals
      .unused()
      .filter(
        (approval) =>
          approval.request.kind === 'period-request' &&
          approval.requester === self.member &&
          (approval.state === 'declined' || (approval.state === 'approved' && this.#holds(approval))) &&
          this.#isLatestToSign(approval, latest),
      );
  }

  #holds(stored: StoredApproval): boolean {
    const { team, clock } = this.#deps;
    return holdsApproval(stored, (member) => team.membership.roleOf(member), clock.now());
  }

  /** Returns whether something of a request is still to be sent from this computer. */
  #isUnsent({ subject }: StoredApproval, { isJob }: ChangeRequest, drafts: ReadonlySet<string>): boolean {
    if (!isJob) return drafts.has(subject);
    const job = this.#deps.jobs.find(subject);
    return job !== null && unsentCount(job) > 0;
  }

  /** Returns whether an answered request is about exactly what its draft would send now, or about more of it. */
  #isCurrent(stored: StoredApproval, { isJob }: ChangeRequest): boolean {
    const { id, subject, state } = stored;
    const draft = isJob ? null : this.#deps.drafts.drafts.get(subject);
    const version = draft
      ? `${draft.updatedAt} ${draft.checkedAt} ${draft.counts.ready} ${state}`
      : `${JSON.stringify(this.#deps.jobs.get(subject).counts)} ${state}`;
    const known = this.#current.get(id);
    if (known?.version === version) return known.isCurrent;
    const rows = this.#rowsToSend({ kind: isJob ? 'job' : 'draft', id: subject }).approvalRows();
    let isCurrent: boolean;
    try {
      isCurrent = this.#includesAll(stored, rows);
    } catch (error) {
      // The rows of the request are missing while the log is read again; the other requests are listed all the same.
      if (isFailure(error, 'changed-since')) return false;
      throw error;
    }
    this.#current.set(id, { version, isCurrent });
    return isCurrent;
  }

  /** Returns whether something is left to send, and the request includes all of it. */
  #includesAll(stored: StoredApproval, rows: readonly ApprovalRow[]): boolean {
    return rows.length > 0 && coversEveryRow(this.#store.approvals, stored, rows);
  }

  #find(id: string): StoredApproval {
    const stored = this.#store.approvals.find(id);
    if (!stored) throw teamProblemError('no-approval');
    return stored;
  }

  /** Returns an open request of a colleague, for an answer. */
  #openRequest(id: string): StoredApproval {
    const { member } = this.#deps.team.self;
    const stored = this.#find(id);
    if (stored.requester === member) throw teamProblemError('own-approval');
    if (stored.state !== 'asked') throw teamProblemError('no-approval');
    return stored;
  }

  #factsOf({ requester, request }: StoredApproval): Record<string, string | number> {
    return { 'asked by': this.#person(requester).name, ...subjectFacts(request) };
  }

  #share(items: readonly ApprovalItem[], kind: ActivityKind, facts: Record<string, string | number>): void {
    this.#deps.workspace.transaction(() => this.#write(items, kind, facts));
    this.#store.notifyTopics();
  }

  /** Puts entries about a request into the log, with their line in the activity log; within a transaction. */
  #write(items: readonly ApprovalItem[], kind: ActivityKind, facts: Record<string, string | number>): void {
    const { team, activity } = this.#deps.workspace;
    team.share('approval', items);
    activity.note({ kind, count: 1, facts });
  }

  #list(): Approval[] {
    if (this.#store.self?.state !== 'member') return [];
    const { member } = this.#deps.team.self;
    const ownDrafts = new Set(this.#deps.drafts.drafts.ids());
    const latest = this.#store.approvals.latestOf(member);
    return this.#store.approvals
      .unused()
      .filter(
        (approval) =>
          approval.state === 'asked' ||
          (approval.requester === member && this.#isListed(approval, ownDrafts, latest)),
      )
      .map((stored) => this.#view(stored, this.#isUpToDate(stored)));
  }

  /** False for an answered request to sign a period that would sign something else now. */
  #isUpToDate({ id, state, request }: StoredApproval): boolean {
    return request.kind === 'request' || state === 'asked' || this.#signatures.isCurrent(id);
  }

  #view(stored: StoredApproval, isCurrent = true): Approval {
    const { id, requester, at, state, decider, decided, answer, request } = stored;
    const isApproved = state === 'approved' && decided !== null;
    return {
      id,
      about: this.#topicOf(stored),
      from: this.#person(requester),
      note: request.note,
      at,
      state: isApproved && !this.#holds(stored) ? 'ended' : state,
      by: decider === null ? null : this.#person(decider),
      decidedAt: decided,
      answer,
      until: isApproved ? new Date(endOfApproval(decided)).toISOString() : null,
      isWaiting: this.#store.approvals.isWaiting(id),
      isCurrent,
    };
  }

  #topicOf({ requester, request, at }: StoredApproval): ApprovalTopic {
    if (request.kind === 'period-request') return { kind: 'period', period: request.period };
    const { isJob, operation } = request;
    const isOwn = requester === this.#deps.team.self.member;
    const sourceJob = isOwn && operation === 'unassign' ? this.#sourceOf(request.subject) : null;
    return { kind: isJob ? 'job' : 'draft', draft: { ...draftOf(request, at), sourceJob }, operation };
  }

  /** Returns the job whose leftover assignments another job removes. */
  #sourceOf(job: string): string | null {
    const { of } = this.#deps.jobs.find(job)?.facts ?? {};
    return typeof of === 'string' ? of : null;
  }

  #person(id: string): Person {
    const { self, membership } = this.#deps.team;
    return { id, name: membership.member(id)?.name ?? '', isSelf: id === self.member };
  }
}

/** Returns the subject of a request as facts for the activity log. */
const subjectFacts = (request: ApprovalRequest): Record<string, string | number> =>
  request.kind === 'period-request'
    ? { period: request.period.endDate, firm: request.period.firm ?? '' }
    : { records: request.total };

function draftOf(request: ChangeRequest, at: string): Draft {
  const { subject: id, resource, operation, origin, title, total } = request;
  return {
    id,
    resource,
    kind: JOB_MANIFESTS[operation].preview,
    origin,
    title,
    total,
    counts: { ...zeroCounts(draftRowState.options), ready: total },
    key: null,
    edits: [],
    sourceJob: null,
    file: null,
    createdAt: at,
    updatedAt: at,
    checkedAt: null,
    isChecking: false,
    checkFailure: null,
  };
}

const draftRowOf = ({ fields, ...row }: ApprovalRow, index: number): DraftRow => ({
  ...row,
  index,
  line: null,
  state: 'ready',
  issue: null,
  fields: fields.map((field) => ({ ...field, issue: null })),
});
