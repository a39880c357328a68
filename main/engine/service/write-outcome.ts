import { FailureError, failureOf, type Failure, type FailureKind } from '../../../preload/contract/failure';

/** The service looked at it and said no. */
const REFUSED: readonly FailureKind[] = ['refused', 'conflict', 'not-allowed', 'not-found', 'part-absent'];

/**
 * The service never took it: it could not be reached, turned the credential away, or had no time. A write that may have
 * arrived comes as `unknown-outcome` (service/failures.ts); the others of these are of the sign-in before it. A redirect
 * is not of these: some services give one after they have done the work.
 */
const NOT_SENT: readonly FailureKind[] = [
  'offline',
  'wrong-address',
  'not-answering',
  'proxy-login',
  'proxy-unreachable',
  'proxy-refused',
  'page-instead',
  'certificate',
  'tls-failed',
  'read-only',
  'timeout',
  'credential-refused',
  'credential-unusable',
  'busy',
  'cut-short',
  'service-broken',
  'not-the-service',
  'odd-answer',
  'too-big',
  'canceled',
];

/** What the activity log says of it. */
export const LOGGED_OUTCOMES = { refused: 'refused', 'not-sent': 'failed', unknown: 'unknown' } as const;

export interface WriteOutcome {
  readonly state: keyof typeof LOGGED_OUTCOMES;
  readonly failure: Failure;
}

/** What became of a write that failed. What is not surely "no" or "never arrived" is unknown. */
export function writeOutcomeOf(error: unknown): WriteOutcome {
  const failure = failureOf(error);
  if (!(error instanceof FailureError)) return { state: 'unknown', failure };
  const { kind } = failure;
  return {
    state: REFUSED.includes(kind) ? 'refused' : NOT_SENT.includes(kind) ? 'not-sent' : 'unknown',
    failure,
  };
}
