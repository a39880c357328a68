import { untrack } from 'svelte';
import type {
  Finding,
  FindingDetail,
  FindingFilter,
  FindingSelection,
  MarkRequest,
  ReviewOverview,
  ReviewState,
} from '#contract/features/review/calls';
import type { TeamClaim } from '#contract/features/team/calls';
import { RULE_IDS, ruleNamed, type RuleId } from '#contract/features/review/rules';
import type { QueuePage } from '#contract/features/review/feature';
import { fail, FailureError, failureOf, type Failure } from '#contract/failure';
import { custodianName } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { copiedText } from '../../grid/copying.svelte';
import { GridModel } from '../../grid/grid.svelte';
import type { GridSource } from '../../grid/types';
import { showFailure, showToast } from '../../ui/toast';
import { copyText } from '../../ui/copy-text';
import { namedFirmText } from '../../records/names/names.svelte';
import { follow } from '../../state/follow';
import { FINDING_COLUMNS, findingCell, findingColumns } from './finding-columns';
import {
  doneText,
  findingCountText,
  TIME_FILTERS,
  SEVERITY_LABELS,
  STATE_FILTERS,
  type StateFilter,
  type TimeFilter,
} from './review-messages';
import { RULE_TEXTS } from './rule-messages';

/** Maximum number of IDs that a selection of accounts may have. */
const MAX_IDS = 20_000;
/** Findings that are read at a time for a copy; the most that one call returns. */
const COPY_CHUNK = 500;
/** An ID of a finding begins with its rule. */
const ruleOfId = (id: string): RuleId | undefined => RULE_IDS.find((rule) => id.startsWith(`${rule} `));

/** Findings that an action applies to. */
export interface ChosenFindings {
  readonly findings: FindingSelection;
  readonly count: number;
  /** Identity of the selection that they were; null for the one under the cursor or in the panel. */
  readonly selection: object | null;
}

/** Returns one finding as the subject of an action, whatever is selected. */
export const onlyFinding = (id: string): ChosenFindings => ({
  selection: null,
  count: 1,
  findings: { kind: 'ids', ids: [id] },
});

/** The review queue on screen: its filter, its findings, and the user's actions. */
export class ReviewQueue {
  text = $state('');
  stateFilter = $state<StateFilter>('to-do');
  custodian = $state('all');
  timeFilter = $state<TimeFilter>('ever');
  /** "all", or a colon and the owner's name; the colon alone stands for no owner. */
  owner = $state('all');
  state = $state.raw<ReviewState | null>(null);
  readonly overview: ReviewOverview | null = $derived(this.state?.overview ?? null);
  /** True once the list was read after a check: an empty list read before proves nothing. */
  isListKnown = $state(false);
  /** The finding under the cursor with all its details; null if there is none or it is not loaded yet. */
  detail = $state.raw<FindingDetail | null>(null);
  /** Why the finding under the cursor could not be read; `detail` is null then. */
  readFailure = $state.raw<Failure | null>(null);
  readonly grid: GridModel;
  #engine: EngineClient;
  /** Stamp of the findings that were listed last; undefined before an engine's first check. */
  #listedStamp: number | undefined;
  readonly #page: () => QueuePage;
  readonly #findingsById = new Map<string, Finding>();
  /** Who is on which finding, by its ID. */
  #claims: ReadonlyMap<string, TeamClaim> = new Map();

  readonly filter: FindingFilter = $derived.by(() => {
    const text = this.text.trim();
    const { rule, severity, firm } = this.#page();
    return {
      ...(rule ? { rule } : {}),
      ...(severity ? { severity } : {}),
      ...(firm === undefined ? {} : { firm }),
      states: [...STATE_FILTERS[this.stateFilter].states],
      ...(this.custodian === 'all' ? {} : { custodian: this.custodian }),
      ...(this.timeFilter === 'ever' ? {} : { found: this.timeFilter }),
      ...(this.owner === 'all' ? {} : { owner: this.owner.slice(1) }),
      ...(text ? { text } : {}),
    };
  });
  readonly isFiltered = $derived.by(
    () =>
      this.#page().firm !== undefined ||
      this.custodian !== 'all' ||
      this.timeFilter !== 'ever' ||
      this.owner !== 'all' ||
      this.text.trim() !== '',
  );

  constructor(engine: EngineClient, page: () => QueuePage, onopen: (finding: Finding) => void) {
    this.#engine = engine;
    this.#page = page;
    this.grid = new GridModel({
      onsort: () => undefined,
      onlayout: () => undefined, // widths last for this visit only
      onopen: (id) => {
        const finding = this.#findingsById.get(id);
        if (finding) onopen(finding);
      },
      onescape: () => false,
      onundo: () => {
        if (this.#latestUndo !== null) void this.#undo(this.#latestUndo);
      },
    });
  }

  /** Follows an engine's checks until the signal aborts; called again with another engine after a restart. */
  useEngine(engine: EngineClient, signal: AbortSignal): void {
    this.#engine = engine;
    this.grid.rows.forget();
    this.#readCount += 1; // a pending response of the previous engine is not used
    this.#listedStamp = undefined; // each engine numbers its own checks
    this.#latestUndo = null; // and knows only the marks made through it
    void follow({
      open: (stop) => engine.review.follow(undefined, { signal: stop }),
      onValue: (state) => {
        this.state = state;
        // Before its first check, an engine has an empty list, in which the cursor would lose its finding.
        if (state.checkedAt === null || state.stamp === this.#listedStamp) return;
        this.#listedStamp = state.stamp;
        this.#reload();
      },
      signal,
    });
  }

  /** Shows who is on which finding. */
  setClaims(claims: readonly TeamClaim[]): void {
    const previousClaims = this.#claims;
    this.#claims = new Map(claims.flatMap((claim) => (claim.kind === 'finding' ? [[claim.id, claim]] : [])));
    if (previousClaims.size > 0 || this.#claims.size > 0) untrack(() => this.grid.refresh());
  }

  /** Loads the findings that match a filter, and goes to the first. */
  applyFilter(filter: FindingFilter): void {
    this.grid.arrangement.use(findingColumns(filter.rule === undefined), null);
    // A screen reader names a row by its record; rows share a severity. Column 0 has the checkboxes.
    this.grid.cursor.column = this.grid.arrangement.names.indexOf('title') + 1;
    this.grid.load(this.#source(filter));
    this.grid.goWhenLoaded({ row: 0 });
  }

  /** Reads the finding under the cursor; only the response to the latest request is used. */
  async read(id: string | undefined): Promise<void> {
    this.#requestedId = id;
    this.#readCount += 1;
    const request = this.#readCount;
    let detail: FindingDetail | null = null;
    let failure: Failure | null = null;
    try {
      if (id !== undefined) detail = await this.#engine.review.get({ id });
    } catch (error) {
      failure = failureOf(error);
      if (request === this.#readCount && this.grid.opened === null) showFailure(error); // no panel shows it
    }
    if (request !== this.#readCount) return;
    this.detail = detail;
    this.readFailure = failure;
  }
  #requestedId: string | undefined;
  #readCount = 0;

  clear(): void {
    this.text = '';
    this.custodian = 'all';
    this.timeFilter = 'ever';
    this.owner = 'all';
  }

  move(step: 1 | -1): void {
    this.grid.act({ kind: 'move', rows: step, columns: 0, extend: false });
  }

  /** The finding under the cursor, once it is loaded; the previous one may still be displayed. */
  get current(): FindingDetail | null {
    return this.detail?.id === this.grid.active?.key ? this.detail : null;
  }

  /** The subject of an action: the selection, or the finding under the cursor; null if there is none. */
  get chosen(): ChosenFindings | null {
    const { selectedCount, selection, active } = this.grid;
    if (selectedCount > 0) {
      const { value } = selection;
      return {
        selection: selection.identity,
        count: selectedCount,
        findings:
          value.kind === 'keys'
            ? { kind: 'ids', ids: value.keys }
            : { kind: 'all', filter: this.filter, except: value.except },
      };
    }
    return active ? onlyFinding(active.key) : null;
  }

  /** Returns true if every chosen finding is about an account, which can be added to a billing group. */
  areAboutAccounts(chosen: ChosenFindings | null): boolean {
    if (!chosen) return false;
    const { findings } = chosen;
    const rules = findings.kind === 'ids' ? findings.ids.map(ruleOfId) : [findings.filter.rule];
    return rules.every((rule) => rule !== undefined && ruleNamed(rule).resource === 'accounts');
  }

  /** Returns the IDs of the accounts of chosen findings. */
  async accountsOf({ findings }: ChosenFindings): Promise<string[]> {
    const accounts = (ids: readonly string[]) => [...new Set(ids.map((id) => id.slice(id.indexOf(' ') + 1)))];
    if (findings.kind === 'ids') return accounts(findings.ids);
    const { ids } = await this.#engine.review.ids({ filter: findings.filter, offset: 0, limit: MAX_IDS });
    return accounts(ids.filter((id) => !findings.except.includes(id)));
  }

  /** The findings to export or print: the selection, or all that match the filter. */
  get findingsToReport(): Pick<ChosenFindings, 'findings' | 'count'> {
    const { chosen } = this;
    if (chosen?.selection) return chosen;
    return { count: this.grid.total, findings: { kind: 'all', filter: this.filter, except: [] } };
  }

  /** The filter in words, for a printed list: "Medium severity, State: to do, Charles Schwab". */
  get filterText(): string {
    const { rule, severity, custodian, firm, text, found, owner } = this.filter;
    return [
      rule === undefined ? undefined : RULE_TEXTS[rule].name,
      severity === undefined ? undefined : `${SEVERITY_LABELS[severity].label} severity`,
      `State: ${STATE_FILTERS[this.stateFilter].label.toLowerCase()}`,
      custodian === undefined ? undefined : custodianName(custodian),
      firm === undefined ? undefined : namedFirmText(firm),
      found === undefined ? undefined : TIME_FILTERS[found].toLowerCase(),
      owner === undefined ? undefined : owner === '' ? 'no owner' : `owner ${owner}`,
      text === undefined ? undefined : `search “${text}”`,
    ]
      .filter((part) => part !== undefined)
      .join(', ');
  }

  /** Returns the only chosen finding, whose note or owner a dialog shows; null for several, or if it is gone. */
  async onlyChosen({ count, findings }: ChosenFindings): Promise<FindingDetail | null> {
    if (count !== 1) return null;
    const id = findings.kind === 'ids' ? findings.ids[0] : await this.#firstOf(findings);
    if (id === undefined) return null;
    const { current } = this;
    return current?.id === id ? current : this.#engine.review.get({ id });
  }

  async #firstOf({
    filter,
    except,
  }: Extract<FindingSelection, { kind: 'all' }>): Promise<string | undefined> {
    const limit = Math.min(except.length + 1, MAX_IDS);
    const { ids } = await this.#engine.review.ids({ filter, offset: 0, limit });
    return ids.find((id) => !except.includes(id));
  }

  /** Marks the chosen findings, and shows why if that fails. */
  async mark(mark: MarkRequest, chosen: ChosenFindings): Promise<void> {
    try {
      await this.sendMark(mark, chosen);
    } catch (error) {
      showFailure(error);
    }
  }

  /**
   * Marks the chosen findings, and fails if none is left; the toast can undo it. From the one under the cursor, it
   * moves to the next.
   */
  async sendMark(mark: MarkRequest, chosen: ChosenFindings): Promise<void> {
    this.#latestUndo = null; // Ctrl+Z must not undo the mark before
    // Several messages with their own Undo may be visible.
    const title = this.#titleOfOne(chosen);
    const marking = this.#markWhenChecked(mark, chosen);
    // Moves at once, because a repeated key press is meant for the next finding, even after a click on one. A
    // finding whose note or owner was changed stays under the cursor, to be looked at or marked.
    if (this.#isUnderCursor(chosen) && mark.kind !== 'note' && mark.kind !== 'owner') {
      this.#clearSelectionOf(chosen);
      if (this.grid.cursor.row < this.grid.total - 1) this.move(1);
    }
    const { marked, undo } = await marking;
    if (marked === 0) throw fail('changed-since', { where: 'decision' });
    this.#latestUndo = undo;
    this.#clearSelectionOf(chosen);
    showToast(doneText(mark, marked), {
      ...(title === undefined ? {} : { text: title }),
      ...(undo === null ? {} : { action: { label: 'Undo', run: () => void this.#undo(undo) } }),
    });
  }

  /** Clears the selection, unless the user has selected others since. */
  #clearSelectionOf({ selection }: ChosenFindings): void {
    if (selection === this.grid.selection.identity) this.grid.clearSelection();
  }

  /** Before its first check, a restarted engine has no findings to mark. */
  async #markWhenChecked(mark: MarkRequest, { findings, count }: ChosenFindings) {
    if (this.#listedStamp === undefined) {
      const { failure } = await this.#engine.review.settle();
      if (failure) throw new FailureError(failure);
    }
    // Findings that were added since the user saw the list are not marked unseen.
    const shownTotal = findings.kind === 'all' ? { total: count + findings.except.length } : {};
    return this.#engine.review.mark({ findings, mark, ...shownTotal });
  }

  /** Returns the record of a finding that was in the list. */
  titleOf(id: string): string | undefined {
    return this.#findingsById.get(id)?.title;
  }

  #titleOfOne({ count, findings }: ChosenFindings): string | undefined {
    const [id = ''] = count === 1 && findings.kind === 'ids' ? findings.ids : [];
    return this.titleOf(id);
  }

  /** True for the finding under the cursor, selected or not, and nothing else. */
  #isUnderCursor({ count, findings }: ChosenFindings): boolean {
    return count === 1 && findings.kind === 'ids' && findings.ids[0] === this.grid.active?.key;
  }

  /** The undo ID of the latest mark, for Ctrl+Z; null if there is nothing to undo. */
  #latestUndo: string | null = null;

  async #undo(undo: string): Promise<void> {
    if (this.#latestUndo === undo) this.#latestUndo = null;
    try {
      const { restored } = await this.#engine.review.undo({ undo });
      showToast(`${findingCountText(restored)} restored`);
    } catch (error) {
      showFailure(error);
    }
  }

  /** Reloads after another check or another mark. */
  #reload(): void {
    untrack(() => this.grid.refresh());
    void this.read(this.#requestedId);
  }

  #source(filter: FindingFilter): GridSource {
    return {
      window: async (columns, offset, limit) => {
        const isChecked = this.state !== null && this.state.checkedAt !== null;
        const { items, total } = await this.#engine.review.list({ filter, offset, limit });
        this.isListKnown = isChecked;
        for (const finding of items) this.#findingsById.set(finding.id, finding);
        return {
          total,
          rows: items.map((finding) => ({
            key: finding.id,
            isDrifted: false,
            cells: columns.map((column) => findingCell(finding, column, this.#claims.get(finding.id))),
          })),
        };
      },
      keys: async (offset, limit) => (await this.#engine.review.ids({ filter, offset, limit })).ids,
      position: async (id) => (await this.#engine.review.position({ filter, id })).index,
      copy: async (selection, columns, _format, watch) => {
        const copiedColumns = FINDING_COLUMNS.filter(({ name }) => columns.includes(name));
        const chosenIds = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
        const lines = [copiedColumns.map(({ label }) => label)];
        const last = selection.kind === 'keys' ? chosenIds.size + 1 : Infinity;
        for (let offset = 0, end = 1; offset < end && lines.length < last; offset += COPY_CHUNK) {
          const { items, total } = await this.#engine.review.list({ filter, offset, limit: COPY_CHUNK });
          if (watch?.signal.aborted) return 0;
          for (const row of items)
            if (chosenIds.has(row.id) === (selection.kind === 'keys'))
              lines.push(
                copiedColumns.map((column) =>
                  copiedText(column, findingCell(row, column.name, this.#claims.get(row.id))),
                ),
              );
          watch?.onProgress(Math.min(offset + COPY_CHUNK, total), total);
          end = total;
        }
        return copyText(lines.map((line) => line.join('\t')).join('\n')) ? lines.length - 1 : 0;
      },
    };
  }
}
