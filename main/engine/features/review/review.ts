import { pauseUntil } from '#common/pause-until';
import type { FindingState } from '#contract/features/review/schemas';
import type {
  DraftFindings,
  Finding,
  FindingDetail,
  FindingFilter,
  FindingMark,
  FindingSelection,
  MarkRequest,
  ReportedFinding,
  ReviewOverview,
  ReviewState,
} from '#contract/features/review/calls';
import type { Live } from '#contract/calls/live';
import { localDay } from '#contract/dates';
import type { ConflictChoices, DraftRow } from '#contract/edit';
import { fail, failureOf } from '#contract/failure';
import { SECRET_FIELDS, type ResourceName } from '#contract/resources';
import { ruleNamed, type RuleId } from '#contract/features/review/rules';
import { Observable } from '#common/observable';
import type { CacheReader } from '../../cache/query/reader';
import { FIRST_FIELD_CELL } from '../../cache/query/scan';
import { Idle } from '../../idle';
import { systemClock } from '../../service/clock';
import { cellText } from '#common/cell-text';
import type { Workspace } from '../../workspace/open/workspace';
import { recordTotal } from '../fee-history/partly-read';
import { listedFileIds } from '../fee-history/replaced-files';
import { ChargesReader } from './billed-fees';
import { runRules, type CheckResult } from './check';
import { findDraftFindings } from './draft-findings';
import { FirstFound } from './first-found';
import { findingId, ReviewMarks, reviewStateOf, valuesHash } from './review-marks';
import type { RawFinding } from './finding';
import { readPeriodBalances } from './period-balances';
import { nestedOf } from './rule-pass';
import { FindingQueue } from './queue';
import { ReconciledAccounts } from './reconciled';
import { distinguishingTitles, DISTINGUISHING_FIELDS } from './distinguishing-fields';

/** Facts that are record IDs, with their list. */
const RELATED: Readonly<Record<string, ResourceName>> = {
  accounts: 'accounts',
  structures: 'feeStructures',
  groups: 'billingGroups',
};
/** Maximum number of related records shown by title. */
const MAX_RELATED_TITLES = 20;
/** Minimum time between two reactions to data changes. */
const THROTTLE_MS = 250;

/** Rows of a draft that are read between two pauses. */
const DRAFT_CHUNK = 1_000;

interface DraftRequest {
  readonly draft: string;
  readonly choices?: ConflictChoices | undefined;
}

export interface ReviewDeps {
  readonly reader: Pick<
    CacheReader,
    | 'completedLists'
    | 'approximateCount'
    | 'scan'
    | 'rowsOf'
    | 'rowsAt'
    | 'defaultRanks'
    | 'keys'
    | 'matching'
    | 'named'
    | 'version'
    | 'reads'
  >;
  readonly live: Pick<Observable<Live>, 'value' | 'follow'>;
  readonly workspace: Pick<
    Workspace,
    | 'reviews'
    | 'firstFound'
    | 'reconciliations'
    | 'feeHistory'
    | 'activity'
    | 'transaction'
    | 'feeSettings'
    | 'refunds'
    | 'dayCount'
    | 'drafts'
    | 'balances'
    | 'serviceBalances'
  >;
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
  readonly user: string;
  /** On a team, marks are shared. */
  readonly isShared?: boolean;
  readonly now: () => Date;
}

/** The findings of some rules, and which of the rules could not run. */
export interface CheckedFindings {
  /** ISO, UTC. */
  readonly checkedAt: string;
  readonly findings: readonly {
    readonly rule: RuleId;
    readonly key: string;
    readonly state: FindingState;
    readonly mark: FindingMark | null;
    /** A hash of what the rule read and found. */
    readonly values: string;
    /** The fee files that it names. */
    readonly files: readonly string[];
  }[];
  readonly unchecked: readonly RuleId[];
}

/** Returns the files that a user marked as replaced, and that the service does not list. */
function replacedFileIds({ reader, workspace }: ReviewDeps): ReadonlySet<string> {
  const marked = workspace.feeHistory.replaced.fileIds();
  const listed = marked.length === 0 ? new Set<string>() : listedFileIds(reader);
  return new Set(marked.filter((fileId) => !listed.has(fileId)));
}

/** Returns when the last complete refresh of a list began. */
const lastRefreshOf = ({ resources }: Live): string | null =>
  resources.reduce<string | null>(
    (last, { asOf }) => (asOf !== null && (last === null || asOf > last) ? asOf : last),
    null,
  );

function filesNamedBy({ rule, key, facts }: RawFinding): readonly string[] {
  if (ruleNamed(rule).resource === 'feeUploadFiles') return [key];
  const { files } = facts;
  return Array.isArray(files) ? files : [];
}

type Counts = Pick<ReviewOverview, 'rules' | 'custodians' | 'owners'>;

const countsOf = (queue: FindingQueue | null, today: string): Counts => ({
  rules: queue?.overview(today) ?? [],
  custodians: queue?.custodians() ?? [],
  owners: queue?.owners() ?? [],
});

/** How far the checks are. */
type Progress = Omit<ReviewState, 'overview'>;

/**
 * The review queue of a connection. Its rules run in small steps after the data changed, while a window
 * follows it and no refresh runs. The previous result stays until a check ends.
 */
export class Review {
  readonly #deps: ReviewDeps;
  readonly #marks: ReviewMarks;
  readonly #firstFound: FirstFound;
  readonly #reconciled: ReconciledAccounts;
  readonly #charges: ChargesReader;
  readonly #progress = new Observable<Progress>({
    stamp: 0,
    state: 'waiting',
    checkedAt: null,
    failure: null,
  });
  /** Memoized: every part of the window that follows the state gets them. */
  #counts: (Counts & { readonly stamp: number; readonly today: string }) | null = null;
  #queue: FindingQueue | null = null;
  /** The result for `#checkedInputs`; null if that check failed. */
  #checked: CheckResult | null = null;
  /** The inputs of the last check, even if it failed. */
  #checkedInputs: string | null = null;
  #isWatching = false;
  #checking: Promise<void> | null = null;

  constructor(deps: ReviewDeps) {
    this.#deps = deps;
    this.#marks = new ReviewMarks(deps.workspace.reviews);
    const { live, now, workspace } = deps;
    this.#firstFound = new FirstFound({
      store: workspace.firstFound,
      lastRefresh: () => lastRefreshOf(live.value),
      now,
    });
    this.#reconciled = new ReconciledAccounts(workspace.reconciliations, {
      firmOf: (fileId) => this.#firmOfFile(fileId),
      replaced: () => replacedFileIds(deps),
    });
    this.#charges = new ChargesReader(
      workspace.feeHistory,
      () => listedFileIds(deps.reader),
      (fileId) => recordTotal(deps.reader, fileId),
    );
  }

  /** Returns the firm of a fee file: its record’s, or if the service deleted the file, the one stored when it was read. */
  #firmOfFile(fileId: string): string | null {
    const { reader, workspace } = this.#deps;
    const [record] = reader.rowsOf('feeUploadFiles', [fileId], ['firm_id']);
    if (record) return cellText(record[2]);
    return workspace.feeHistory.allArchives().find((archive) => archive.fileId === fileId)?.firmId ?? null;
  }

  async *follow(signal?: AbortSignal): AsyncGenerator<ReviewState, void, void> {
    for await (const _ of this.#progress.follow(signal, THROTTLE_MS)) {
      this.#checkIfDue();
      yield this.state;
    }
  }

  /** Checks the current data unless it was checked already, and returns the state after it. */
  async settle(): Promise<ReviewState> {
    const { closed } = this.#deps;
    while (this.#inputs !== this.#checkedInputs && !closed.aborted) await this.#check();
    return this.state;
  }

  get state(): ReviewState {
    const { stamp } = this.#progress.value;
    const today = this.#today;
    if (this.#counts?.stamp !== stamp || this.#counts.today !== today)
      this.#counts = { stamp, today, ...countsOf(this.#queue, today) };
    const { rules, custodians, owners } = this.#counts;
    // These change without a stamp, when the user founds, joins or leaves a team.
    const { user, isShared } = this.#deps;
    return { ...this.#progress.value, overview: { rules, custodians, owners, user, isShared } };
  }

  list(filter: FindingFilter, offset: number, limit: number) {
    return this.#queue?.window(filter, offset, limit, this.#today) ?? { items: [], total: 0 };
  }

  ids(filter: FindingFilter, offset: number, limit: number): string[] {
    const findings = this.#queue?.filtered(filter, this.#today) ?? [];
    return findings.slice(offset, offset + limit).map(findingId);
  }

  position(filter: FindingFilter, id: string): number | null {
    const finding = this.#queue?.finding(id);
    if (!this.#queue || !finding) return null;
    // Each call creates its own objects, so findings are compared by rule and row.
    const index = this.#queue
      .filtered(filter, this.#today)
      .findIndex(({ rule, n }) => rule === finding.rule && n === finding.n);
    return index < 0 ? null : index;
  }

  /** Returns the open and flagged findings of some records, by severity. */
  findingsOfRecords(
    records: readonly { readonly resource: ResourceName; readonly key: string }[],
  ): Finding[] {
    const queue = this.#queue;
    if (!queue) return [];
    return queue
      .describeFindings(queue.ofRecords(records), this.#today)
      .filter(({ state }) => state === 'open' || state === 'flagged');
  }

  /** Returns all findings of some rules with their marks; null until the current data was checked. */
  findingsOfRules(rules: ReadonlySet<RuleId>): CheckedFindings | null {
    this.#checkIfDue();
    const [queue, { checkedAt, failure }] = [this.#queue, this.#progress.value];
    if (!queue || checkedAt === null || failure || this.#inputs !== this.#checkedInputs) return null;
    const today = this.#today;
    const overview = queue.overview(today).filter(({ rule }) => rules.has(rule));
    return {
      checkedAt,
      unchecked: overview.flatMap(({ rule, missing }) => (missing.length > 0 ? rule : [])),
      findings: queue.ofRules(rules).map((finding) => ({
        rule: finding.rule,
        key: finding.key,
        state: reviewStateOf(this.#marks.markOf(finding), finding, today),
        mark: this.#markOf(finding),
        values: valuesHash(finding),
        files: filesNamedBy(finding),
      })),
    };
  }

  /** Returns the findings that sending a draft would add. */
  async ofDraft({ draft: id, choices }: DraftRequest, signal?: AbortSignal): Promise<DraftFindings> {
    const { reader, workspace, closed } = this.#deps;
    const pause = pauseUntil(signal ? AbortSignal.any([closed, signal]) : closed);
    const reconciled = await this.#reconciled.read(pause);
    const charges = await this.#charges.read(pause);
    const today = this.#today;
    const draft = workspace.drafts.get(id);
    const rows: DraftRow[] = [];
    while (rows.length < draft.total) {
      const chunk = workspace.drafts.rows(id, { offset: rows.length, limit: DRAFT_CHUNK });
      if (chunk.length === 0) break;
      rows.push(...chunk);
      await pause();
    }
    return findDraftFindings({
      reader,
      draft,
      rows,
      choices,
      pause,
      reconciled,
      charges,
      balances: readPeriodBalances(reader, workspace),
      advance: workspace.refunds.setting()?.advance,
      dayCount: workspace.dayCount.get()?.dayCount,
      feeSettings: workspace.feeSettings.get(),
      known: () => (this.#inputs === this.#checkedInputs ? this.#checked : null),
      isWaived: (finding) => reviewStateOf(this.#marks.markOf(finding), finding, today) === 'waived',
    });
  }

  get(id: string): FindingDetail | null {
    const finding = this.#queue?.finding(id);
    const [reported] = finding && this.#queue ? this.#queue.describeFindings([finding], this.#today) : [];
    if (!finding || !reported) return null;
    return {
      ...reported,
      values: this.#values(finding),
      facts: finding.facts,
      related: this.#related(finding),
      mark: this.#markOf(finding),
    };
  }

  /** Returns a range of findings with their facts and marks, for an export or a print. */
  report(selection: FindingSelection, offset: number, limit: number) {
    const { stamp } = this.#progress.value;
    const queue = this.#queue;
    if (!queue) return { stamp, items: [], total: 0 };
    const today = this.#today;
    const selected = queue.selected(selection, today);
    const inRange = selected.slice(offset, offset + limit);
    const items = queue.describeFindings(inRange, today).map((reported, index): ReportedFinding => {
      const finding = inRange[index];
      return { ...reported, facts: finding?.facts ?? {}, mark: finding ? this.#markOf(finding) : null };
    });
    return { stamp, items, total: selected.length };
  }

  mark(
    selection: FindingSelection,
    request: MarkRequest,
    total?: number,
  ): { marked: number; undo: string | null } {
    if (selection.kind === 'all' && total !== undefined && total !== this.list(selection.filter, 0, 0).total)
      throw fail('changed-since', { where: 'decision' });
    const findings = this.#queue?.selected(selection, this.#today) ?? [];
    if (findings.length === 0) return { marked: 0, undo: null };
    const { workspace, user, now } = this.#deps;
    const undo = this.#write(() => {
      const name = this.#marks.mark(findings, request, { user, at: now().toISOString() });
      if (request.kind === 'waived')
        workspace.activity.note({
          kind: 'review-waive',
          count: findings.length,
          facts: { until: request.until, undo: name },
        });
      return name;
    });
    return { marked: findings.length, undo };
  }

  undo(name: string): { restored: number } {
    const { workspace } = this.#deps;
    const restored = this.#write(() => {
      const changes = this.#marks.undo(name);
      const waivers = changes.filter(({ mark }) => mark?.state === 'waived').length;
      if (waivers > 0)
        workspace.activity.note({ kind: 'review-waive', count: waivers, facts: {} }, 'canceled');
      return changes.length;
    });
    this.#marks.removeUndo(name);
    return { restored };
  }

  /** Reads the marks again, after marks or settings of colleagues arrived. */
  rereadMarks(): void {
    this.#marks.forget();
    this.#queue?.forget();
    this.#progress.update((before) => ({ ...before, stamp: before.stamp + 1 }));
  }

  /** Writes marks and their activity entry in one transaction. */
  #write<T>(work: () => T): T {
    try {
      return this.#deps.workspace.transaction(work);
    } catch (error) {
      this.#marks.forget();
      throw error;
    } finally {
      this.#queue?.forget();
      this.#progress.update((before) => ({ ...before, stamp: before.stamp + 1 }));
    }
  }

  get #today(): string {
    return localDay(this.#deps.now());
  }

  #markOf(finding: RawFinding): FindingMark | null {
    const mark = this.#marks.markOf(finding);
    if (!mark) return null;
    const { state, user, at, reason, until, note } = mark;
    return { state: state ?? 'open', by: user, at, reason, until, note };
  }

  #values({ rule, key }: RawFinding): FindingDetail['values'] {
    const { resource, reads } = ruleNamed(rule);
    const read = reads.filter((field) => !SECRET_FIELDS.has(field));
    const fields = [...new Set([...read, ...(DISTINGUISHING_FIELDS[resource] ?? [])])];
    const [row] = this.#deps.reader.rowsOf(resource, [key], fields, nestedOf(resource, fields));
    return row ? fields.map((field, index) => ({ field, cell: row[FIRST_FIELD_CELL + index] ?? null })) : [];
  }

  #related({ rule, key, facts }: RawFinding): FindingDetail['related'] {
    return Object.entries(RELATED).flatMap(([name, resource]) => {
      const value = facts[name];
      if (!Array.isArray(value)) return [];
      const others = value.filter((other) => resource !== ruleNamed(rule).resource || other !== key);
      return distinguishingTitles(this.#deps.reader, resource, others.slice(0, MAX_RELATED_TITLES)).map(
        ({ key: other, title, subtitle }) => ({ resource, key: other, title, subtitle }),
      );
    });
  }

  /** Starts to watch the data, or checks it again: a sign-off changes no data but requires a new check. */
  #checkIfDue(): void {
    if (!this.#isWatching) void this.#watch();
    else if (this.#isDue(this.#deps.live.value)) void this.#check();
  }

  /** Runs a check after every data change until the connection closes. */
  async #watch(): Promise<void> {
    this.#isWatching = true;
    const { live, closed } = this.#deps;
    for await (const next of live.follow(closed, THROTTLE_MS)) if (this.#isDue(next)) await this.#check();
  }

  #isDue({ run }: Live): boolean {
    const isRefreshing = run?.state === 'running' || run?.state === 'paused';
    return !isRefreshing && this.#checking === null && this.#inputs !== this.#checkedInputs;
  }

  /** The inputs of a check as text; a change means that a new check is due. */
  get #inputs(): string {
    const { reader, workspace } = this.#deps;
    return JSON.stringify([
      reader.version,
      this.#reconciled.newest,
      this.#charges.version, // changes with marks of replaced files, whose sign-offs do not count either
      workspace.feeSettings.get(),
      workspace.refunds.setting()?.advance,
      workspace.dayCount.get()?.dayCount,
      workspace.balances.revision(),
      workspace.serviceBalances.revision(),
    ]);
  }

  #check(): Promise<void> {
    this.#checking ??= this.#run().finally(() => (this.#checking = null));
    return this.#checking;
  }

  async #run(): Promise<void> {
    const { reader, workspace, closed, now } = this.#deps;
    const inputs = this.#inputs;
    const pause = new Idle(systemClock, () => reader.reads).pauseFunction(closed);
    this.#progress.update((before) => ({ ...before, state: 'checking', failure: null }));
    try {
      const reconciled = await this.#reconciled.read(pause);
      const charges = await this.#charges.read(pause);
      const feeSettings = workspace.feeSettings.get();
      const balances = readPeriodBalances(reader, workspace);
      const advance = workspace.refunds.setting()?.advance;
      const dayCount = workspace.dayCount.get()?.dayCount;
      const files = { reconciled, charges, balances, advance, dayCount };
      const checked = await runRules({ reader, pause, ...files, feeSettings });
      const checkedAt = now().toISOString();
      await this.#firstFound.record(checked.findings.values(), checkedAt, pause);
      this.#checkedInputs = inputs;
      this.#checked = checked;
      this.#queue = new FindingQueue(checked, this.#marks, reader, this.#firstFound);
      this.#progress.update(({ stamp }) => ({
        stamp: stamp + 1,
        state: 'done',
        checkedAt,
        failure: null,
      }));
    } catch (error) {
      if (closed.aborted) return;
      this.#checkedInputs = inputs; // the same data would fail again
      this.#checked = null; // it is of older data
      this.#progress.update((before) => ({ ...before, state: 'failed', failure: failureOf(error) }));
    }
  }
}
