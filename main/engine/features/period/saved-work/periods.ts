import { signatureApproval, type PeriodId, type SectionName } from '#contract/features/period/schemas';
import type {
  Attribution,
  DrawnSample,
  PeriodSignature,
  PeriodStep,
} from '#contract/features/period/sections';
import { randomUUID } from 'node:crypto';
import type { Db } from '#engine/sqlite/open-database';
import { sharedPeriodSignature, type SharedPeriodSignature } from '../../team/saved-work/topics/periods';
import { PeriodRows } from './period-rows';
import { SampleRows, type NewVerdict, type StoredSample } from './sample-rows';
import type { SharePeriods } from '../../team/saved-work/share-periods';

/** A check-off of a section, with the hash of the facts that the person saw. */
export interface StoredCheck extends Attribution {
  readonly section: SectionName;
  readonly sha256: string;
  readonly note: string;
}

/** What a signature covers: its content as the text that its hash covers, and two compressed texts. */
export interface SealedPeriod {
  readonly content: string;
  /** The rows behind the counts of the sections (PeriodTables), as JSON. */
  readonly tables: Uint8Array;
  /** A copy of the setup. */
  readonly setup: Uint8Array;
}

/** A colleague's signature. */
export interface StoredColleagueSignature extends SharedPeriodSignature {
  /** Whether the team's log has its approval; null: none was required. */
  readonly isApproved: boolean | null;
}

type SignatureRow = Omit<PeriodSignature, 'firm' | 'approval'> & {
  readonly firm: string;
  readonly approval: string | null;
};

const firmText = (firm: string | null): string => firm ?? '';
const signatureOfRow = ({ firm, approval, ...row }: SignatureRow): PeriodSignature => ({
  ...row,
  firm: firm || null,
  approval: approval === null ? null : signatureApproval.parse(JSON.parse(approval)),
});

const SIGNATURE = `SELECT id, firm, end_date AS endDate, at AS signedAt, user AS signedBy, note,
  content_hash AS contentSha256, approval, seal FROM period_signature`;

/** Check-offs, steps, samples and signatures of billing periods. */
export class PeriodStore {
  readonly #db: Db;
  readonly #rows: PeriodRows;
  readonly #samples: SampleRows;
  readonly #share: SharePeriods | undefined;

  constructor(db: Db, share?: SharePeriods) {
    this.#db = db;
    this.#rows = new PeriodRows(db);
    this.#samples = new SampleRows(db);
    this.#share = share;
  }

  /** Returns the check-offs of all sections, the newest first. */
  checks({ firm, endDate }: PeriodId): StoredCheck[] {
    return this.#db
      .prepare<[string, string], StoredCheck>(
        'SELECT section, hash AS sha256, note, at, user AS "by" FROM period_check WHERE firm = ? AND end_date = ? ORDER BY id DESC',
      )
      .all(firmText(firm), endDate);
  }

  /** Checks off a section. Call it in a transaction: it also shares the change with the team. */
  check({ firm, endDate }: PeriodId, { section, ...check }: StoredCheck): void {
    this.#rows.addCheck(firmText(firm), endDate, section, check);
    this.#share?.check(firmText(firm), endDate, section, check);
  }

  /** Removes the check-offs of a section; in a transaction, as `check`. */
  uncheck({ firm, endDate }: PeriodId, section: SectionName): void {
    this.#rows.replaceChecks(firmText(firm), endDate, section, []);
    this.#share?.check(firmText(firm), endDate, section, null);
  }

  /** Returns the firm's own steps in their order, with their marks for a period. */
  steps({ firm, endDate }: PeriodId): PeriodStep[] {
    return this.#db
      .prepare<
        [string, string],
        { id: number; title: string; note: string | null; at: string | null; by: string | null }
      >(
        `SELECT id, title, note, at, user AS "by" FROM period_step
          LEFT JOIN period_step_mark ON step = uid AND end_date = ? WHERE firm = ? ORDER BY place, id`,
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
      const known = new Map(
        db
          .prepare<[string], { id: number; uid: string }>('SELECT id, uid FROM period_step WHERE firm = ?')
          .all(firmText(firm))
          .map(({ id, uid }) => [id, uid]),
      );
      const newSteps = steps.map(({ id, title }) => {
        const uid = (id === null ? undefined : known.get(id)) ?? randomUUID();
        if (id !== null) known.delete(id); // a repeated ID becomes a new step
        return { uid, title };
      });
      this.#rows.replaceSteps(firmText(firm), newSteps);
      this.#share?.steps(firmText(firm), newSteps);
    })();
  }

  markStep(
    { endDate }: PeriodId,
    step: number,
    done: (Attribution & { readonly note: string }) | null,
  ): void {
    this.#db.transaction(() => {
      const uid = this.#db
        .prepare<[number], string>('SELECT uid FROM period_step WHERE id = ?')
        .pluck()
        .get(step);
      if (uid === undefined) return; // the step was deleted
      this.#rows.setMark(uid, endDate, done);
      this.#share?.mark(uid, endDate, done);
    })();
  }

  /** Returns the current sample of a period: the latest one. Earlier ones stay stored. */
  sample({ firm, endDate }: PeriodId): StoredSample | null {
    return this.#samples.current(firmText(firm), endDate);
  }

  /** Adds a sample, which counts from now on. */
  putSample(
    { firm, endDate }: PeriodId,
    drawn: DrawnSample,
    accounts: readonly { readonly account: string; readonly isChosen: boolean }[],
  ): void {
    const sample = { ...drawn, uid: randomUUID(), accounts };
    this.#db.transaction(() => {
      this.#samples.add(firmText(firm), endDate, sample);
      this.#share?.sample(firmText(firm), endDate, sample);
    })();
  }

  /** Stores a verdict about an account of a sample; a null verdict removes it. */
  judge(sample: string, account: string, verdict: NewVerdict | null): void {
    this.#db.transaction(() => {
      this.#samples.setVerdict(sample, account, verdict && { ...verdict, seen: null });
      this.#share?.verdict(sample, account, verdict);
    })();
  }

  /** Stores a signature; in a transaction, as `check`. `open`: the sections that were not done. */
  sign(
    signature: Omit<PeriodSignature, 'id'>,
    { content, tables, setup }: SealedPeriod,
    open: readonly SectionName[] = [],
  ): PeriodSignature {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO period_signature (firm, end_date, at, user, note, content_hash, approval, seal, content, tables, setup)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        firmText(signature.firm),
        signature.endDate,
        signature.signedAt,
        signature.signedBy,
        signature.note,
        signature.contentSha256,
        signature.approval && JSON.stringify(signature.approval),
        signature.seal,
        content,
        tables,
        setup,
      );
    this.#share?.signature(signature, open);
    return { ...signature, id: Number(lastInsertRowid) };
  }

  /** Returns all signatures, the newest first. */
  signatures(): PeriodSignature[] {
    return this.#db.prepare<[], SignatureRow>(`${SIGNATURE} ORDER BY id DESC`).all().map(signatureOfRow);
  }

  /** Returns the signatures of colleagues, and this member's own that are not on this computer; the newest first. */
  colleagueSignatures(): StoredColleagueSignature[] {
    return this.#db
      .prepare<[], { value: string; isApproved: number | null }>(
        `SELECT value, is_approved AS isApproved FROM colleague_period_signature AS shared WHERE NOT (is_own AND EXISTS
           (SELECT 1 FROM period_signature WHERE seal = json_extract(shared.value, '$.seal')))`,
      )
      .all()
      .map(({ value, isApproved }) => ({
        ...sharedPeriodSignature.parse(JSON.parse(value)),
        isApproved: isApproved === null ? null : isApproved === 1,
      }))
      .sort((a, b) => (a.signedAt < b.signedAt ? 1 : -1));
  }

  /** Returns the seals of this member's signatures that lack the approval that the team's rules required. */
  unapprovedSeals(): ReadonlySet<string> {
    return new Set(
      this.#db
        .prepare<[], string>(
          "SELECT json_extract(value, '$.seal') FROM colleague_period_signature WHERE is_own AND is_approved = 0",
        )
        .pluck()
        .all(),
    );
  }

  /** Returns the newest signature of a period. */
  signatureOf({ firm, endDate }: PeriodId): PeriodSignature | null {
    const row = this.#db
      .prepare<[string, string], SignatureRow>(
        `${SIGNATURE} WHERE firm = ? AND end_date = ? ORDER BY id DESC LIMIT 1`,
      )
      .get(firmText(firm), endDate);
    return row ? signatureOfRow(row) : null;
  }

  /** Returns the newest signature of the firm's latest signed period before this one. */
  signatureBefore({ firm, endDate }: PeriodId): PeriodSignature | null {
    const row = this.#db
      .prepare<[string, string], SignatureRow>(
        `${SIGNATURE} WHERE firm = ? AND end_date < ? ORDER BY end_date DESC, id DESC LIMIT 1`,
      )
      .get(firmText(firm), endDate);
    return row ? signatureOfRow(row) : null;
  }

  signatureById(id: number): PeriodSignature | null {
    const row = this.#db.prepare<[number], SignatureRow>(`${SIGNATURE} WHERE id = ?`).get(id);
    return row ? signatureOfRow(row) : null;
  }

  /** Returns the content without the tables and the setup, which are large. */
  sealedContent(id: number): string | null {
    const content = this.#db
      .prepare<[number], string>('SELECT content FROM period_signature WHERE id = ?')
      .pluck()
      .get(id);
    return content ?? null;
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
