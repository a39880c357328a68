import { z } from 'zod';
import {
  signedReconciliation,
  type FileOutcome,
  type SignedReconciliation,
} from '#contract/features/reconcile/schemas';
import type { ResultTotals, ShareFeeFiles } from '../../team/saved-work/share-fee-files';
import type { Db } from '#engine/sqlite/open-database';

/** What is stored of a signed reconciliation besides its signature. */
export interface SealedResult {
  /** The result as the text that its hash covers. */
  readonly result: string;
  /** The lines table, compressed. */
  readonly lines: Uint8Array;
}

const custodianSums = z.array(z.object({ custodian: z.string(), sum: z.string() }));

/** What is stored of a file's latest reconciliation, whether it is signed off or not. */
export interface UnsignedResult {
  readonly fileId: string;
  readonly sha256: string;
  readonly at: string;
  readonly endDate: string | null;
  readonly outcome: FileOutcome;
  readonly custodians: z.output<typeof custodianSums>;
}

/** The sums by custodian in the latest reconciliation result of a file. */
export type ReconciledFile = Pick<UnsignedResult, 'fileId' | 'custodians'>;

/** Results of reconciliations, and signed-off ones, which never change. */
export class Reconciliations {
  readonly #db: Db;
  readonly #share: ShareFeeFiles | undefined;
  readonly #selectSigned;

  constructor(db: Db, share?: ShareFeeFiles) {
    this.#db = db;
    this.#share = share;
    this.#selectSigned = `SELECT id, coalesce(format, iif(decision IS NULL, 1, 2)) AS format, file AS fileId, at AS signedAt, user AS signedBy, decision, note, file_hash AS fileSha256,
    result_hash AS resultSha256, seal FROM reconciliation`;
  }

  /** Stores the latest reconciliation result of a file; the totals are only shared. */
  storeResult(result: UnsignedResult, totals: ResultTotals): void {
    this.#db
      .prepare(
        `INSERT OR REPLACE INTO fee_file_result (file, hash, at, end_date, outcome, custodians)
         VALUES (@fileId, @sha256, @at, @endDate, @outcome, @custodians)`,
      )
      .run({ ...result, custodians: JSON.stringify(result.custodians) });
    this.#share?.result({ ...result, totals });
  }

  /**
   * Returns the reconciled files with their sums by custodian. A result of other bytes than those of the newest saved
   * copy does not count.
   */
  reconciledFiles(): ReconciledFile[] {
    return this.#db
      .prepare<[], { fileId: string; custodians: string }>(
        `SELECT file AS fileId, custodians FROM fee_file_result WHERE hash = coalesce(
           (SELECT sha256 FROM fee_file_saved WHERE file_id = file ORDER BY id DESC LIMIT 1), hash) ORDER BY file`,
      )
      .all()
      .map(({ fileId, custodians }) => ({
        fileId,
        custodians: custodianSums.parse(JSON.parse(custodians)),
      }));
  }

  /** Stores a signed reconciliation and returns its sign-off with an ID. */
  sign(signature: Omit<SignedReconciliation, 'id'>, { result, lines }: SealedResult): SignedReconciliation {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO reconciliation (format, file, at, user, decision, note, file_hash, result_hash, seal, result, lines)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        signature.format,
        signature.fileId,
        signature.signedAt,
        signature.signedBy,
        signature.decision,
        signature.note,
        signature.fileSha256,
        signature.resultSha256,
        signature.seal,
        result,
        lines,
      );
    this.#share?.signOff(signature);
    return { ...signature, id: Number(lastInsertRowid) };
  }

  /** Returns the sign-offs of one fee upload file, newest first. */
  signedFor(fileId: string): SignedReconciliation[] {
    return this.#db
      .prepare<[string]>(`${this.#selectSigned} WHERE file = ? ORDER BY id DESC`)
      .all(fileId)
      .map((row) => signedReconciliation.parse(row));
  }

  /** Returns the ID of the newest sign-off; null if there is none. */
  newestSignOffId(): number | null {
    return this.#db.prepare<[], number | null>('SELECT max(id) FROM reconciliation').pluck().get() ?? null;
  }

  /** Returns the newest sign-off of each file, unless it is a rejection; the newest first. */
  accepted(): SignedReconciliation[] {
    return this.#db
      .prepare(
        `${this.#selectSigned} WHERE id IN (SELECT max(id) FROM reconciliation GROUP BY file)
          AND decision IS NOT 'rejected' ORDER BY id DESC`,
      )
      .all()
      .map((row) => signedReconciliation.parse(row));
  }

  signOffById(id: number): SignedReconciliation | null {
    const row: unknown = this.#db.prepare<[number]>(`${this.#selectSigned} WHERE id = ?`).get(id);
    return row === undefined ? null : signedReconciliation.parse(row);
  }

  sealedResult(id: number): SealedResult | null {
    return (
      this.#db
        .prepare<[number], { result: string; lines: Buffer }>(
          'SELECT result, lines FROM reconciliation WHERE id = ?',
        )
        .get(id) ?? null
    );
  }
}
