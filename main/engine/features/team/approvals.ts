import { randomUUID } from 'node:crypto';
import { draftRowState, type Draft, type DraftRow } from '#contract/edit';
import type { ActivityKind } from '#contract/features/activity/calls';
import type { Approval, ApprovalRule, ApprovalRules } from '#contract/features/team/approvals';
import { fail } from '#contract/failure';
import { Observable } from '#common/observable';
import { approvalRowOf, endOfApproval, holdsApproval, type ApprovalGuard } from '../../jobs/approval-guard';
import type { DraftService } from '../../records/draft-service';
import { changesDigest, type StoredApproval } from '../../workspace/features/team/approvals';
import {
  approvalRowsKey,
  RULES_KEY,
  type ApprovalContent,
  type ApprovalRow,
} from '../../workspace/features/team/topics/approvals';
import { withoutTaxIds } from '../../workspace/features/team/without-tax-ids';
import type { Workspace } from '../../workspace/open/workspace';
import { teamProblemError } from './database-problems';
import { expectShareable, partsOf } from './shared-rows';
import type { Team } from './team';

const MAX_RATE_MS = 50;

interface ApprovalDeps {
  readonly team: Pick<Team, 'self' | 'membership' | 'syncToEnd' | 'expectAdmin'>;
  readonly workspace: Pick<Workspace, 'team' | 'activity' | 'transaction'>;
  readonly drafts: Pick<DraftService, 'drafts' | 'guardedRows'>;
  readonly guard: ApprovalGuard;
  readonly now: () => number;
  readonly closed: AbortSignal;
}

type Person = Approval['from'];

/** Requests for a second person, and their answers. */
export class Approvals {
  readonly #deps: ApprovalDeps;
  readonly #changed = new Observable(0);
  #isWatchingDrafts = false;

  constructor(deps: ApprovalDeps) {
    this.#deps = deps;
    const onChange = () => this.#changed.update((version) => version + 1);
    this.#store.onTopic('approval', onChange, deps.closed);
    this.#store.onTopic('approval-rules', onChange, deps.closed);
  }

  get #store() {
    return this.#deps.workspace.team;
  }

  async *follow(signal: AbortSignal): AsyncGenerator<{ rules: ApprovalRules; list: Approval[] }, void, void> {
    void this.#watchDrafts();
    for await (const _ of this.#changed.follow(signal, MAX_RATE_MS))
      yield { rules: this.#store.approvals.rules, list: this.#list() };
  }

  /** An answered request is listed until its draft is sent or discarded. */
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
    const rows = this.#store.approvals.rows(this.#find(id)).map(draftRowOf);
    return { rows: rows.slice(offset, offset + limit), total: rows.length };
  }

  /** Returns the rules that a draft falls under, with the approval of exactly its ready rows, or the request for it. */
  of(draft: string): { rules: ApprovalRule[]; approval: Approval | null } {
    if (this.#store.self?.state !== 'member') return { rules: [], approval: null };
    const { guard, drafts } = this.#deps;
    const { resource, kind: operation, counts } = drafts.drafts.get(draft);
    const rules = guard.rulesFor({ kind: { resource, operation }, total: counts.ready });
    if (rules.length === 0) return { rules, approval: null };
    const rows = drafts.guardedRows(draft);
    const held = guard.find(rows);
    if (held) return { rules, approval: this.#view(held) };
    const digest = changesDigest(
      rows.kind,
      rows.inputs.map((input) => approvalRowOf(rows.kind, input)),
    );
    const asked = this.#store.approvals.list().findLast(({ subject, request, state }) => {
      const isOpen = state === 'asked' || state === 'declined' || state === 'approved';
      return subject === draft && isOpen && request.digest === digest;
    });
    return { rules, approval: asked ? this.#view(asked) : null };
  }

  /** Asks for approval of the ready rows of a draft. Sends nothing to the service. */
  ask(draft: string, note: string): void {
    const { drafts, guard } = this.#deps;
    const shown = drafts.drafts.get(draft);
    if (shown.isHandedOver) throw fail('not-allowed', { detail: { code: 'handed-over' } });
    if (shown.checking) throw fail('busy', { cause: 'the draft is being checked' });
    const guarded = drafts.guardedRows(draft);
    const { resource } = guarded.kind;
    const rows = guarded.inputs.map((input) => approvalRowOf(guarded.kind, input));
    if (rows.length === 0) throw fail('refused', { cause: 'no row of the draft is ready' });
    for (const { fields } of rows) expectShareable(resource, fields);
    const id = randomUUID();
    const parts = partsOf(rows);
    const request: ApprovalContent = {
      kind: 'request',
      subject: draft,
      resource,
      operation: shown.kind,
      origin: shown.origin,
      title: rows.length === 1 ? (rows[0]?.title ?? null) : null,
      rules: guard.rulesFor(guarded),
      note: withoutTaxIds(note),
      total: rows.length,
      parts: parts.length,
      digest: changesDigest(guarded.kind, rows),
    };
    const items = parts.map((part, at) => ({
      key: approvalRowsKey(id, at),
      value: { kind: 'rows' as const, rows: part },
    }));
    this.#share([...items, { key: id, value: request }], 'approval-ask', { records: rows.length });
  }

  /** Signs the hash of the changes that were shown here. */
  async approve(id: string, note: string): Promise<void> {
    const { team } = this.#deps;
    await team.syncToEnd();
    const found = this.#open(id);
    const { resource, operation } = found.request;
    const digest = changesDigest({ resource, operation }, this.#store.approvals.rows(found));
    const value = { kind: 'approve' as const, digest, note: withoutTaxIds(note) };
    this.#share([{ key: id, value }], 'approval-give', this.#factsOf(found));
    await team.syncToEnd();
    const { state, decider } = this.#find(id);
    if ((state !== 'approved' && state !== 'sent') || decider !== team.self.member)
      throw teamProblemError('no-approval');
  }

  decline(id: string, note: string): void {
    const found = this.#open(id);
    this.#share(
      [{ key: id, value: { kind: 'decline', note: withoutTaxIds(note) } }],
      'approval-decline',
      this.#factsOf(found),
    );
  }

  /** Takes an own request back; an approval ends with it. */
  withdraw(id: string): void {
    const found = this.#find(id);
    const isOwn = found.requester === this.#deps.team.self.member;
    if (!isOwn || (found.state !== 'asked' && found.state !== 'approved'))
      throw teamProblemError('no-approval');
    this.#share([{ key: id, value: { kind: 'withdraw', note: '' } }], 'approval-withdraw', {
      records: found.request.total,
    });
  }

  /** Sets what needs a second person. */
  setRules(rules: ApprovalRules): void {
    const { team, workspace } = this.#deps;
    team.expectAdmin();
    const { records, removals, feeStructures } = rules;
    workspace.transaction(() => {
      workspace.team.share('approval-rules', [{ key: RULES_KEY, value: rules }]);
      workspace.activity.note({
        kind: 'approval-rules',
        count: 1,
        facts: { 'more than': records, deletions: removals, 'fee structures': feeStructures },
      });
    });
    this.#store.notifyTopics();
  }

  #find(id: string): StoredApproval {
    const found = this.#store.approvals.find(id);
    if (!found) throw teamProblemError('no-approval');
    return found;
  }

  /** Returns an open request of a colleague, for an answer. */
  #open(id: string): StoredApproval {
    const { member } = this.#deps.team.self;
    const found = this.#find(id);
    if (found.requester === member) throw teamProblemError('own-approval');
    if (found.state !== 'asked') throw teamProblemError('no-approval');
    return found;
  }

  #factsOf({ requester, request }: StoredApproval): Record<string, string | number> {
    return { 'asked by': this.#person(requester).name, records: request.total };
  }

  #share(
    items: readonly { readonly key: string; readonly value: ApprovalContent }[],
    kind: ActivityKind,
    facts: Record<string, string | number>,
  ): void {
    const { workspace } = this.#deps;
    workspace.transaction(() => {
      workspace.team.share('approval', items);
      workspace.activity.note({ kind, count: 1, facts });
    });
    this.#store.notifyTopics();
  }

  #list(): Approval[] {
    if (this.#store.self?.state !== 'member') return [];
    const { member } = this.#deps.team.self;
    const own = new Set(this.#deps.drafts.drafts.ids());
    return this.#store.approvals
      .list()
      .filter(
        ({ state, requester, subject }) =>
          state === 'asked' ||
          ((state === 'approved' || state === 'declined') && requester === member && own.has(subject)),
      )
      .map((found) => this.#view(found));
  }

  #view(found: StoredApproval): Approval {
    const { id, requester, at, state, decider, decided, answer, request, subject } = found;
    const { membership } = this.#deps.team;
    const holds = holdsApproval(found, (member) => membership.roleOf(member), this.#deps.now());
    const isApproved = state === 'approved' && decided !== null;
    return {
      id,
      draft: draftOf(subject, request, at),
      from: this.#person(requester),
      note: request.note,
      at,
      state: isApproved && !holds ? 'ended' : state,
      by: decider === null ? null : this.#person(decider),
      decidedAt: decided,
      answer,
      until: isApproved ? new Date(endOfApproval(decided)).toISOString() : null,
    };
  }

  #person(id: string): Person {
    const { self, membership } = this.#deps.team;
    return { id, name: membership.member(id)?.name ?? '', isSelf: id === self.member };
  }
}

function draftOf(id: string, request: StoredApproval['request'], at: string): Draft {
  const { resource, operation: kind, origin, title, total } = request;
  const counts = Object.fromEntries(draftRowState.options.map((state) => [state, 0])) as Draft['counts'];
  return {
    id,
    resource,
    kind,
    origin,
    title,
    total,
    counts: { ...counts, ready: total },
    key: null,
    edits: [],
    sourceJob: null,
    file: null,
    createdAt: at,
    updatedAt: at,
    checkedAt: null,
    checking: false,
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
