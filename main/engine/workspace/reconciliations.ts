import { z } from 'zod';
import {
  signedOff,
  type FileOutcome,
  type EntryMapping,
  type SignedOff,
} from '../../../preload/contract/calls/reconcile';
import type { Db } from '../sqlite/open-database';

/** Columns as a person confirmed them for a custodian, with the headings they stood under. */
export interface RememberedColumns {
  readonly accountHeading: string;
  readonly amountHeading: string;
  readonly account: number;
  readonly amount: number;
  readonly notation: EntryMapping['notation'];
}

/** What is kept of a signed reconciliation beside its signature. */
export interface SealedResult {
  /** The result as the text its hash is over. */
  readonly result: string;
  /** The table of lines, packed. */
  readonly lines: Uint8Array;
}

const custodianSums = z.array(z.object({ custodian: z.string(), sum: z.string() }));

/** What is kept of a reconciling that nobody may ever sign. */
export interface FoundInFile {
  readonly fileId: string;
  readonly sha256: string;
  readonly at: string;
  readonly endDate: string | null;
  readonly outcome: FileOutcome;
  readonly custodians: z.output<typeof custodianSums>;
}

/** What the last reconciling of a file came to. */
export type ReconciledFile = Pick<FoundInFile, 'fileId' | 'custodians'>;

type StoredColumns = {
  accountHeading: string;
  amountHeading: string;
  account: number;
  amount: number;
  notation: string;
};

export type Reconciliations = ReturnType<typeof reconciliationStore>;

/** The columns people confirmed, by custodian, and the reconciliations they signed off. The latter never change. */
export function reconciliationStore(db: Db) {
  const SIGNED = `SELECT id, coalesce(format, iif(decision IS NULL, 1, 2)) AS format, file AS fileId, at AS signedAt, user AS signedBy, decision, note, file_hash AS fileSha256,
    result_hash AS resultSha256, seal FROM reconciliation`;
  return {
    /** What was confirmed for a custodian, the latest first: one may send files of several kinds. */
    columns: (custodian: string): RememberedColumns[] =>
      db
        .prepare<[string], StoredColumns>(
          `SELECT account_heading AS accountHeading, amount_heading AS amountHeading, account, amount, notation
           FROM fee_columns WHERE custodian = ? ORDER BY used DESC`,
        )
        .all(custodian)
        .map((stored) => ({ ...stored, notation: stored.notation as EntryMapping['notation'] })),

    rememberColumns(custodian: string, columns: RememberedColumns, at: string): void {
      db.prepare(
        `INSERT OR REPLACE INTO fee_columns (custodian, account_heading, amount_heading, account, amount, notation, used)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        custodian,
        columns.accountHeading,
        columns.amountHeading,
        columns.account,
        columns.amount,
        columns.notation,
        at,
      );
    },

    /** What the last reconciling of a file found. */
    found(found: FoundInFile): void {
      db.prepare(
        `INSERT OR REPLACE INTO fee_file_result (file, hash, at, end_date, outcome, custodians)
         VALUES (@fileId, @sha256, @at, @endDate, @outcome, @custodians)`,
      ).run({ ...found, custodians: JSON.stringify(found.custodians) });
    },
    /** The fee upload files that were reconciled, each with what its custodians came to. */
    reconciled(): ReconciledFile[] {
      return db
        .prepare<[], { fileId: string; custodians: string }>(
          'SELECT file AS fileId, custodians FROM fee_file_result ORDER BY file',
        )
        .all()
        .map(({ fileId, custodians }) => ({
          fileId,
          custodians: custodianSums.parse(JSON.parse(custodians)),
        }));
    },

    /** Keeps a signed reconciliation; answers it with its number. */
    sign(signature: Omit<SignedOff, 'id'>, { result, lines }: SealedResult): SignedOff {
      const { lastInsertRowid } = db
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
      return { ...signature, id: Number(lastInsertRowid) };
    },

    /** Those of one fee upload file, newest first. */
    signedFor: (fileId: string): SignedOff[] =>
      db
        .prepare<[string]>(`${SIGNED} WHERE file = ? ORDER BY id DESC`)
        .all(fileId)
        .map((row) => signedOff.parse(row)),

    /** The newest that was not rejected; null: there is none. */
    newestAccepted: (): SignedOff | null => {
      const row: unknown = db
        .prepare(`${SIGNED} WHERE decision IS NOT 'rejected' ORDER BY id DESC LIMIT 1`)
        .get();
      return row === undefined ? null : signedOff.parse(row);
    },

    signed(id: number): SignedOff | null {
      const row: unknown = db.prepare<[number]>(`${SIGNED} WHERE id = ?`).get(id);
      return row === undefined ? null : signedOff.parse(row);
    },

    sealed(id: number): SealedResult | null {
      return (
        db
          .prepare<[number], { result: string; lines: Buffer }>(
            'SELECT result, lines FROM reconciliation WHERE id = ?',
          )
          .get(id) ?? null
      );
    },
  };
}
