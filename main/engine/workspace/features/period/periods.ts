import type {
  Attribution,
  DrawnSample,
  PeriodId,
  PeriodSignature,
  PeriodStep,
  SampleVerdict,
  SectionName,
} from '#contract/features/period/calls';
import type { Db } from '#engine/sqlite/open-database';

/** A check-off of a section, with the hash of the facts that the person saw. */
export interface StoredCheck extends Attribution {
  readonly section: SectionName;
  readonly sha256: string;
  readonly note: string;
}

/** An account of a sample with its verdict. */
export interface StoredSampleItem {
  readonly account: string;
  readonly isChosen: boolean;
  readonly verdict: SampleVerdict | null;
  readonly reason: string;
  /** What the reviewer saw when judging, as JSON text; null if not judged. */
  readonly shown: string | null;
  readonly judged: Attribution | null;
}

export interface StoredSample {
  readonly id: number;
  readonly drawn: DrawnSample;
  readonly items: readonly StoredSampleItem[];
}

/** What a signature covers: its content as the text that its hash covers, and two compressed texts. */
export interface SealedPeriod {
  readonly content: string;
  /** All findings, setup changes and compared terms, as JSON. */
  readonly tables: Uint8Array;
  /** A copy of the setup. */
  readonly setup: Uint8Array;
}

type SignatureRow = Omit<PeriodSignature, 'firm'> & { readonly firm: string };

const firmText = (firm: string | null): string => firm ?? '';
const signatureOf = ({ firm, ...row }: SignatureRow): PeriodSignature => ({ ...row, firm: firm || null });

const SIGNATURE = `SELECT id, firm, end_date AS endDate, at AS signedAt, user AS signedBy, note,
  content_hash AS contentSha256, seal FROM period_signature`;

/** Check-offs, steps, samples and signatures of billing periods. */
export class PeriodStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  checks({ firm, endDate }: PeriodId): StoredCheck[] {
    return this.#db
      .prepare<[string, string], StoredCheck>(
        'SELECT section, hash AS sha256, note, at, user AS "by" FROM period_check WHERE firm = ? AND end_date = ?',
      )
      .all(firmText(firm), endDate);
  }

  check({ firm, endDate }: PeriodId, { section, sha256, note, at, by }: StoredCheck): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO period_check VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(firmText(firm), endDate, section, sha256, note, at, by);
  }

  uncheck({ firm, endDate }: PeriodId, section: SectionName): void {
    this.#db
      .prepare('DELETE FROM period_check WHERE firm = ? AND end_date = ? AND section = ?')
      .run(firmText(firm), endDate, section);
  }

  /** Returns the firm's own steps in their order, with their marks for a period. */
  steps({ firm, endDate }: PeriodId): PeriodStep[] {
    return this.#db
      .prepare<
        [string, string],
        { id: number; title: string; note: string | null; at: string | null; by: string | null }
      >(
        `SELECT id, title, note, at, user AS "by" FROM period_step
          LEFT JOIN period_step_done ON step = id AND end_date = ? WHERE firm = ? ORDER BY place, id`,
      )
      .all(endDate, firmText(firm))
      .map(({ id, title, note, at, by }) => ({
        id,
        title,
        done: at === null || by === null ? null : { at, by, note: note ?? '' },
      }));
  }

  /** Replaces the steps of a firm; a step that keeps its ID keeps its marks. */
  setSteps(
    firm: string | null,
    steps: readonly { readonly id: number | null; readonly title: string }[],
  ): void {
    const db = this.#db;
    db.transaction(() => {
      const known = new Set(
        db.prepare<[string], number>('SELECT id FROM period_step WHERE firm = ?').pluck().all(firmText(firm)),
      );
      for (const [place, { id, title }] of steps.entries()) {
        if (id !== null && known.delete(id))
          db.prepare('UPDATE period_step SET title = ?, place = ? WHERE id = ?').run(title, place, id);
        else
          db.prepare('INSERT INTO period_step (firm, title, place) VALUES (?, ?, ?)').run(
            firmText(firm),
            title,
            place,
          );
      }
      for (const id of known) db.prepare('DELETE FROM period_step WHERE id = ?').run(id);
    })();
  }

  markStep(
    { endDate }: PeriodId,
    step: number,
    done: (Attribution & { readonly note: string }) | null,
  ): void {
    if (done)
      this.#db
        .prepare('INSERT OR REPLACE INTO period_step_done VALUES (?, ?, ?, ?, ?)')
        .run(step, endDate, done.note, done.at, done.by);
    else this.#db.prepare('DELETE FROM period_step_done WHERE step = ? AND end_date = ?').run(step, endDate);
  }

  /** Returns the period's latest sample; earlier ones stay stored. */
  sample({ firm, endDate }: PeriodId): StoredSample | null {
    const row = this.#db
      .prepare<[string, string], DrawnSample & { readonly id: number }>(
        `SELECT id, seed, size, population, population_hash AS populationSha256, at, user AS "by" FROM period_sample
          WHERE firm = ? AND end_date = ? ORDER BY id DESC LIMIT 1`,
      )
      .get(firmText(firm), endDate);
    if (!row) return null;
    const { id, ...drawn } = row;
    const items = this.#db
      .prepare<
        [number],
        {
          account: string;
          chosen: number;
          verdict: SampleVerdict | null;
          reason: string;
          shown: string | null;
          at: string | null;
          by: string | null;
        }
      >(
        'SELECT account, chosen, verdict, reason, shown, at, user AS "by" FROM period_sample_item WHERE sample = ? ORDER BY place',
      )
      .all(id)
      .map(({ account, chosen, verdict, reason, shown, at, by }) => ({
        account,
        isChosen: chosen === 1,
        verdict,
        reason,
        shown,
        judged: at === null || by === null ? null : { at, by },
      }));
    return { id, drawn, items };
  }

  putSample(
    { firm, endDate }: PeriodId,
    drawn: DrawnSample,
    accounts: readonly { readonly account: string; readonly isChosen: boolean }[],
  ): void {
    const db = this.#db;
    db.transaction(() => {
      const { lastInsertRowid } = db
        .prepare(
          `INSERT INTO period_sample (firm, end_date, seed, size, population, population_hash, at, user)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          firmText(firm),
          endDate,
          drawn.seed,
          drawn.size,
          drawn.population,
          drawn.populationSha256,
          drawn.at,
          drawn.by,
        );
      const insert = db.prepare(
        "INSERT INTO period_sample_item (sample, account, place, chosen, reason) VALUES (?, ?, ?, ?, '')",
      );
      for (const [place, { account, isChosen }] of accounts.entries())
        insert.run(lastInsertRowid, account, place, isChosen ? 1 : 0);
    })();
  }

  /** Stores a verdict; returns whether the account is in the sample. */
  judge(
    sample: number,
    account: string,
    verdict: SampleVerdict | null,
    { reason, shown, at, by }: Attribution & { readonly reason: string; readonly shown: string },
  ): boolean {
    const seen = verdict === null ? ['', null, null, null] : [reason, shown, at, by];
    const { changes } = this.#db
      .prepare(
        'UPDATE period_sample_item SET verdict = ?, reason = ?, shown = ?, at = ?, user = ? WHERE sample = ? AND account = ?',
      )
      .run(verdict, ...seen, sample, account);
    return changes > 0;
  }

  sign(signature: Omit<PeriodSignature, 'id'>, { content, tables, setup }: SealedPeriod): PeriodSignature {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO period_signature (firm, end_date, at, user, note, content_hash, seal, content, tables, setup)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        firmText(signature.firm),
        signature.endDate,
        signature.signedAt,
        signature.signedBy,
        signature.note,
        signature.contentSha256,
        signature.seal,
        content,
        tables,
        setup,
      );
    return { ...signature, id: Number(lastInsertRowid) };
  }

  /** Returns all signatures, the newest first. */
  signatures(): PeriodSignature[] {
    return this.#db.prepare<[], SignatureRow>(`${SIGNATURE} ORDER BY id DESC`).all().map(signatureOf);
  }

  /** Returns the newest signature of a period. */
  signatureOf({ firm, endDate }: PeriodId): PeriodSignature | null {
    const row = this.#db
      .prepare<[string, string], SignatureRow>(
        `${SIGNATURE} WHERE firm = ? AND end_date = ? ORDER BY id DESC LIMIT 1`,
      )
      .get(firmText(firm), endDate);
    return row ? signatureOf(row) : null;
  }

  /** Returns the newest signature of the firm's latest signed period before this one. */
  signatureBefore({ firm, endDate }: PeriodId): PeriodSignature | null {
    const row = this.#db
      .prepare<[string, string], SignatureRow>(
        `${SIGNATURE} WHERE firm = ? AND end_date < ? ORDER BY end_date DESC, id DESC LIMIT 1`,
      )
      .get(firmText(firm), endDate);
    return row ? signatureOf(row) : null;
  }

  signatureById(id: number): PeriodSignature | null {
    const row = this.#db.prepare<[number], SignatureRow>(`${SIGNATURE} WHERE id = ?`).get(id);
    return row ? signatureOf(row) : null;
  }

  sealed(id: number): SealedPeriod | null {
    return (
      this.#db
        .prepare<[number], { content: string; tables: Buffer; setup: Buffer }>(
          'SELECT content, tables, setup FROM period_signature WHERE id = ?',
        )
        .get(id) ?? null
    );
  }
}
