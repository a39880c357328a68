import { sha256 } from '#common/sha256';
import type { Decision, SealFormat } from '#contract/features/reconcile/schemas';
import type { Reconciliation } from '#contract/features/reconcile/reconciliation';

/**
 * A reconciliation is sealed by hashes: the result's hash covers all findings and the line table's hash; the seal
 * covers the result's hash, the fee file's hash, the decision, the note, the signer and the time. The result is
 * stored as the text that was hashed; the signature's text is created again from its stored fields.
 */

/** Returns the result as text, as it is hashed and stored in an evidence pack. */
export const resultText = (result: Reconciliation): string => `${JSON.stringify(result, null, 2)}\n`;

/** The format of new sign-offs. */
export const SEAL_FORMAT: SealFormat = 3;

export interface Signature {
  readonly format: SealFormat;
  readonly fileId: string;
  readonly fileSha256: string;
  readonly resultSha256: string;
  readonly signedAt: string;
  readonly signedBy: string;
  /** Null in the first format. */
  readonly decision: Decision | null;
  readonly note: string;
}

/**
 * Returns the signature as text with a fixed field order; the seal is its hash. The first format has no
 * decision. Formats before 3 cover results whose findings are sentences instead of codes.
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
