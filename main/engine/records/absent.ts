import { failureOf } from '../../../preload/contract/failure';

/** A call that the service does not have: it has surely done nothing. */
export const isAbsent = (error: unknown): boolean => {
  const { kind, status } = failureOf(error);
  return kind === 'part-absent' || status === 404 || status === 405 || status === 501;
};
