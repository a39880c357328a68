import { FailureError, failureOf, type Failure, type FailureKind } from '#contract/failure';

/**
 * The scope of a failure, which decides the next step:
 * - `network`: the connection to the service failed; the next request would fail too.
 * - `answer`: the response to this request was lost; the next may succeed.
 * - `credential`: nothing works until the credential is replaced.
 * - `endpoint`: this endpoint failed; others may work.
 * - `request`: this request was rejected; others may work.
 * - `computer`: the cause is on this computer.
 */
type FailureScope = 'network' | 'answer' | 'credential' | 'endpoint' | 'request' | 'computer';

/**
 * The effect of a failure on a write:
 * - `refused`: the service processed it and refused.
 * - `not-sent`: the service never accepted it.
 * - `lost`: not sent if the request never left; otherwise its response was lost, and the outcome is unknown.
 * - `unknown`: the service may have done it. Some services redirect after doing the work.
 */
type WriteEffect = 'refused' | 'not-sent' | 'lost' | 'unknown';

/** Every kind of failure. A write whose sign-in failed was not sent, whatever the kind. */
const FACTS: Readonly<Record<FailureKind, readonly [FailureScope, WriteEffect]>> = {
  offline: ['network', 'lost'],
  'wrong-address': ['network', 'not-sent'],
  'not-answering': ['network', 'not-sent'],
  'proxy-login': ['network', 'not-sent'],
  'proxy-unreachable': ['network', 'not-sent'],
  'proxy-refused': ['network', 'not-sent'],
  'page-instead': ['network', 'not-sent'],
  certificate: ['network', 'not-sent'],
  'tls-failed': ['network', 'lost'],
  'needs-https': ['network', 'unknown'],
  redirected: ['network', 'unknown'],
  timeout: ['answer', 'lost'],
  'cut-short': ['answer', 'lost'],
  unexpected: ['answer', 'unknown'],
  'credential-refused': ['credential', 'not-sent'],
  'credential-unusable': ['credential', 'not-sent'],
  'not-allowed': ['endpoint', 'refused'],
  'read-only': ['endpoint', 'not-sent'],
  'by-policy': ['endpoint', 'not-sent'],
  'not-found': ['endpoint', 'refused'],
  'part-absent': ['endpoint', 'refused'],
  refused: ['request', 'refused'],
  conflict: ['request', 'refused'],
  'changed-since': ['request', 'unknown'],
  'no-fee-lines': ['request', 'unknown'],
  busy: ['request', 'not-sent'],
  'service-broken': ['request', 'lost'],
  'not-the-service': ['request', 'lost'],
  'odd-answer': ['request', 'lost'],
  'endless-list': ['request', 'unknown'],
  'too-big': ['request', 'lost'],
  'unknown-outcome': ['request', 'unknown'],
  canceled: ['request', 'lost'],
  'keychain-absent': ['computer', 'unknown'],
  'keychain-locked': ['computer', 'unknown'],
  'screen-locked': ['computer', 'unknown'],
  'app-locked': ['computer', 'unknown'],
  'keychain-denied': ['computer', 'unknown'],
  'too-long-to-store': ['computer', 'unknown'],
  'cache-unreadable': ['computer', 'unknown'],
  'cache-renewed': ['computer', 'unknown'],
  'workspace-unreadable': ['computer', 'unknown'],
  'workspace-lost': ['computer', 'unknown'],
  'history-unreadable': ['computer', 'unknown'],
  'seal-broken': ['computer', 'unknown'],
  'backup-failed': ['computer', 'unknown'],
  'backup-unreadable': ['computer', 'unknown'],
  'recovery-refused': ['computer', 'unknown'],
  'weak-passphrase': ['computer', 'unknown'],
  'newer-data': ['computer', 'unknown'],
  'disk-full': ['computer', 'unknown'],
  'disk-not-written': ['computer', 'unknown'],
  'disk-not-read': ['computer', 'unknown'],
  'file-not-saved': ['computer', 'unknown'],
  'file-unreadable': ['computer', 'unknown'],
  'archive-damaged': ['computer', 'unknown'],
  'too-large': ['computer', 'unknown'],
  'took-too-long': ['computer', 'unknown'],
  'engine-lost': ['computer', 'unknown'],
  'no-connection': ['computer', 'unknown'],
};

/** Returns whether a failure has one of these scopes. */
export const hasScope = (kind: FailureKind, ...among: readonly FailureScope[]): boolean =>
  among.includes(FACTS[kind][0]);

/**
 * Converts a failed write: unless the service certainly refused or never received it, the outcome is unknown
 * (wire facts B12).
 */
export function failureOfWrite(problem: Failure, isUnsent: boolean): Failure {
  const { kind, status, cause } = problem;
  // Without a status it was read in a success: "not found" there is not a refusal.
  const isUnread = kind === 'not-found' && status === undefined;
  const isLost = FACTS[kind][1] === 'lost' || kind === 'unexpected' || isUnread;
  return isUnsent || !isLost ? problem : { ...problem, kind: 'unknown-outcome', cause: cause ?? kind };
}

/** The outcome in the activity log. */
export const LOGGED_OUTCOMES = { refused: 'refused', 'not-sent': 'failed', unknown: 'unknown' } as const;

export interface WriteOutcome {
  readonly state: keyof typeof LOGGED_OUTCOMES;
  readonly failure: Failure;
}

/** Returns the outcome of a failed write, converted by `failureOfWrite`: what is still `lost` was not sent. */
export function writeOutcomeOf(error: unknown): WriteOutcome {
  const failure = failureOf(error);
  if (!(error instanceof FailureError)) return { state: 'unknown', failure };
  const isUnsent = 'isUnsent' in error && error.isUnsent === true; // a TransportError
  const effect = isUnsent ? 'lost' : FACTS[failure.kind][1];
  return { state: effect === 'lost' ? 'not-sent' : effect, failure };
}
