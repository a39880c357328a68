import { randomUUID } from 'node:crypto';
import { countByState } from '#contract/counts';
import { draftRowState, type Draft, type DraftRow, type DraftRowState } from '#contract/edit';
import type { DraftHolder, HandOver } from '#contract/features/team/hand-overs';
import { fail } from '#contract/failure';
import { rowIssue, type RowIssue } from '#contract/job';
import type { ResourceName } from '#contract/resources';
import type { ActivityKind } from '#contract/features/activity/schemas';
import { Observable } from '#common/observable';
import type { Clock } from '../../service/clock';
import type { Drafts } from '../../records/edits/drafts';
import { withoutTaxIds } from './saved-work/without-tax-ids';
import { digestOf, type StoredHandOver } from './saved-work/hand-overs';
import { rowsKey, type HandOverContent, type SharedRow } from './saved-work/topics/hand-over';
import type { Workspace } from '../../workspace/open/workspace';
import { teamProblemError } from './database-problems';
import { LatestRows } from './latest-rows';
import { splitIntoParts } from './saved-work/readable';
import { expectShareable } from './shared-rows';
import type { Team } from './team';

const PUBLISH_INTERVAL_MS = 50;

interface HandOverDeps {
  readonly team: Pick<Team, 'self' | 'membership' | 'syncToEnd'>;
  readonly workspace: Pick<Workspace, 'team' | 'activity' | 'transaction'>;
  readonly drafts: Drafts;
  readonly clock: Clock;
  readonly closed: AbortSignal;
}

/** Drafts that members hand to each other. One member holds a draft at a time; the order of the log decides who. */
export class HandOvers {
  readonly #deps: HandOverDeps;
  readonly #changed = new Observable(0);
  readonly #latestRows: LatestRows<DraftRow>;
  #isWatchingDrafts = false;

  constructor(deps: HandOverDeps) {
    this.#deps = deps;
    this.#latestRows = new LatestRows(deps.clock);
    this.#store.onTopic('hand-over', () => this.#update(), deps.closed);
    // The app may have closed after it stored an answer and before it moved the draft.
    if (this.#store.self) this.#moveDrafts();
  }

  get #store() {
    return this.#deps.workspace.team;
  }

  async *follow(signal: AbortSignal): AsyncGenerator<HandOver[], void, void> {
    void this.#watchDrafts();
    for await (const _ of this.#changed.follow(signal, PUBLISH_INTERVAL_MS)) yield this.#list();
  }

  /** Publishes after changes of drafts: a declined draft is listed until it is sent or discarded. */
  async #watchDrafts(): Promise<void> {
    if (this.#isWatchingDrafts) return;
    this.#isWatchingDrafts = true;
    for await (const _ of this.#deps.drafts.follow(this.#deps.closed))
      this.#changed.update((version) => version + 1);
  }

  /** Returns a range of an offer's rows in this state, or in any, and their total number. */
  rows(
    draft: string,
    { state, offset, limit }: { state?: DraftRowState | undefined; offset: number; limit: number },
  ): { rows: DraftRow[]; total: number } {
    const stored = this.#find(draft);
    const { offer, digest } = stored.content;
    const rows = this.#latestRows
      .get(`${draft} ${offer} ${digest}`, () =>
        this.#store.handOvers.rows(stored).map((row, index) => ({ ...row, index })),
      )
      .filter((row) => state === undefined || row.state === state);
    return { rows: rows.slice(offset, offset + limit), total: rows.length };
  }

  /** Returns the colleague who has a draft; null if this member has it, or it was never handed over. */
  holderOf(draft: string): DraftHolder | null {
    const stored = this.#store.self ? this.#store.handOvers.find(draft) : undefined;
    if (!stored || stored.holder === this.#deps.team.self.member) return null;
    return { name: this.#nameOf(stored.holder), since: stored.state === 'taken' ? stored.answered : null };
  }

  /** Offers a draft to a colleague who may write. */
  offer(draft: string, to: string, note: string): void {
    const { team, drafts } = this.#deps;
    const { self, membership } = team;
    const role = membership.roleOf(to);
    if (role === null || role === 'viewer' || to === self.member) throw teamProblemError('no-receiver');
    const offeredDraft = drafts.get(draft);
    if (offeredDraft.isHandedOver) throw fail('not-allowed', { detail: { code: 'handed-over' } });
    if (offeredDraft.isChecking) throw fail('busy', { cause: 'the draft is being checked' });
    const rows = drafts.allRows(draft).map((row) => sharedRow(offeredDraft.resource, row));
    if (rows.length === 0) throw fail('not-found', { where: 'draft' });
    const parts = splitIntoParts(rows);
    const offerId = randomUUID();
    const content = {
      kind: 'offer' as const,
      offer: offerId,
      to,
      note: withoutTaxIds(note),
      header: headerOf(offeredDraft, rows),
      parts: parts.length,
      digest: digestOf(rows),
    };
    this.#share(
      draft,
      content,
      'draft-hand-over',
      { to: membership.member(to)?.name ?? '', records: rows.length },
      parts.map((part, index) => ({
        key: rowsKey(draft, offerId, index),
        value: { kind: 'rows' as const, rows: part },
      })),
    );
  }

  /** Takes over an offered draft, if it is still offered in the log. */
  async take(draft: string): Promise<void> {
    const { team } = this.#deps;
    await team.syncToEnd();
    const stored = this.#offeredTo(draft);
    this.#store.handOvers.rows(stored); // fails unless the rows are those that were offered
    this.#answer(stored, 'take', '', 'draft-take');
    await team.syncToEnd();
    if (this.#find(draft).holder !== team.self.member) throw teamProblemError('no-hand-over');
  }

  decline(draft: string, note: string): void {
    this.#answer(this.#offeredTo(draft), 'decline', note, 'draft-decline');
  }

  /** Withdraws an offer of this member, unless the log already has an answer to it. */
  async takeBack(draft: string): Promise<void> {
    const { team } = this.#deps;
    await team.syncToEnd();
    const stored = this.#find(draft);
    if (stored.giver !== team.self.member || stored.state !== 'offered')
      throw teamProblemError('no-hand-over');
    this.#answer(stored, 'take-back', '', 'draft-take-back');
    await team.syncToEnd();
    if (this.#find(draft).state !== 'taken-back') throw teamProblemError('no-hand-over');
  }

  #find(draft: string): StoredHandOver {
    const stored = this.#store.handOvers.find(draft);
    if (!stored) throw teamProblemError('no-hand-over');
    return stored;
  }

  #offeredTo(draft: string): StoredHandOver {
    const stored = this.#find(draft);
    if (stored.receiver !== this.#deps.team.self.member || stored.state !== 'offered')
      throw teamProblemError('no-hand-over');
    return stored;
  }

  #answer(
    { draft, giver, receiver, content }: StoredHandOver,
    kind: 'take' | 'decline' | 'take-back',
    note: string,
    activity: ActivityKind,
  ): void {
    const { total } = content.header;
    const value = { kind, offer: content.offer, note: withoutTaxIds(note) };
    const colleague = kind === 'take-back' ? { to: this.#nameOf(receiver) } : { from: this.#nameOf(giver) };
    this.#share(draft, value, activity, { ...colleague, records: total });
  }

  #share(
    draft: string,
    value: HandOverContent,
    kind: ActivityKind,
    facts: Record<string, string | number>,
    rowItems: readonly { readonly key: string; readonly value: HandOverContent }[] = [],
  ): void {
    const { workspace } = this.#deps;
    workspace.transaction(() => {
      workspace.team.share('hand-over', [...rowItems, { key: draft, value }]);
      workspace.activity.note({ kind, count: 1, facts });
    });
    this.#store.notifyTopics();
  }

  #update(): void {
    if (this.#deps.closed.aborted) return;
    if (this.#store.self) this.#moveDrafts();
    this.#deps.drafts.publishAgain();
    this.#changed.update((version) => version + 1);
  }

  /**
   * Adds the drafts that this member took over, and removes those that a colleague took over: by the latest offer, or by
   * an earlier one if the colleague has offered the draft again since.
   */
  #moveDrafts(): void {
    const { team, drafts, workspace } = this.#deps;
    const { handOvers } = this.#store;
    const { member } = team.self;
    const ownDrafts = new Set(drafts.ids());
    for (const stored of handOvers.list()) {
      const { draft, state, holder, received, content } = stored;
      if (holder !== member && ownDrafts.has(draft) && handOvers.wasTakenFrom(member, draft))
        drafts.release(draft);
      if (state !== 'taken' || holder !== member || received === content.offer) continue;
      const rows = readRows(() => handOvers.rows(stored));
      if (!rows) continue; // not, or not yet, those that were offered
      workspace.transaction(() => {
        drafts.receive({ id: draft, ...content.header }, rows);
        handOvers.setReceived(draft, content.offer);
      });
    }
  }

  #list(): HandOver[] {
    const { team } = this.#deps;
    if (!this.#store.self) return [];
    const { member } = team.self;
    const ownDrafts = new Set(this.#deps.drafts.ids());
    // A removed member or a viewer cannot take over anything.
    const role = team.membership.roleOf(member);
    const mayTake = role === 'admin' || role === 'member';
    return this.#store.handOvers
      .list()
      .filter(
        ({ draft, giver, receiver, holder, state }) =>
          (state === 'offered' && (giver === member || (receiver === member && mayTake))) ||
          (state === 'declined' && giver === member && ownDrafts.has(draft)) ||
          (state === 'taken' && holder === member && ownDrafts.has(draft)),
      )
      .map((stored) => this.#view(stored));
  }

  #view({ draft, giver, receiver, state, at, answer, content }: StoredHandOver): HandOver {
    const { member } = this.#deps.team.self;
    const person = (id: string) => ({ id, name: this.#nameOf(id), isSelf: id === member });
    return {
      draft: {
        id: draft,
        ...content.header,
        key: null,
        sourceJob: null,
        createdAt: at,
        // The giver may have changed or checked a declined draft since; an offered one stays, and a taken one has its holder's state.
        updatedAt: state === 'declined' ? this.#deps.drafts.get(draft).updatedAt : at,
        checkedAt: null,
        isChecking: false,
        checkFailure: null,
      },
      from: person(giver),
      to: person(receiver),
      note: content.note,
      at,
      state,
      answer,
      waiting: this.#store.handOvers.waiting(draft),
    };
  }

  #nameOf(member: string): string {
    return this.#deps.team.membership.member(member)?.name ?? '';
  }
}

/** Returns undefined if the rows are not those that were offered. */
function readRows(read: () => SharedRow[]): SharedRow[] | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns an issue without tax IDs: its facts may have a cell of an import, such as an unknown account number. */
const maskedIssue = (issue: RowIssue | null): RowIssue | null =>
  rowIssue
    .nullable()
    .parse(
      JSON.parse(JSON.stringify(issue), (_, value: unknown) =>
        typeof value === 'string' ? withoutTaxIds(value) : value,
      ),
    );

/** Returns a row as it is shared. Fails with `refused` (`tax-id`) if a value could hold a tax ID or a token. */
function sharedRow(
  resource: ResourceName,
  { key, title, subtitle, line, state, issue, fields }: DraftRow,
): SharedRow {
  expectShareable(resource, fields);
  return {
    key,
    title: withoutTaxIds(title),
    subtitle: withoutTaxIds(subtitle),
    line,
    // The receiver reads again what the service has now.
    state: state === 'conflict' ? 'ready' : state,
    issue: maskedIssue(issue),
    fields: fields.map(({ field, before, after, issue: fieldIssue }) => ({
      field,
      ...(before === undefined ? {} : { before }),
      after,
      issue: maskedIssue(fieldIssue),
    })),
  };
}

function headerOf({ resource, kind, origin, title, edits, file, restored = null }: Draft, rows: SharedRow[]) {
  const states = rows.map(({ state }) => state);
  const masked = (text: string | null) => text && withoutTaxIds(text);
  return {
    resource,
    kind,
    origin,
    title: masked(title),
    edits,
    file: masked(file),
    restored,
    total: rows.length,
    counts: countByState(draftRowState.options, states),
  };
}
