import { getOrCompute } from '#contract/maps';
import type { Db } from '#engine/sqlite/open-database';
import { ReplacedMarks } from './replaced-marks';

/** One fee of an archive. */
export interface StoredFee {
  /** The billed account: the key of a matched one, or a number at a custodian (reconcile/account-refs.ts). */
  readonly accountRef: string;
  /** Position in the archive. */
  readonly at: number;
  readonly custodian: string;
  /** The account number as written. */
  readonly number: string;
  /** Exact decimal text; null if it could not be read. */
  readonly amount: string | null;
}

/** What a fee bills, and its place in the order of `amountsAfter`. */
export type FeeAmount = Pick<StoredFee, 'accountRef' | 'at' | 'amount'>;

/** A fee upload file that was saved with these bytes. */
interface ArchiveSource {
  readonly fileId: string;
  readonly firmId: string | null;
  readonly endDate: string | null;
  /** When the file was saved; the latest bytes of a file count. */
  readonly savedAt: string;
}

export interface ReadArchive extends ArchiveSource {
  readonly sha256: string;
  /** Number of its files that are not fee lists. */
  readonly leftOut: number;
}

/** An archive that is included: the latest of its file. Two files with the same bytes are included once. */
export interface CountedArchive {
  readonly id: number;
  readonly sha256: string;
  readonly fileId: string;
  readonly firmId: string | null;
  readonly endDate: string | null;
  readonly lines: number;
  readonly leftOut: number;
}

interface SourceRow extends CountedArchive {
  readonly savedAt: string;
}

/** Below this share of an archive's lines, accounts are looked up one by one instead of reading all lines. */
const LOOKUP_SHARE = 0.1;

const FEE = 'account_ref AS accountRef, at, custodian, number, amount';

/** The lines of every reconciled archive (spec 2.8, 4.6). They outlive the archive and the cache. */
export class FeeHistoryStore {
  readonly #db: Db;
  #sources: readonly SourceRow[] | undefined;
  /** The archives that count without some files, by the IDs of these. */
  readonly #counted = new Map<string, readonly CountedArchive[]>();
  /** The custodians of an archive's lines, by its ID. */
  readonly #custodians = new Map<number, ReadonlySet<string>>();
  /** The references of an archive's lines that matched no account, by its ID. */
  readonly #unmatched = new Map<number, readonly string[]>();
  /** Number of archives stored or completed since it was opened. */
  stored = 0;
  readonly replaced: ReplacedMarks;

  constructor(db: Db, replaced = new ReplacedMarks(db)) {
    this.#db = db;
    this.replaced = replaced;
  }

  /** Changes whenever an archive is stored or completed, and when a file is marked as replaced or unmarked. */
  get version(): string {
    return JSON.stringify([this.stored, ...this.replaced.fileIds()]);
  }

  /**
   * Stores an archive's lines, or replaces them if the same bytes were read with other columns. Keeps a stored firm and
   * period end if they are null now: the service may have deleted the file's record.
   */
  put({ sha256, fileId, firmId, endDate, savedAt, leftOut }: ReadArchive, lines: readonly StoredFee[]): void {
    const db = this.#db;
    db.transaction(() => {
      const id = db
        .prepare<[string, number, number], number>(
          `INSERT INTO fee_archive (hash, lines, left_out) VALUES (?, ?, ?)
             ON CONFLICT (hash) DO UPDATE SET lines = excluded.lines, left_out = excluded.left_out RETURNING id`,
        )
        .pluck()
        .get(sha256, lines.length, leftOut);
      if (id === undefined) throw new Error('The archive was not stored.');
      db.prepare(
        `INSERT INTO fee_archive_file (archive, file, firm, end_date, saved_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (archive, file) DO UPDATE SET firm = coalesce(excluded.firm, firm),
             end_date = coalesce(excluded.end_date, end_date), saved_at = max(saved_at, excluded.saved_at)`,
      ).run(id, fileId, firmId, endDate, savedAt);
      db.prepare('DELETE FROM fee_line WHERE archive = ?').run(id);
      const insert = db.prepare(
        `INSERT INTO fee_line (archive, account_ref, at, custodian, number, amount) VALUES (?, ?, ?, ?, ?, ?)`,
      );
      const ordered = lines.toSorted((a, b) =>
        a.accountRef < b.accountRef ? -1 : a.accountRef > b.accountRef ? 1 : a.at - b.at,
      );
      for (const { accountRef, at, custodian, number, amount } of ordered)
        insert.run(id, accountRef, at, custodian, number, amount);
    })();
    this.#forgetArchives();
    this.#custodians.clear();
    this.#unmatched.clear();
    this.stored += 1;
  }

  has(sha256: string): boolean {
    return this.#db.prepare<[string]>('SELECT 1 FROM fee_archive WHERE hash = ?').get(sha256) !== undefined;
  }

  /** Returns the period end and the firm of a file as last stored; undefined if no archive of it has a period end. */
  periodOf(fileId: string): Pick<ReadArchive, 'endDate' | 'firmId'> | undefined {
    return this.#db
      .prepare<[string], Pick<ReadArchive, 'endDate' | 'firmId'>>(
        `SELECT end_date AS endDate, firm AS firmId FROM fee_archive_file WHERE file = ? AND end_date IS NOT NULL
           ORDER BY saved_at DESC LIMIT 1`,
      )
      .get(fileId);
  }

  /** Returns the files of stored archives without a period end or a firm. */
  filesWithoutPeriod(): string[] {
    return this.#db
      .prepare<[], string>(
        'SELECT DISTINCT file FROM fee_archive_file WHERE end_date IS NULL OR firm IS NULL',
      )
      .pluck()
      .all();
  }

  /** Adds the period end and the firm to stored archives of a file that lack them; returns whether any did. */
  addPeriod(fileId: string, { endDate, firmId }: Pick<ReadArchive, 'endDate' | 'firmId'>): boolean {
    const { changes } = this.#db
      .prepare<{ fileId: string; endDate: string | null; firmId: string | null }>(
        `UPDATE fee_archive_file SET firm = coalesce(firm, @firmId), end_date = coalesce(end_date, @endDate)
           WHERE file = @fileId AND ((end_date IS NULL AND @endDate IS NOT NULL)
             OR (firm IS NULL AND @firmId IS NOT NULL))`,
      )
      .run({ fileId, endDate, firmId });
    if (changes === 0) return false;
    this.#forgetArchives();
    this.stored += 1;
    return true;
  }

  /** Returns the latest archive of each file, by period end and file; those without a period end are last. */
  allArchives(): readonly CountedArchive[] {
    return this.#archivesWithout([]);
  }

  /**
   * Returns the archives whose fees count, in the same order: without files that were replaced. `listed`: the files that
   * the service lists, which count in any case.
   */
  archives(listed: ReadonlySet<string>): readonly CountedArchive[] {
    return this.#archivesWithout(this.replaced.fileIds().filter((fileId) => !listed.has(fileId)));
  }

  /** Leaves files out before archives with the same bytes are counted once: the other file has the fees, too. */
  #archivesWithout(fileIds: readonly string[]): readonly CountedArchive[] {
    const sources = (this.#sources ??= this.#db
      .prepare<[], SourceRow>(
        `SELECT archive AS id, hash AS sha256, file AS fileId, firm AS firmId, end_date AS endDate, lines,
           left_out AS leftOut, saved_at AS savedAt FROM fee_archive_file JOIN fee_archive ON id = archive`,
      )
      .all());
    return getOrCompute(this.#counted, JSON.stringify(fileIds), () =>
      countedArchives(sources.filter(({ fileId }) => !fileIds.includes(fileId))),
    );
  }

  #forgetArchives(): void {
    this.#sources = undefined;
    this.#counted.clear();
  }

  /** Yields all fees of an archive, in the order of their account references. */
  fees(archive: CountedArchive): IterableIterator<StoredFee> {
    return this.#db
      .prepare<[number], StoredFee>(`SELECT ${FEE} FROM fee_line WHERE archive = ? ORDER BY account_ref, at`)
      .iterate(archive.id);
  }

  /** Returns the next fees of an archive after one of them, or its first ones, in the order of account references. */
  feesAfter(archive: CountedArchive, after: StoredFee | undefined, limit: number): StoredFee[] {
    return this.#db
      .prepare<[number, string, number, number], StoredFee>(
        `SELECT ${FEE} FROM fee_line WHERE archive = ? AND (account_ref, at) > (?, ?) ORDER BY account_ref, at LIMIT ?`,
      )
      .all(archive.id, after?.accountRef ?? '', after?.at ?? -1, limit);
  }

  /**
   * Returns the same fees as `feesAfter`, only with amounts: a period has 100,000 fees, and most readers need no more.
   */
  amountsAfter(archive: CountedArchive, after: FeeAmount | undefined, limit: number): FeeAmount[] {
    return this.#db
      .prepare<[number, string, number, number], FeeAmount>(
        'SELECT account_ref AS accountRef, at, amount FROM fee_line WHERE archive = ? AND (account_ref, at) > (?, ?) ORDER BY account_ref, at LIMIT ?',
      )
      .all(archive.id, after?.accountRef ?? '', after?.at ?? -1, limit);
  }

  /** Returns the custodians of an archive's lines. */
  custodiansOf({ id }: CountedArchive): ReadonlySet<string> {
    const select = 'SELECT DISTINCT custodian FROM fee_line WHERE archive = ?';
    return getOrCompute(
      this.#custodians,
      id,
      () => new Set(this.#db.prepare<[number], string>(select).pluck().all(id)),
    );
  }

  /** Returns the references of an archive's lines that matched no account when it was read. */
  unmatchedRefs({ id }: CountedArchive): readonly string[] {
    const select = `SELECT DISTINCT account_ref FROM fee_line WHERE archive = ? AND account_ref >= 'n' AND account_ref < 'o'`;
    return getOrCompute(this.#unmatched, id, () =>
      this.#db.prepare<[number], string>(select).pluck().all(id),
    );
  }

  /** Returns the account references that both archives bill at the same custodian. */
  refsInBoth(first: CountedArchive, second: CountedArchive): string[] {
    return this.#db
      .prepare<[number, number], string>(
        `SELECT DISTINCT account_ref FROM fee_line AS line WHERE archive = ? AND EXISTS (SELECT 1 FROM fee_line AS other
           WHERE other.archive = ? AND other.account_ref = line.account_ref AND other.custodian = line.custodian)`,
      )
      .pluck()
      .all(first.id, second.id);
  }

  /** Returns the fees of an archive that bill one of these accounts. */
  feesOf(archive: CountedArchive, accountRefs: ReadonlySet<string>): StoredFee[] {
    if (accountRefs.size > archive.lines * LOOKUP_SHARE)
      return [...this.fees(archive)].filter(({ accountRef }) => accountRefs.has(accountRef));
    const find = this.#db.prepare<[number, string], StoredFee>(
      `SELECT ${FEE} FROM fee_line WHERE archive = ? AND account_ref = ? ORDER BY at`,
    );
    return [...accountRefs].sort().flatMap((accountRef) => find.all(archive.id, accountRef));
  }
}

/** Orders texts, null last. */
const byText = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;
/** Shorter IDs first, so that numbers sort by value. */
const byPeriod = (a: CountedArchive, b: CountedArchive): number =>
  byText(a.endDate, b.endDate) || a.fileId.length - b.fileId.length || byText(a.fileId, b.fileId);

function countedArchives(sources: readonly SourceRow[]): CountedArchive[] {
  const latest = new Map<string, SourceRow>();
  for (const source of sources) {
    const known = latest.get(source.fileId);
    const order = known ? byText(known.savedAt, source.savedAt) || byText(known.sha256, source.sha256) : -1;
    if (order < 0) latest.set(source.fileId, source);
  }
  const counted = new Map<number, CountedArchive>();
  for (const { savedAt: _, ...archive } of latest.values()) {
    const known = counted.get(archive.id);
    if (!known || byPeriod(archive, known) < 0) counted.set(archive.id, archive);
  }
  return [...counted.values()].sort(byPeriod);
}
