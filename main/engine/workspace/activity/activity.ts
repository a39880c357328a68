import { userInfo } from 'node:os';
import {
  activityEntry,
  activityKind,
  ACTIVITY_LABELS,
  type ActivityEntry,
  type ActivityFacts,
  type ActivityKind,
} from '#contract/features/activity/schemas';
import type { ActivityFilter } from '#contract/features/activity/calls';
import type { ActivityOutcome } from '#contract/features/activity/outcome';
import { startOfLocalDay } from '#contract/dates';
import { failureOf } from '#contract/failure';
import { CUSTODIANS } from '#contract/fields';
import type { Db } from '../../sqlite/open-database';
import type { WorkspaceNote } from './note';
import { FIRST_HASH, hashLine, verifyLog, type ActivityLine } from './verify-log';

/** The text of an entry that is searched. */
const SEARCHED_TEXT = "(b.user || ' ' || b.connection || ' ' || b.facts || ' ' || ifnull(e.facts, ''))";

/**
 * Returns a function that finds activity entries: the numbers of their first lines, newest first. A text search reads
 * every line, so the result is cached until the log grows: scrolling does not search again.
 */
function activitySearch(db: Db): (filter: ActivityFilter, last: number) => readonly number[] {
  db.function('lower_text', { deterministic: true, directOnly: true }, (text) => String(text).toLowerCase());
  let memoRequest = '';
  let memoRows: readonly number[] = [];
  return (filter, last) => {
    const request = JSON.stringify([last, filter]);
    if (request === memoRequest) return memoRows;
    const { where, values } = conditions(filter);
    const needsEnds = (filter.text ?? '') !== '' || (filter.outcomes?.length ?? 0) > 0;
    memoRows = db
      .prepare<unknown[], number>(
        `SELECT b.seq FROM activity b ${needsEnds ? 'LEFT JOIN activity e ON e.of = b.seq' : ''}
         WHERE b.of IS NULL ${where} ORDER BY b.seq DESC`,
      )
      .pluck()
      .all(...values);
    memoRequest = request;
    return memoRows;
  };
}

function conditions(filter: ActivityFilter): { where: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const and = (sql: string, ...boundValues: unknown[]) => {
    parts.push(`AND ${sql}`);
    values.push(...boundValues);
  };
  const placeholders = (list: readonly string[]) => list.map(() => '?').join(', ');
  for (const word of (filter.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    // LIKE ignores the case of ASCII letters only. It needs no help with a word of them, and is faster alone.
    const text = /[^ -~]/.test(word) ? `lower_text(${SEARCHED_TEXT})` : SEARCHED_TEXT;
    // Logged lines never change, so a custodian's name is searched by its code.
    const custodians = Object.entries(CUSTODIANS).flatMap(([code, name]) =>
      name.toLowerCase().includes(word) ? [`%"custodian":"${code}"%`] : [],
    );
    const kinds = activityKind.options.filter((kind) => ACTIVITY_LABELS[kind].toLowerCase().includes(word));
    and(
      `(${text} LIKE ? ESCAPE '\\'
        OR b.kind IN (${placeholders(kinds)})${' OR b.facts LIKE ?'.repeat(custodians.length)})`,
      pattern,
      ...kinds,
      ...custodians,
    );
  }
  if (filter.kinds?.length) and(`b.kind IN (${placeholders(filter.kinds)})`, ...filter.kinds);
  if (filter.outcomes?.length) {
    // Early versions logged “cancelled” (withAmericanSpelling).
    const stored = filter.outcomes.flatMap((outcome) =>
      outcome === 'canceled' ? [outcome, 'cancelled'] : [outcome],
    );
    // An entry without an end has an unknown outcome.
    and(`ifnull(e.outcome, ifnull(b.outcome, 'unknown')) IN (${placeholders(stored)})`, ...stored);
  }
  if (filter.from) and('b.at >= ?', startOfLocalDay(filter.from).toISOString());
  if (filter.to) and('b.at < ?', startOfLocalDay(filter.to, 1).toISOString());
  return { where: parts.join(' '), values };
}

/** An action about to start, or already done. */
export interface NewEntry {
  readonly kind: ActivityKind;
  readonly count: number;
  readonly facts?: ActivityFacts;
}

/** Ends a started entry, once, and adds the facts of its result. Fails if the disk is full and can then be retried. */
export type EndEntry = (outcome: ActivityOutcome, result?: { count?: number; facts?: ActivityFacts }) => void;

/** A start joined with its end. */
type EntryLines = ActivityLine & {
  endedAt: string | null;
  endOutcome: string | null;
  endCount: number;
  endFacts: string | null;
  endHash: string | null;
};

/** An entry with the hashes of its lines. */
export interface HashedEntry {
  readonly entry: ActivityEntry;
  readonly hash: string;
  readonly endHash: string | null;
}

/**
 * The activity log: lines are only appended, and each contains a hash of itself and the previous line, so
 * that tampering shows. An entry has a line for its start and one for its end (without an end, its outcome is
 * unknown), or a single line if the action was complete when it was logged.
 */
export class Activity {
  readonly #db: Db;
  readonly #selectHead;
  readonly #selectAll;
  readonly #selectEnd;
  readonly #search;
  readonly #selectEntries;
  readonly #selectFacts;
  /** Started in this run of the app and not ended yet. */
  readonly #unfinished = new Set<number>();
  readonly #add;
  readonly #selectStart;

  /** `user` returns the user's name for new lines: on a team, the member's name. */
  constructor(
    db: Db,
    connection: () => string,
    now: () => Date = () => new Date(),
    user: () => string = () => userInfo().username,
  ) {
    this.#db = db;
    this.#selectHead = db.prepare<[], { seq: number; hash: string }>('SELECT seq, hash FROM activity_head');
    this.#selectAll = db.prepare<[], ActivityLine>('SELECT * FROM activity ORDER BY seq');
    this.#selectEnd = db.prepare<[number], number>('SELECT seq FROM activity WHERE "of" = ?').pluck();
    const setHead = db.prepare('INSERT OR REPLACE INTO activity_head (one, seq, hash) VALUES (1, ?, ?)');
    const insert = db.prepare(`INSERT INTO activity VALUES
    (@seq, @at, @user, @connection, @kind, @count, @facts, @of, @outcome, @hash)`);
    this.#search = activitySearch(db);
    this.#selectEntries = db.prepare<[string], EntryLines>(
      `SELECT b.*, e.at endedAt, e.outcome endOutcome, e.count endCount, e.facts endFacts, e.hash endHash
     FROM activity b LEFT JOIN activity e ON e.of = b.seq
     WHERE b.seq IN (SELECT value FROM json_each(?)) ORDER BY b.seq DESC`,
    );
    this.#selectFacts = db
      .prepare<[ActivityKind], string>('SELECT facts FROM activity WHERE kind = ?')
      .pluck();
    this.#add = db.transaction(
      (entry: NewEntry, of: number | null, outcome: ActivityOutcome | null): number => {
        const last = this.#selectHead.get() ?? { seq: 0, hash: FIRST_HASH };
        const line = {
          seq: last.seq + 1,
          at: now().toISOString(),
          user: user(),
          connection: connection(),
          kind: entry.kind,
          count: entry.count,
          facts: JSON.stringify(entry.facts ?? {}),
          of,
          outcome,
        };
        const hash = hashLine(last.hash, line);
        insert.run({ ...line, hash });
        setHead.run(line.seq, hash);
        return line.seq;
      },
    );
    this.#selectStart = db.prepare<[number], Pick<ActivityLine, 'kind' | 'count'>>(
      'SELECT kind, count FROM activity WHERE seq = ? AND "of" IS NULL AND outcome IS NULL',
    );
  }

  /** Records the start of an action and returns its line number. */
  open(entry: NewEntry): number {
    const seq = this.#add(entry, null, null);
    this.#unfinished.add(seq);
    return seq;
  }

  /**
   * Records how a started action ended, in this or a later run of the app; returns false if its end is
   * already recorded.
   */
  end(seq: number, ...[outcome, result = {}]: Parameters<EndEntry>): boolean {
    // Checks the log itself: #unfinished may have a start whose transaction was rolled back.
    const entry = this.#selectEnd.get(seq) === undefined ? this.#selectStart.get(seq) : undefined;
    if (!entry) return false;
    const kind = activityKind.parse(entry.kind);
    this.#add({ kind, count: result.count ?? entry.count, facts: result.facts ?? {} }, seq, outcome);
    this.#unfinished.delete(seq);
    return true;
  }

  /** Records the start of an action; returns a function that records its end. */
  begin(entry: NewEntry): EndEntry {
    const seq = this.open(entry);
    return (outcome, result) => void this.end(seq, outcome, result);
  }

  /** Records a completed action. */
  note(entry: NewEntry, outcome: ActivityOutcome = 'done'): void {
    this.#add(entry, null, outcome);
  }

  /** Returns entries, newest first. */
  list(filter: ActivityFilter, offset: number, limit: number): { entries: ActivityEntry[]; total: number } {
    const seqs = this.#search(filter, this.#selectHead.get()?.seq ?? 0);
    const lines = this.#selectEntries.all(JSON.stringify(seqs.slice(offset, offset + limit)));
    return { entries: lines.map((line) => entryOf(line, this.#unfinished)), total: seqs.length };
  }

  /** Returns the facts of all lines of a kind. */
  factsOf(kind: ActivityKind): ActivityFacts[] {
    return this.#selectFacts.all(kind).map((text) => parseFacts(text) as ActivityFacts);
  }

  /** Returns the entries that match now, newest first, with their hashes. Each chunk is read when it is needed. */
  hashedEntries(
    filter: ActivityFilter,
    chunkSize: number,
  ): { total: number; chunks: Iterable<HashedEntry[]> } {
    const seqs = this.#search(filter, this.#selectHead.get()?.seq ?? 0);
    return { total: seqs.length, chunks: this.#hashedChunks(seqs, chunkSize) };
  }

  *#hashedChunks(seqs: readonly number[], size: number): Generator<HashedEntry[], void, void> {
    for (let offset = 0; offset < seqs.length; offset += size)
      yield this.#selectEntries
        .all(JSON.stringify(seqs.slice(offset, offset + size)))
        .map((line) => ({ entry: entryOf(line, this.#unfinished), hash: line.hash, endHash: line.endHash }));
  }

  /** Verifies the hash chain (verifyLog). */
  verify(noted?: Pick<WorkspaceNote, 'lines' | 'hash'>) {
    return verifyLog(this.#db, noted);
  }

  /** Yields every line with its hash, oldest first. */
  lines(): IterableIterator<ActivityLine> {
    return this.#selectAll.iterate();
  }
}

function entryOf(line: EntryLines, unfinished: ReadonlySet<number>): ActivityEntry {
  const hasEnded = line.endedAt !== null;
  return activityEntry.parse({
    ...line,
    count: hasEnded ? line.endCount : line.count,
    facts: { ...parseFacts(line.facts), ...(line.endFacts ? parseFacts(line.endFacts) : {}) },
    outcome: withAmericanSpelling(line.endOutcome ?? line.outcome),
    isRunning: !hasEnded && line.outcome === null && unfinished.has(line.seq),
    endedAt: line.endedAt ?? (line.outcome ? line.at : null),
  });
}

/** Logs an action before and after `work`: as done, or as failed or canceled if it throws. */
export async function logWhile<T>(
  activity: Pick<Activity, 'begin'>,
  entry: NewEntry,
  work: () => Promise<T>,
): Promise<T> {
  const end = activity.begin(entry);
  let result: T;
  try {
    result = await work();
  } catch (error) {
    end(failureOf(error).kind === 'canceled' ? 'canceled' : 'failed');
    throw error;
  }
  end('done'); // if this fails, the entry stays without an end: the work itself was done
  return result;
}

/** Early versions logged the British spelling, and hashed lines are never rewritten. */
const withAmericanSpelling = (outcome: string | null) => (outcome === 'cancelled' ? 'canceled' : outcome);

const parseFacts = (text: string): object => JSON.parse(text) as object;
