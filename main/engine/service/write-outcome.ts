import { FailureError, failureOf, type Failure, type FailureKind } from '#contract/failure';

/** The service processed it and refused. */
const REFUSED: readonly FailureKind[] = ['refused', 'conflict', 'not-allowed', 'not-found', 'part-absent'];

/**
 * The service never accepted it: unreachable, credential refused, or no time. A write that may have arrived
 * is `unknown-outcome` (service/failures.ts); the other failures come from the sign-in before it. A redirect
 * is not included, because some services redirect after doing the work.
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

/** The outcome in the activity log. */
export const LOGGED_OUTCOMES = { refused: 'refused', 'not-sent': 'failed', unknown: 'unknown' } as const;

export interface WriteOutcome {
  readonly state: keyof typeof LOGGED_OUTCOMES;
  readonly failure: Failure;
}

/** Returns the outcome of a failed write: unknown unless it was certainly refused or never arrived. */
export function writeOutcomeOf(error: unknown): WriteOutcome {
  const failure = failureOf(error);
  if (!(error instanceof FailureError)) return { state: 'unknown', failure };
  const { kind } = failure;
  return {
    state: REFUSED.includes(kind) ? 'refused' : NOT_SENT.includes(kind) ? 'not-sent' : 'unknown',
    failure,
  };
}
