import { createHash } from 'node:crypto';
import type { Decision, Reconciliation, SealFormat } from '../../../../preload/contract/calls/reconcile';

/**
 * A reconciliation is sealed by hashes: the result's covers everything found and the table of lines; the seal covers
 * the result's, the fee file's, the note and who signed when. Both are over JSON text that is kept as it was hashed.
 */

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The result as text: what its hash is over, and what an evidence pack holds. */
export const resultText = (result: Reconciliation): string => `${JSON.stringify(result, null, 2)}\n`;

/** The format of what is signed off now. */
export const SEAL_FORMAT: SealFormat = 3;

export interface Signature {
  readonly format: SealFormat;
  readonly fileId: string;
  readonly fileSha256: string;
  readonly resultSha256: string;
  readonly signedAt: string;
  readonly signedBy: string;
  /** Null in those of the first format. */
  readonly decision: Decision | null;
  readonly note: string;
}

/**
 * The signature as text, in a fixed order; the seal is its hash. One of the first format has no decision. The formats
 * before 3 are over results told in sentences: these stay as they are, and are read as they are.
 */
export const signatureText = (signature: Signature): string =>
  `${JSON.stringify(
    {
      format: signature.format,
      fileId: signature.fileId,
      fileSha256: signature.fileSha256,
      resultSha256: signature.resultSha256,
      signedAt: signature.signedAt,
      signedBy: signature.signedBy,
      ...(signature.decision === null ? {} : { decision: signature.decision }),
      note: signature.note,
    },
    null,
    2,
  )}\n`;

export const sealOf = (signature: Signature): string => sha256(signatureText(signature));
