import path from 'node:path';
import type { ActivityFacts } from '#contract/features/activity/schemas';
import type { TokenSource, ValueSource } from '#contract/features/tax-ids/calls';
import { fail } from '#contract/failure';
import type { Permission } from '#contract/policies';
import { clipboardCell } from '#contract/spreadsheet-cells';
import { holdsTaxId, taxIdLines } from '#contract/tax-id';
import type { CacheReader } from '../../cache/query/reader';
import type { Service } from '../../service/client';
import { systemClock, type Clock } from '../../service/clock';
import { logWhile, type Activity } from '../../workspace/activity/activity';
import type { PlainValues } from './isolated/values';
import { ExchangeSession, type LineSelection } from './exchange';
import { countsOf } from './session';
import { taxIdsOfSource, tokensOf, checkListLength } from './sources';
import { TokenizeSession } from './tokenize';

/** Maximum number of sessions that a window left open; the oldest is closed. */
const MAX_SESSIONS = 8;

export interface TaxIdDeps {
  readonly service: Pick<Service, 'call'>;
  readonly activity: Pick<Activity, 'begin' | 'note'>;
  readonly reader: Pick<CacheReader, 'selected' | 'selectedRecords'>;
  /** Starts a process for plain values. */
  readonly values: () => PlainValues;
  /** Sends a harmless request, whose response overwrites the previous one in the network stack's memory. */
  readonly overwriteNetworkMemory: () => void;
  /** Copies tokens to the clipboard. */
  readonly copy: (text: string) => void;
  /** Paths that the user chose, of a list to read and of an export to write. */
  readonly listPath: (grant: string) => string;
  readonly exportPath: (grant: string) => string;
  /** True while the computer is locked; nothing is requested or revealed then. */
  readonly isLocked: () => boolean;
  /** Fails with `by-policy` if the organization forbids this. */
  readonly expectAllowed: (permission: Permission) => void;
  readonly closed: AbortSignal;
  readonly clock?: Clock;
}

type TaxIdWork<T> = (values: PlainValues, indexes: readonly number[]) => Promise<T>;

/**
 * Tax IDs and their tokens (spec 4.3). Values that the user reveals, copies or exports with a reason exist
 * only in a separate process; each such use is logged without them. Values that the user typed stay in the
 * memory of their session until their tokens arrive.
 */
export class TaxIds {
  readonly #deps: TaxIdDeps & { readonly clock: Clock };
  readonly #sessions = new Map<string, ExchangeSession | TokenizeSession>();
  readonly #exports = new Set<Promise<unknown>>();

  constructor(options: TaxIdDeps) {
    this.#deps = { ...options, clock: options.clock ?? systemClock };
  }

  #expectUnlocked(): void {
    if (this.#deps.isLocked()) throw fail('screen-locked');
  }

  /** Requests in flight reject when the computer is locked (`TaxIdSession.interrupt`). */
  #withValues<T>(exchange: ExchangeSession, selection: LineSelection, work: TaxIdWork<T>): Promise<T> {
    this.#expectUnlocked();
    return exchange.withValues(selection, work);
  }

  /**
   * A file's lines are not sent before the user has seen them, and a selection's not before the user wants
   * values.
   */
  #begin(newSession: ExchangeSession | TokenizeSession, source: { kind: string }): { session: string } {
    const { closed } = this.#deps;
    this.#expectUnlocked();
    if (closed.aborted) throw fail('no-connection');
    for (const [id, old] of this.#sessions) {
      if (this.#sessions.size < MAX_SESSIONS) break;
      old.close();
      this.#sessions.delete(id);
    }
    this.#sessions.set(newSession.id, newSession);
    if (source.kind !== 'text') newSession.waitForStart();
    else void newSession.start(); // never rejects: the lines have their results
    return { session: newSession.id };
  }

  session(id: string): ExchangeSession | TokenizeSession {
    const session = this.#sessions.get(id);
    if (!session) throw fail('not-found', { cause: 'the session was closed' });
    return session;
  }

  #sessionOfKind<S>(id: string, kind: new (...args: never[]) => S): S {
    const session = this.session(id);
    if (!(session instanceof kind))
      throw fail('not-found', { cause: 'the session exchanges in the other direction' });
    return session;
  }

  /** Logs whose values were shown or copied, and why. */
  #logReveal(exchange: ExchangeSession, indexes: readonly number[], facts: ActivityFacts): void {
    const { activity } = this.#deps;
    activity.note({
      kind: 'tax-reveal',
      count: indexes.length,
      facts: { ...facts, ...exchange.subjectsOf(indexes) },
    });
  }

  async exchange(source: TokenSource, signal?: AbortSignal) {
    return this.#begin(
      new ExchangeSession(await tokensOf(source, this.#deps.reader, this.#deps.listPath, signal), this.#deps),
      source,
    );
  }

  async tokenize(source: ValueSource, signal?: AbortSignal) {
    const { text, from } = await taxIdsOfSource(source, this.#deps.listPath, signal);
    return this.#begin(
      new TokenizeSession(checkListLength(taxIdLines(text, source.typeWithoutDashes)), from, this.#deps),
      source,
    );
  }

  /** Shows plain values in a separate page; they are forgotten after `REVEAL_MS`. */
  async reveal(id: string, selection: LineSelection, reason: string) {
    this.#deps.expectAllowed('RevealTaxIds');
    const exchange = this.#sessionOfKind(id, ExchangeSession);
    return this.#withValues(exchange, selection, async (values, indexes) => {
      const pageId = await values.show(exchange.rows(indexes));
      this.#logReveal(exchange, indexes, { reason, how: 'shown' });
      exchange.expireDisplayed(indexes);
      return { pageId, count: indexes.length };
    });
  }

  /** Called when the values are no longer displayed. A closed session holds none. */
  hide(id: string): void {
    const session = this.#sessions.get(id);
    if (session instanceof ExchangeSession) session.forget();
  }

  async copy(id: string, selection: LineSelection, reason: string) {
    this.#deps.expectAllowed('RevealTaxIds');
    const exchange = this.#sessionOfKind(id, ExchangeSession);
    return this.#withValues(exchange, selection, async (values, indexes) => {
      const rows =
        selection === 'all' ? exchange.column(indexes) : exchange.rows(indexes).map(({ token }) => token);
      if (indexes.length > 0) {
        this.#logReveal(exchange, indexes, { reason, how: 'copied' });
        await values.copy(rows);
      }
      return countsOf(rows);
    });
  }

  /** Writes plain values to a file that the user named after a warning: the only way they reach a disk. */
  async export(id: string, reason: string, grant: string) {
    this.#deps.expectAllowed('ExportTaxIds');
    const { activity } = this.#deps;
    const exchange = this.#sessionOfKind(id, ExchangeSession);
    const file = this.#deps.exportPath(grant);
    const exporting = this.#withValues(exchange, 'all', async (values, indexes) => {
      const name = path.basename(file);
      const facts = { reason, ...(holdsTaxId(name) ? {} : { file: name }), ...exchange.subjectsOf(indexes) };
      await logWhile(activity, { kind: 'tax-export', count: indexes.length, facts }, () =>
        values.write(file, exchange.exportLines()),
      );
      return { values: indexes.length };
    });
    this.#exports.add(exporting);
    return await exporting.finally(() => this.#exports.delete(exporting));
  }

  retry(id: string): void {
    this.#expectUnlocked();
    void this.session(id).start(); // never rejects: the lines have their results
  }

  copyTokens(id: string) {
    const { text, values, blank } = this.#sessionOfKind(id, TokenizeSession).tokens();
    this.#deps.copy(text.split('\n').map(clipboardCell).join('\n'));
    return { values, blank };
  }

  close(id: string): void {
    this.#sessions.get(id)?.close();
    this.#sessions.delete(id);
  }

  /** Number of exports, and of sessions that request their lines. */
  count(): number {
    return this.#exports.size + [...this.#sessions.values()].filter(({ isRunning }) => isRunning).length;
  }

  /** Ends requests; a file that is being written is completed. */
  async end(): Promise<void> {
    const stopping = [...this.#sessions.values()].map((session) => session.stop());
    await Promise.allSettled([...stopping, ...this.#exports]);
  }

  /** Called when the computer was locked: ends requests and drops late responses. */
  lock(): void {
    for (const session of this.#sessions.values()) session.interrupt();
  }
}
