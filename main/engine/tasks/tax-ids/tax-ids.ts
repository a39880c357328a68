import path from 'node:path';
import type { ActivityFacts } from '../../../../preload/contract/calls/activity';
import type { TokenSource, ValueSource } from '../../../../preload/contract/calls/tax-ids';
import { fail } from '../../../../preload/contract/failure';
import { holdsTaxId, taxIdLines } from '../../../../preload/contract/domain/tax-id-text';
import type { CacheReader } from '../../cache/reader';
import type { Service } from '../../service/client';
import { systemClock, type Clock } from '../../service/clock';
import type { Activity } from '../../workspace/activity';
import { saveChosen } from '../../files/chosen-file';
import { csvText } from '../../files/tables/csv';
import { Exchange, type Which } from './exchange';
import { exportTable } from './export-rows';
import { listOf, tokensOf, within } from './sources';
import { Tokenize } from './tokenize';

/** Sessions that a window left open without closing; the oldest goes. */
const MOST_SESSIONS = 8;

export interface TaxIdParts {
  readonly service: Pick<Service, 'call'>;
  readonly activity: Pick<Activity, 'begin' | 'note'>;
  readonly reader: Pick<CacheReader, 'selected' | 'selectedRecords'>;
  /** Puts a text on the clipboard, and takes a secret one off again after a while. */
  readonly copy: (kind: 'clipboard' | 'secret-clipboard', text: string) => void;
  /** Paths that the person chose. */
  readonly opened: (grant: string) => string;
  readonly named: (grant: string) => string;
  /** Nobody may be at the computer: nothing is asked for or revealed. */
  readonly isLocked: () => boolean;
  readonly closed: AbortSignal;
  readonly clock?: Clock;
}

/**
 * Tax ids and their tokens (spec 4.3). Plain values live in the sessions' memory only; they leave it when a person
 * reveals, copies or exports them with a reason, and each of these is written down without the values.
 */
export function createTaxIds(given: TaxIdParts) {
  const parts = { ...given, clock: given.clock ?? systemClock };
  const { activity, closed } = parts;
  const sessions = new Map<string, Exchange | Tokenize>();
  const unlocked = (): void => {
    if (parts.isLocked()) throw fail('screen-locked');
  };
  /** What is asked for at the service meanwhile rejects at a lock (`Session.interrupt`). */
  const revealed = (exchange: Exchange, which: Which) => {
    unlocked();
    return exchange.reveal(which);
  };

  /** Nothing of a file is sent before the person has seen what was read of it, and nothing of records before they want
   *  the values. */
  const begin = (made: Exchange | Tokenize, source: { kind: string }): { session: string } => {
    unlocked();
    if (closed.aborted) throw fail('no-connection');
    for (const [id, old] of sessions) {
      if (sessions.size < MOST_SESSIONS) break;
      old.close();
      sessions.delete(id);
    }
    sessions.set(made.id, made);
    if (source.kind !== 'text') made.wait();
    else void made.start(); // never rejects: lines tell how they fared
    return { session: made.id };
  };
  const session = (id: string): Exchange | Tokenize => {
    const found = sessions.get(id);
    if (!found) throw fail('not-found', { cause: 'the session was closed' });
    return found;
  };
  const of = <S>(id: string, kind: new (...args: never[]) => S): S => {
    const found = session(id);
    if (!(found instanceof kind)) throw fail('not-found', { cause: 'the session is of the other direction' });
    return found;
  };

  /** Who looked, why, and at whose. */
  const writeDown = (exchange: Exchange, values: readonly { index: number }[], facts: ActivityFacts): void =>
    activity.note({
      kind: 'tax-reveal',
      count: values.length,
      facts: { ...facts, ...exchange.whose(values.map(({ index }) => index)) },
    });

  return {
    session,

    async exchange(source: TokenSource) {
      return begin(new Exchange(await tokensOf(source, parts.reader, parts.opened), parts), source);
    },

    async tokenize(source: ValueSource) {
      const { text, from } = await listOf(source, parts.opened);
      return begin(new Tokenize(within(taxIdLines(text, source.bare)), from, parts), source);
    },

    /** Plain values to be shown; forgotten when their time is over. */
    async reveal(id: string, which: Which, reason: string) {
      const exchange = of(id, Exchange);
      const values = await revealed(exchange, which);
      writeDown(exchange, values, { reason, how: 'shown' });
      exchange.shown(values.map(({ index }) => index));
      return { values };
    },

    /** Nobody sees the values anymore. A session that is closed holds none. */
    hide(id: string): void {
      const found = sessions.get(id);
      if (found instanceof Exchange) found.forget();
    },

    async copy(id: string, which: Which, reason: string) {
      const exchange = of(id, Exchange);
      const values = await revealed(exchange, which);
      const { text, blank } =
        which === 'all'
          ? exchange.column(values)
          : { text: values.map(({ value }) => value).join('\n'), blank: 0 };
      exchange.release(values.map(({ index }) => index));
      if (values.length === 0) return { values: 0, blank };
      writeDown(exchange, values, { reason, how: 'copied' });
      parts.copy('secret-clipboard', text);
      return { values: values.length, blank };
    },

    /** The one way plain values reach a disk: a file that the person named after a warning. */
    async export(id: string, reason: string, grant: string) {
      const exchange = of(id, Exchange);
      const file = parts.named(grant);
      const values = await revealed(exchange, 'all');
      exchange.release(values.map(({ index }) => index));
      const name = path.basename(file);
      const end = activity.begin({
        kind: 'tax-export',
        count: values.length,
        facts: {
          reason,
          ...(holdsTaxId(name) ? {} : { file: name }),
          ...exchange.whose(values.map(({ index }) => index)),
        },
      });
      try {
        await saveChosen(file, csvText(exportTable(exchange.rows(values))));
      } catch (error) {
        end('failed');
        throw error;
      }
      end('done');
      return { values: values.length };
    },

    retry(id: string): void {
      unlocked();
      void session(id).start(); // never rejects: lines tell how they fared
    },

    copyTokens(id: string) {
      const { text, values, blank } = of(id, Tokenize).tokens();
      parts.copy('clipboard', text);
      return { values, blank };
    },

    close(id: string): void {
      sessions.get(id)?.close();
      sessions.delete(id);
    },

    /** How many are being asked for now. */
    count: (): number => [...sessions.values()].filter(({ isRunning }) => isRunning).length,

    async end(): Promise<void> {
      await Promise.all([...sessions.values()].map((one) => one.stop()));
    },

    /** The computer was locked: what is asked for ends, and its answers, however late, are dropped. */
    lock(): void {
      for (const one of sessions.values()) one.interrupt();
    },
  };
}
