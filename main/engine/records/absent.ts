import { failureOf } from '#contract/failure';

/** Sentences that only repeat what the status says, as a router without such a route answers. */
const STATUS_TEXT = /^\W*(not found|method not allowed|not implemented|no such route)\W*$/i;

/**
 * Whether the service seems not to have a call. A 404 with a reason is about a record, not the call. It does not prove that
 * nothing was done: read before a write is sent again.
 */
export const isAbsent = (error: unknown): boolean => {
  const { kind, status, reasons = [] } = failureOf(error);
  if (status === 405 || status === 501) return true;
  return (kind === 'part-absent' || status === 404) && reasons.every((reason) => STATUS_TEXT.test(reason));
};
