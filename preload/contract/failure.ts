import { z } from 'zod';

/** Reasons why an archive entry is not opened. */
export const entryObstacle = z.enum(['link', 'locked', 'packing', 'outside', 'bomb']);
export type EntryObstacle = z.output<typeof entryObstacle>;

/** The exact obstacle, if the kind alone is not enough; facts are counts and names. */
export const failureDetail = z.object({
  code: z.enum([
    'not-saved-here',
    'moved',
    'no-entry',
    'no-folder',
    'empty-list',
    'long-list',
    'big-list',
    'open-quote',
    'not-text',
    'odd-quotes',
    'no-lines',
    'old-workbook',
    'not-workbook',
    'damaged-workbook',
    'big-workbook',
    'slow-workbook',
    'many-rows',
    'big-sheet',
    'draft-fields',
    'key-lost',
    'key-created',
    'other-host',
    'no-credential',
    'tax-id',
    'not-deleted',
    'work-missing',
    'work-older',
    'work-missing-unnoted',
    'history-missing',
    'newer-backup',
    'values-without-tokens',
    'connection-test',
    'team-viewer',
    'team-unreadable',
    'handed-over',
    'approval-needed',
    'approval-offline',
    'lists-incomplete',
    'value-before-unknown',
    ...entryObstacle.options,
  ]),
  facts: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type FailureDetail = z.output<typeof failureDetail>;

/**
 * Every way a call can fail, as a closed list of kinds, codes and facts. The sentences are in the renderer
 * (renderer/ui/failure-messages.ts). Details are small and hold no record, key or tax ID.
 */
export const failure = z.object({
  kind: z.enum([
    'offline',
    'wrong-address',
    'not-answering',
    'proxy-login',
    'proxy-unreachable',
    'proxy-refused',
    'page-instead',
    'certificate',
    'tls-failed',
    'needs-https',
    'redirected',
    'timeout',
    'credential-refused',
    'credential-unusable',
    'not-allowed',
    'read-only',
    'by-policy',
    'not-found',
    /** No fee file of the billing period was reconciled on this computer. */
    'no-fee-lines',
    'part-absent',
    'refused',
    'conflict',
    /** `where`: what was not done, if it is not a request to the service (CHANGED_SUBJECTS). */
    'changed-since',
    'busy',
    'service-broken',
    'not-the-service',
    'odd-answer',
    'endless-list',
    'too-big',
    'cut-short',
    'unknown-outcome',
    'canceled',
    'keychain-absent',
    'keychain-locked',
    'keychain-denied',
    'too-long-to-store',
    'screen-locked',
    'app-locked',
    'cache-unreadable',
    'cache-renewed',
    'workspace-unreadable',
    'workspace-lost',
    'history-unreadable',
    'seal-broken',
    'backup-failed',
    'backup-unreadable',
    'recovery-refused',
    'weak-passphrase',
    'newer-data',
    'disk-full',
    'disk-not-written',
    'disk-not-read',
    'file-not-saved',
    'file-unreadable',
    'archive-damaged',
    'too-large',
    'took-too-long',
    'engine-lost',
    'no-connection',
    'unexpected',
  ]),
  detail: failureDetail.optional(),
  /** The service's reasons, in its own sentences; redacted. */
  reasons: z.array(z.string()).optional(),
  /** When the request may be repeated (ISO, UTC). */
  until: z.string().optional(),
  /** HTTP status, if any; shown in the log and the details, never as the only text. */
  status: z.number().int().optional(),
  /** The host, file or resource concerned. */
  where: z.string().optional(),
  /** The technical cause, for support. */
  cause: z.string().optional(),
});
export type Failure = z.output<typeof failure>;
export type FailureKind = Failure['kind'];

/** What failures of the kind `changed-since` are about, besides requests to the service. */
export const CHANGED_SUBJECTS = ['signature', 'evidence', 'decision'] as const;
export type ChangedSubject = (typeof CHANGED_SUBJECTS)[number];

/** A failure inside a process; crosses the bridge as the declared error FAILED. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(problem: Failure, cause?: unknown) {
    super(`${problem.kind}${problem.cause ? `: ${problem.cause}` : ''}`, { cause });
    this.name = 'FailureError';
    this.failure = problem;
  }
}

/** Creates a failure: `throw fail('offline', { where: host })`. */
export const fail = (kind: FailureKind, details: Omit<Failure, 'kind'> = {}, cause?: unknown): FailureError =>
  new FailureError({ kind, ...details }, cause);

/** Codes for a full disk or quota, from SQLite and the system. */
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;

/**
 * Codes for a disk that rejects writes, from SQLite and the system: over a quota, lost, defective or read-only. A full
 * disk can give SHMSIZE, too.
 */
const NOT_WRITTEN = /^(SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|DELETE|SHMOPEN|SHMSIZE|SHMMAP)|EROFS)$/;

/** Codes for a disk that cannot be read, from SQLite and the system. */
const NOT_READ = /^(SQLITE_(IOERR|CANTOPEN)|EIO$)/;

/** Converts anything caught to a failure; unknown errors keep their technical cause. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  const declared = z.object({ code: z.literal('FAILED'), data: failure }).safeParse(error);
  if (declared.success) return declared.data.data;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (FULL.test(code)) return { kind: 'disk-full', cause: code };
  if (NOT_WRITTEN.test(code)) return { kind: 'disk-not-written', cause: code };
  if (NOT_READ.test(code)) return { kind: 'disk-not-read', cause: code };
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { kind: 'unexpected', cause: text.slice(0, 300) };
}

/** The oRPC error map of every contract: one declared error with the failure as data. */
export const errors = { FAILED: { data: failure } } as const;
