import type { FailureKind } from './failure';

/**
 * The scope of a failure, which decides the next step:
 * - `way`: something on the way to the service failed; the next request would fail too.
 * - `answer`: the answer to this request was lost; the next may succeed.
 * - `credential`: nothing works until the credential is replaced.
 * - `part`: this part of the service failed; others may work.
 * - `request`: this request was rejected; others may work.
 * - `computer`: the cause is on this computer.
 */
export type FailureScope = 'way' | 'answer' | 'credential' | 'part' | 'request' | 'computer';

const SCOPES: Readonly<Record<FailureKind, FailureScope>> = {
  offline: 'way',
  'wrong-address': 'way',
  'not-answering': 'way',
  'proxy-login': 'way',
  'proxy-unreachable': 'way',
  'proxy-refused': 'way',
  'page-instead': 'way',
  certificate: 'way',
  'tls-failed': 'way',
  'needs-https': 'way',
  redirected: 'way',
  timeout: 'answer',
  'cut-short': 'answer',
  unexpected: 'answer',
  'credential-refused': 'credential',
  'credential-unusable': 'credential',
  'not-allowed': 'part',
  'read-only': 'part',
  'not-found': 'part',
  'part-absent': 'part',
  refused: 'request',
  conflict: 'request',
  'changed-since': 'request',
  busy: 'request',
  'service-broken': 'request',
  'not-the-service': 'request',
  'odd-answer': 'request',
  'endless-list': 'request',
  'too-big': 'request',
  'unknown-outcome': 'request',
  canceled: 'request',
  'keychain-absent': 'computer',
  'keychain-locked': 'computer',
  'screen-locked': 'computer',
  'app-locked': 'computer',
  'keychain-denied': 'computer',
  'cache-unreadable': 'computer',
  'cache-renewed': 'computer',
  'workspace-unreadable': 'computer',
  'workspace-lost': 'computer',
  'history-unreadable': 'computer',
  'seal-broken': 'computer',
  'backup-failed': 'computer',
  'backup-unreadable': 'computer',
  'recovery-refused': 'computer',
  'weak-passphrase': 'computer',
  'newer-data': 'computer',
  'disk-full': 'computer',
  'disk-not-written': 'computer',
  'disk-not-read': 'computer',
  'file-not-saved': 'computer',
  'file-unreadable': 'computer',
  'archive-damaged': 'computer',
  'too-large': 'computer',
  'took-too-long': 'computer',
  'engine-lost': 'computer',
  'no-connection': 'computer',
};

/** Returns whether a failure has one of these scopes. */
export const hasScope = (kind: FailureKind, ...among: readonly FailureScope[]): boolean =>
  among.includes(SCOPES[kind]);
