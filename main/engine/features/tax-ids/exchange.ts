import type { ActivityFacts } from '#contract/features/activity/schemas';
import { REVEAL_MS } from '#contract/features/tax-ids/schemas';
import { fail, failureOf } from '#contract/failure';
import type { KnownValue, ExportLine, ShownRow } from '#contract/features/tax-ids/values-page';
import type { PlainValues } from './isolated/values';
import { lineForLine, TaxIdSession, type SessionDeps } from './session';
import type { TokenList } from './sources';

export type LineSelection = 'all' | readonly number[];

/**
 * Exchanges tokens for plain values (spec 4.3). The values never pass through here: a separate process
 * requests, shows, copies and writes them, and runs only while needed. Values of records are not requested
 * until the user wants to see, copy or export them.
 */
export class ExchangeSession extends TaxIdSession<KnownValue> {
  readonly #origin: TokenList;
  readonly #start: () => PlainValues;
  readonly #overwriteNetworkMemory: () => void;
  #process: PlainValues | undefined;
  /** Number of pending uses of the process. */
  #uses = 0;
  /** The tokens whose values the process holds. */
  readonly #heldTokens = new Set<string>();
  /** The tokens of each action in progress, whose values it needs until it ends. */
  readonly #tokensInUse = new Set<ReadonlySet<string>>();
  /** The latest display by token. */
  readonly #displayedTokens = new Map<string, symbol>();

  constructor(
    origin: TokenList,
    deps: SessionDeps & { readonly values: () => PlainValues; readonly overwriteNetworkMemory: () => void },
  ) {
    super(
      [...origin.lines],
      deps,
      { kind: 'tax-exchange', facts: { from: origin.from } },
      origin.resource !== null,
    );
    this.#start = deps.values;
    this.#overwriteNetworkMemory = deps.overwriteNetworkMemory;
    this.#origin = origin;
  }

  protected textToSend(index: number): string | undefined {
    return this.lines[index]?.token ?? undefined;
  }

  protected async requestResults(
    tokens: readonly string[],
    signal: AbortSignal,
  ): Promise<(KnownValue | null)[]> {
    const keep = tokens.filter((token) => this.#isInUse(token));
    return this.#using((values) => values.exchange(tokens, keep, signal));
  }

  protected storeResult(index: number, response: KnownValue | null): void {
    const token = this.textToSend(index);
    if (response === null || token === undefined)
      this.change(index, { state: 'unknown', type: null, issue: { code: 'not-known' } });
    else if ('problem' in response)
      this.change(index, { state: 'doubtful', type: null, issue: response.problem });
    else {
      if (response.isHeld) this.#heldTokens.add(token);
      this.change(index, { state: 'known', type: response.type, otherType: response.otherType, issue: null });
    }
  }

  /**
   * Runs `work` with the values of some lines. Values not on display are requested first and dropped
   * afterwards. Rejects if they cannot be requested, or were lost during the requests.
   */
  withValues<T>(
    selection: LineSelection,
    work: (values: PlainValues, heldIndexes: readonly number[]) => Promise<T>,
  ): Promise<T> {
    return this.#using(async (values) => {
      const wantedIndexes = (selection === 'all' ? [...this.lines.keys()] : selection).filter((index) =>
        this.#canRequest(index),
      );
      const isHeld = (index: number) => this.#heldTokens.has(this.#tokenOf(index));
      const tokens = new Set(wantedIndexes.map((index) => this.#tokenOf(index)));
      this.#tokensInUse.add(tokens);
      try {
        const missing = wantedIndexes.filter((index) => !isHeld(index));
        if (missing.length > 0) await this.requestLines(missing);
        this.restartIdleTimer();
        // The process may have been replaced after it returned some of the values.
        if (wantedIndexes.some((index) => this.lines[index]?.state === 'known' && !isHeld(index)))
          throw fail('engine-lost');
        return await work(values, wantedIndexes.filter(isHeld));
      } finally {
        this.#tokensInUse.delete(tokens);
        this.#release([...tokens]);
      }
    });
  }

  #isInUse(token: string): boolean {
    return [...this.#tokensInUse].some((tokens) => tokens.has(token));
  }

  /** Returns true for found lines of a list, and for every line of a selection that may have a value. */
  #canRequest(index: number): boolean {
    const state = this.lines[index]?.state;
    if (state === 'known') return true;
    return this.#origin.resource !== null && (state === 'waiting' || state === 'failed');
  }

  #tokenOf(index: number): string {
    return this.textToSend(index) ?? '';
  }

  /** Drops values, except those on display and those that an action needs. */
  #release(tokens: readonly string[]): void {
    const dropped = tokens.filter(
      (token) => this.#heldTokens.has(token) && !this.#displayedTokens.has(token) && !this.#isInUse(token),
    );
    for (const token of dropped) this.#heldTokens.delete(token);
    if (dropped.length > 0) this.#process?.release(dropped);
  }

  /** Drops displayed values after `REVEAL_MS`, unless they were displayed again since. */
  expireDisplayed(indexes: readonly number[]): void {
    const showing = Symbol();
    const tokens = indexes
      .map((index) => this.#tokenOf(index))
      .filter((token) => this.#heldTokens.has(token));
    for (const token of tokens) this.#displayedTokens.set(token, showing);
    this.deps.clock.after(REVEAL_MS, () => {
      const expired = tokens.filter((token) => this.#displayedTokens.get(token) === showing);
      for (const token of expired) this.#displayedTokens.delete(token);
      this.#release(expired);
      this.stopProcessIfIdle();
    });
  }

  /**
   * Returns whose values the lines have, for the activity log: record IDs, or tokens if no record is known.
   */
  subjectsOf(indexes: readonly number[]): ActivityFacts {
    const { resource, owners } = this.#origin;
    if (resource !== null)
      return { of: resource, record_ids: indexes.map((index) => owners[index]?.record ?? '').join(', ') };
    return { tokens: indexes.map((index) => this.lines[index]?.token ?? '').join(', ') };
  }

  /** Returns lines as they are displayed. */
  rows(indexes: readonly number[]): ShownRow[] {
    return indexes.flatMap((index) => {
      const line = this.lines[index];
      if (!line?.token) return [];
      const { who, number, type, otherType, token } = line;
      return [{ who, number, type, otherType, token }];
    });
  }

  /** Returns tokens line by line as in the list; null where there is no value. */
  column(indexes: readonly number[]): (string | null)[] {
    const wanted = new Set(indexes);
    return lineForLine(this.lines, (index) => (wanted.has(index) ? this.#tokenOf(index) : null));
  }

  /** Returns a row for each line, answered or not: its position, owner, token and result. */
  exportLines(): ExportLine[] {
    return this.lines.map((line, index) => ({
      line,
      position: line.number ?? index + 1,
      account: this.#origin.owners[index]?.account ?? null,
    }));
  }

  /** Number of plain values held by the process, so that tests can prove there are none. */
  get heldCount(): number {
    return this.#heldTokens.size;
  }

  override interrupt(): void {
    this.#tokensInUse.clear();
    super.interrupt();
  }

  override close(): void {
    this.#tokensInUse.clear();
    super.close();
  }

  /** Drops every value that no action needs. */
  forget(): void {
    this.#displayedTokens.clear();
    this.#release([...this.#heldTokens]);
    this.stopProcessIfIdle();
  }

  /** Ends the process when nothing is requested or displayed. */
  protected override stopProcessIfIdle(): void {
    if (this.#uses > 0 || this.isRunning || this.#displayedTokens.size > 0) return;
    if (!this.#process) return;
    this.#process.end();
    this.#process = undefined;
    this.#heldTokens.clear();
    this.#overwriteNetworkMemory();
  }

  /** Called when the process died; the next use starts another. */
  #dropProcess(): void {
    this.#process?.end();
    this.#process = undefined;
    this.#heldTokens.clear();
    this.#displayedTokens.clear();
  }

  async #using<T>(work: (values: PlainValues) => Promise<T>): Promise<T> {
    this.#uses += 1;
    try {
      return await work((this.#process ??= this.#start()));
    } catch (error) {
      if (failureOf(error).kind === 'engine-lost') this.#dropProcess();
      throw error;
    } finally {
      this.#uses -= 1;
      this.stopProcessIfIdle();
    }
  }
}
