import { failureOf } from '#contract/failure';

/** Matches texts that only repeat the status, which a router sends for an unknown route. */
const STATUS_TEXT = /^\W*(not found|method not allowed|not implemented|no such route)\W*$/i;

/**
 * Returns true if the service seems to lack a call. A 404 with a reason is about a record, not the call. It does not
 * prove that nothing was written: read the record before a write is sent again.
 */
export const isAbsent = (error: unknown): boolean => {
  const { kind, status, reasons = [] } = failureOf(error);
  if (status === 405 || status === 501) return true;
  return (kind === 'part-absent' || status === 404) && reasons.every((reason) => STATUS_TEXT.test(reason));
};
