import { failureOf } from '#contract/failure';
import type { TeamDatabase } from '#contract/features/team/schemas';
import type { TeamProblem, TeamProblemCode } from '#contract/features/team/calls';

/** A failure that the screens explain: a code and facts. Never crosses the bridge as an exception. */
export class TeamProblemError extends Error {
  readonly problem: TeamProblem;

  constructor(problem: TeamProblem, cause?: unknown) {
    super(problem.code, { cause });
    this.name = 'TeamProblemError';
    this.problem = problem;
  }
}

export const teamProblemError = (
  code: TeamProblemCode,
  details: Omit<TeamProblem, 'code'> = {},
  cause?: unknown,
): TeamProblemError => new TeamProblemError({ code, ...details }, cause);

/** Returns the problem for a failed keychain, with the kind of the failure. */
export const keychainProblem = (error: unknown): TeamProblem => ({
  code: 'keychain',
  cause: failureOf(error).kind,
});

/** Returns what the keychain returns; fails with a TeamProblemError. */
export const fromKeychain = <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    throw new TeamProblemError(keychainProblem(error), error);
  });

/** The problem for each error code of Node or PostgreSQL (SQLSTATE). */
const BY_CODE: Readonly<Record<string, TeamProblemCode>> = {
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unknown',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection-lost',
  EPIPE: 'connection-lost',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-other-host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
  CERT_REVOKED: 'certificate-untrusted',
  CERT_SIGNATURE_FAILURE: 'certificate-untrusted',
  '28P01': 'wrong-password',
  '28000': 'sign-in-refused',
  '3D000': 'no-database',
  '53300': 'too-many-connections',
  '53100': 'disk-full',
  '25006': 'read-only',
  '55P03': 'locked',
  '57014': 'timeout',
  '42501': 'no-rights',
  '3F000': 'no-schema',
  '42P01': 'no-schema',
  '42883': 'altered-schema',
  '42703': 'altered-schema',
  '57P01': 'connection-lost',
  '57P02': 'connection-lost',
  '57P03': 'unreachable',
  '08000': 'connection-lost',
  '08003': 'connection-lost',
  '08006': 'connection-lost',
};

/** The problem by message, for errors without a code in `BY_CODE`. */
const BY_MESSAGE: readonly (readonly [RegExp, TeamProblemCode])[] = [
  [/getaddrinfo|options\.host/, 'host-unknown'],
  [/does not support SSL/i, 'tls-not-supported'],
  [/There was an error establishing an SSL connection|SSL routines|wrong version number/i, 'tls-failed'],
  [/timeout expired|connection timeout|Query read timeout/i, 'timeout'],
  [/Connection terminated|Client has encountered a connection error|not queryable/i, 'connection-lost'],
  [/SASL: SCRAM-SERVER-FINAL-MESSAGE|SASL: SCRAM-SERVER-FIRST-MESSAGE|Only mechanism/i, 'sign-in-refused'],
  [/received invalid response|Unknown (message|authentication)|invalid message/i, 'not-postgres'],
];

/** The server's reason if it refuses a login (28000) only because the connection is not encrypted. */
const NEEDS_ENCRYPTION = /no encryption|SSL off/i;

/** Returns the problem to show to the user for an error of the connection to the database. */
export function teamProblemOf(error: unknown, { host, port, login, database }: TeamDatabase): TeamProblem {
  if (error instanceof TeamProblemError) return error.problem;
  const message = error instanceof Error ? error.message : '';
  const errorCode = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = BY_CODE[errorCode] ?? BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
  const facts = { host, port, login, database };
  // Never the server's own message, which may quote values.
  const cause = errorCode || (error instanceof Error ? error.name : 'unknown');
  if (errorCode === '28000' && NEEDS_ENCRYPTION.test(message)) return { code: 'tls-failed', facts, cause };
  return { code: known ?? (errorCode.startsWith('ERR_SSL') ? 'tls-failed' : 'other'), facts, cause };
}
