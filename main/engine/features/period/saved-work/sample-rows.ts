import type { SampleVerdict } from '#contract/features/period/schemas';
import type { Attribution, DrawnSample } from '#contract/features/period/sections';
import type { Db } from '#engine/sqlite/open-database';
import type { ComparedValues } from './compared-values';

/**
 * A sample as it was drawn, with an ID that is the same on every computer of a team. Its accounts never change; the
 * name of the person who drew it may become that person's name on the team.
 */
export interface NewSample extends DrawnSample {
  readonly uid: string;
  /** `isChosen`: the reviewer chose the account by hand. */
  readonly accounts: readonly { readonly account: string; readonly isChosen: boolean }[];
}

/** A verdict about an account of a sample, given on this computer. */
export interface NewVerdict extends Attribution {
  readonly verdict: SampleVerdict;
  readonly reason: string;
  /** What the reviewer saw (SampleDetail), as JSON text. */
  readonly shown: string;
}

/** A verdict about an account of a sample. */
export interface StoredVerdict extends Omit<NewVerdict, 'shown'> {
  /** Null if the verdict is a colleague’s. */
  readonly shown: string | null;
  /** What a colleague saw; null if it was shown on this computer. */
  readonly seen: ComparedValues | null;
}

/** An account of a sample with its verdict. */
export interface StoredSampleItem {
  readonly account: string;
  readonly isChosen: boolean;
  readonly verdict: StoredVerdict | null;
}

export interface StoredSample {
  readonly uid: string;
  readonly drawn: DrawnSample;
  readonly items: readonly StoredSampleItem[];
}

interface SampleRow extends DrawnSample {
  readonly id: number;
  readonly uid: string;
  readonly firm: string;
  readonly endDate: string;
}
interface VerdictRow extends Omit<StoredVerdict, 'seen'> {
  readonly seen: string | null;
}

const SAMPLES = `SELECT id, uid, firm, end_date AS endDate, seed, size, population, population_hash AS populationSha256,
  at, user AS "by" FROM period_sample`;
const VERDICT = 'verdict, reason, shown, seen, at, user AS "by"';

/**
 * Samples and their verdicts as rows. All samples of a period stay; the one with the highest rank counts, and one
 * without a rank does not. Verdicts refer to a sample by its `uid`, accounts by its row ID.
 */
export class SampleRows {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns the current sample of a period. */
  current(firm: string, endDate: string): StoredSample | null {
    const row = this.#db
      .prepare<[string, string], SampleRow>(
        `${SAMPLES} WHERE firm = ? AND end_date = ? AND rank IS NOT NULL ORDER BY rank DESC LIMIT 1`,
      )
      .get(firm, endDate);
    if (!row) return null;
    const { id, uid, firm: _, endDate: __, ...drawn } = row;
    const verdicts = this.#verdictsOf(uid);
    const items = this.#accountsOf(id).map((item) => ({
      ...item,
      verdict: verdicts.get(item.account) ?? null,
    }));
    return { uid, drawn, items };
  }

  /** Returns the current sample of each period. */
  allCurrent(): { readonly firm: string; readonly endDate: string; readonly sample: NewSample }[] {
    return this.#db
      .prepare<[], SampleRow>(
        `${SAMPLES} AS sample WHERE rank = (SELECT max(rank) FROM period_sample AS other
           WHERE other.firm = sample.firm AND other.end_date = sample.end_date) ORDER BY id`,
      )
      .all()
      .map(({ id, firm, endDate, ...drawn }) => ({
        firm,
        endDate,
        sample: { ...drawn, accounts: this.#accountsOf(id) },
      }));
  }

  /** Adds a sample of a period, which counts from now on. */
  add(firm: string, endDate: string, sample: NewSample): void {
    const rank = this.#db
      .prepare<[string, string], number>(
        'SELECT coalesce(max(rank), 0) + 1 FROM period_sample WHERE firm = ? AND end_date = ?',
      )
      .pluck()
      .get(firm, endDate);
    this.#put(firm, endDate, sample, rank ?? 1);
  }

  /** Ranks these samples of a period, the latest last, and removes the ranks of all others. */
  replaceRankedSamples(firm: string, endDate: string, samples: readonly NewSample[]): void {
    this.#db
      .prepare('UPDATE period_sample SET rank = NULL WHERE firm = ? AND end_date = ?')
      .run(firm, endDate);
    for (const [index, sample] of samples.entries()) this.#put(firm, endDate, sample, index + 1);
  }

  #put(firm: string, endDate: string, { uid, accounts, ...drawn }: NewSample, rank: number): void {
    const known = this.#db
      .prepare<[string], number>('SELECT 1 FROM period_sample WHERE uid = ?')
      .pluck()
      .get(uid);
    if (known) {
      this.#db
        .prepare('UPDATE period_sample SET rank = ?, user = ? WHERE uid = ? AND firm = ? AND end_date = ?')
        .run(rank, drawn.by, uid, firm, endDate);
      return;
    }
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO period_sample (firm, end_date, seed, size, population, population_hash, at, user, uid, rank)
           VALUES (@firm, @endDate, @seed, @size, @population, @populationSha256, @at, @by, @uid, @rank)`,
      )
      .run({ firm, endDate, ...drawn, uid, rank });
    const insert = this.#db.prepare(
      'INSERT OR IGNORE INTO period_sample_account (sample, account, place, chosen) VALUES (?, ?, ?, ?)',
    );
    for (const [place, { account, isChosen }] of accounts.entries())
      insert.run(lastInsertRowid, account, place, isChosen ? 1 : 0);
  }

  #accountsOf(id: number): { account: string; isChosen: boolean }[] {
    return this.#db
      .prepare<[number], { account: string; chosen: number }>(
        'SELECT account, chosen FROM period_sample_account WHERE sample = ? ORDER BY place',
      )
      .all(id)
      .map(({ account, chosen }) => ({ account, isChosen: chosen === 1 }));
  }

  /** Stores a verdict about an account of a sample; null removes it. */
  setVerdict(uid: string, account: string, verdict: StoredVerdict | null): void {
    if (!verdict) {
      this.#db
        .prepare('DELETE FROM period_sample_verdict WHERE sample = ? AND account = ?')
        .run(uid, account);
      return;
    }
    const seen = verdict.seen && JSON.stringify(verdict.seen);
    this.#db
      .prepare(
        `INSERT OR REPLACE INTO period_sample_verdict (sample, account, verdict, reason, shown, seen, at, user)
           VALUES (@uid, @account, @verdict, @reason, @shown, @seen, @at, @by)`,
      )
      .run({ uid, account, ...verdict, seen });
  }

  /** Stores a verdict as the team has it; what was shown for a verdict of this member stays. */
  setSharedVerdict(uid: string, account: string, verdict: Omit<StoredVerdict, 'shown'> | null): void {
    // With the same time, it is the verdict of this member that comes back from the log.
    const ownShown = verdict && this.#shownAt(uid, account, verdict.at);
    this.setVerdict(
      uid,
      account,
      verdict && { ...verdict, shown: ownShown, seen: ownShown === null ? verdict.seen : null },
    );
  }

  /** Returns what was shown for a verdict of this time; null if there is none, or it is a colleague's. */
  #shownAt(uid: string, account: string, at: string): string | null {
    const shown = this.#db
      .prepare<[string, string, string], string | null>(
        'SELECT shown FROM period_sample_verdict WHERE sample = ? AND account = ? AND at = ?',
      )
      .pluck()
      .get(uid, account, at);
    return shown ?? null;
  }

  allVerdicts(): (StoredVerdict & { readonly uid: string; readonly account: string })[] {
    return this.#db
      .prepare<[], VerdictRow & { uid: string; account: string }>(
        `SELECT sample AS uid, account, ${VERDICT} FROM period_sample_verdict ORDER BY at`,
      )
      .all()
      .map(({ uid, account, ...row }) => ({ uid, account, ...verdictOf(row) }));
  }

  #verdictsOf(uid: string): Map<string, StoredVerdict> {
    return new Map(
      this.#db
        .prepare<[string], VerdictRow & { account: string }>(
          `SELECT account, ${VERDICT} FROM period_sample_verdict WHERE sample = ?`,
        )
        .all(uid)
        .map(({ account, ...row }) => [account, verdictOf(row)]),
    );
  }
}

const verdictOf = ({ seen, ...row }: VerdictRow): StoredVerdict => ({
  ...row,
  seen: seen === null ? null : (JSON.parse(seen) as ComparedValues),
});
