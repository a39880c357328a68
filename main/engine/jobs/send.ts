import type { Failure } from '#contract/failure';
import { jobKindText, RIVAL_FACT, type JobFacts, type JobRow, type RowIssue } from '#contract/job';
import { writeOutcomeOf } from '../service/failure-facts';
import type { NewEntry } from '../workspace/activity/activity';
import type { RowVerification, RowSettlement } from '../workspace/jobs/job-rows';
import type { JobStore } from '../workspace/jobs/jobs';
import { SendFewer, type AnyJobDefinition } from './kind';
import { verifyRows } from './verifier';

export interface SendDeps {
  readonly store: JobStore;
  readonly kind: AnyJobDefinition;
  readonly id: string;
  /** The rows to send. */
  readonly planned: readonly JobRow[];
  /** Called when rows are in flight, and after each chunk. */
  readonly onProgress: () => void;
  /** Returns true if the user stopped the job. */
  readonly isStopped: () => boolean;
  /** For the log: `doneCount` unknown rows were found to be done. */
  readonly createLogEntry: (doneCount: number) => NewEntry;
  /** Called when the service is read for a row. */
  readonly onRead: (index: number) => void;
  /** Aborted when the connection closes; nothing is written then, and the next start verifies `in-flight` rows. */
  readonly closed: AbortSignal;
}

/** Why sending ended early: a failure that would also affect the next request, or a closed connection; else null. */
export type SendEnd = Failure | 'closed' | null;

/**
 * The next step after a request: continue; resend its remaining rows, in `separateChunks` or at most `size` at a time;
 * or stop. `settlements` are outcomes that are not yet written.
 */
type NextStep =
  | { readonly settlements: readonly RowSettlement[] }
  | { readonly separateChunks: JobRow[][] }
  | { readonly size: number; readonly remaining: readonly JobRow[] }
  | { readonly failure: Failure };

const CONTINUE: NextStep = { settlements: [] };

/** More rows than any job has: reads all. */
const ALL_ROWS = 1_000_000;
/** Delay before prefetching starts, so that it does not delay the request. */
const PREFETCH_DELAY_MS = 1;
/** A request that takes longer halves the size of later chunks. */
const SLOW_MS = 30_000;
/** Divisor of a job's chunk size after minutes of silence; halving would cost minutes each time. */
const SILENCE_DIVISOR = 10;

/**
 * Sends the planned rows of a job in chunks, one request after the other. Rows become `in-flight` on disk before
 * their request leaves, in one transaction with the outcomes of the previous rows.
 *
 * - A status is not an outcome: after a refusal the rows are read. Rows found as requested are done; the others of the
 *   chunk are sent one by one or in halves (`whenRefused`), so that one wrong row does not fail the rest (wire facts
 *   B16).
 * - A chunk that was too large, or whose preparation got a 504, is halved, as are later chunks; a slow one halves only
 *   later chunks. After a silent preparation, a tenth of a chunk is tried, once.
 * - After a lost response, or a failure that the next request would meet too, nothing more is sent.
 */
export async function sendRows(deps: SendDeps): Promise<SendEnd> {
  const { store, kind, id, onProgress, isStopped, closed } = deps;
  const planned = [...deps.planned];
  const separateChunks: JobRow[][] = [];
  let settlements: readonly RowSettlement[] = [];
  let size = kind.chunk;
  while (!isStopped() && !closed.aborted) {
    const startedAt = performance.now();
    const chunk = separateChunks.shift() ?? planned.splice(0, size);
    if (chunk.length === 0) break;
    const following = separateChunks[0] ?? planned.slice(0, size);
    const next = await sendChunk(chunk, settlements, following, deps);
    if (next === null) return 'closed';
    settlements = 'settlements' in next ? next.settlements : [];
    // Writes known outcomes to disk before a read that may take long.
    if (kind.prepare) {
      store.settle(id, settlements);
      settlements = [];
    }
    onProgress();
    // Keeps the next response within the timeouts of gateway and client.
    if (performance.now() - startedAt > SLOW_MS) size = Math.ceil(Math.min(size, chunk.length) / 2);
    if ('failure' in next) return next.failure;
    if ('separateChunks' in next) separateChunks.unshift(...next.separateChunks);
    if ('size' in next) {
      size = next.size;
      planned.unshift(...next.remaining);
    }
  }
  if (closed.aborted) return 'closed';
  store.settle(id, settlements);
  onProgress();
  return null;
}

/**
 * Sends a chunk. `settlements` are the outcomes of the previous rows, `following` the next rows unless the result
 * changes them. Returns null if the connection has closed and nothing may be written.
 */
async function sendChunk(
  wanted: readonly JobRow[],
  settlements: readonly RowSettlement[],
  following: readonly JobRow[],
  deps: SendDeps,
): Promise<NextStep | null> {
  const { store, kind, id, onProgress, closed } = deps;
  const isClosed = () => closed.aborted;
  const chunk = await prepareChunk(wanted, deps);
  if (isClosed()) return null;
  if (!Array.isArray(chunk)) return chunk;
  if (chunk.length === 0) return CONTINUE;
  const storedRows = new Set(wanted);
  store.markInFlight(
    id,
    chunk.map(({ index }) => index),
    settlements,
    chunk.filter((row) => !storedRows.has(row)),
  );
  onProgress();
  const prefetchTimer = setTimeout(
    () => kind.parseAhead(following.map(({ input }) => input)),
    PREFETCH_DELAY_MS,
  );
  try {
    const results = await kind
      .send(
        chunk.map(({ input }) => input),
        closed,
      )
      .finally(() => clearTimeout(prefetchTimer));
    if (isClosed()) return null;
    const rows = chunk.map(({ index }, chunkIndex) => ({
      index,
      ...(results[chunkIndex] ?? { state: 'unknown' as const }),
    }));
    if (rows.some(({ state }) => state !== 'unknown')) return { settlements: rows };
    store.settle(id, rows);
    return await handleUnclear(chunk, deps);
  } catch (error) {
    if (isClosed()) return null;
    return await handleFailure(chunk, deps, error);
  }
}

/**
 * Returns the rows of a chunk to send, after the job kind has read what it needs. Nothing has been sent yet.
 */
async function prepareChunk(
  chunk: readonly JobRow[],
  { kind, store, id, closed, isStopped }: SendDeps,
): Promise<JobRow[] | NextStep> {
  if (!kind.prepare) return [...chunk];
  try {
    const preparations = await kind.prepare(
      chunk.map(({ input }) => input),
      closed,
    );
    if (closed.aborted || isStopped()) return [];
    const settled: RowSettlement[] = [];
    const rowsToSend: JobRow[] = [];
    for (const [chunkIndex, row] of chunk.entries()) {
      const preparation = preparations[chunkIndex];
      if (preparation === undefined) rowsToSend.push(row);
      else if ('input' in preparation) rowsToSend.push({ ...row, input: preparation.input });
      else settled.push({ index: row.index, ...preparation });
    }
    store.settle(id, settled);
    return rowsToSend;
  } catch (error) {
    const { failure } = writeOutcomeOf(error);
    const isSilent = failure.status === undefined; // a 504 is a timeout too
    const size = isSilent ? Math.ceil(kind.chunk / SILENCE_DIVISOR) : halfOf(chunk);
    if (failure.kind === 'timeout' && size < chunk.length) return { size, remaining: chunk };
    return { failure };
  }
}

/**
 * Handles a response that cannot be matched to rows: reads the service. If that fails or leaves rows unknown, sending
 * ends.
 */
async function handleUnclear(chunk: readonly JobRow[], deps: SendDeps): Promise<NextStep | null> {
  const { store, kind, id, closed, createLogEntry } = deps;
  const verifications = await verifyChunk(chunk, deps);
  if (closed.aborted) return null;
  if (!Array.isArray(verifications)) return verifications;
  store.recordVerifications(id, verifications, createLogEntry);
  const chunkRows = new Set(chunk.map(({ index }) => index));
  if (!store.first(id, ['unknown'], ALL_ROWS).some(({ index }) => chunkRows.has(index))) return CONTINUE;
  return {
    failure: {
      kind: 'unknown-outcome',
      cause: `the response to ${jobKindText(kind)} names none of the rows`,
    },
  };
}

/**
 * Returns the next step after a failed request: an error status is followed by a read, a lost response ends the
 * sending.
 */
async function handleFailure(
  chunk: readonly JobRow[],
  deps: SendDeps,
  error: unknown,
): Promise<NextStep | null> {
  const { store, id } = deps;
  if (error instanceof SendFewer) {
    store.addFacts(id, error.facts);
    if (error.refusal !== undefined)
      return verifyAfterError(chunk, deps, writeOutcomeOf(error.refusal).failure, { size: error.rows });
    settle(chunk, deps, { state: 'planned' });
    return { size: error.rows, remaining: chunk };
  }
  const { state, failure } = writeOutcomeOf(error);
  if (state === 'refused') {
    const isTooLarge = failure.status === 413 && chunk.length > 1;
    return verifyAfterError(chunk, deps, failure, isTooLarge ? { size: halfOf(chunk) } : {});
  }
  if (state === 'not-sent' && failure.status !== undefined)
    return verifyAfterError(chunk, deps, failure, { isTurnedAway: true });
  settle(chunk, deps, { state });
  return { failure };
}

/** The issue of a row that got an error, but that the service has as requested. */
const foundAfterError = (facts: JobFacts | undefined): RowIssue => ({
  code: 'found-after-error',
  ...(facts ? { facts } : {}),
});

const TURNED_AWAY = { code: 'turned-away' } as const;
/** Returns true for a row that the service turned away; it is read before it is sent again. */
export const wasTurnedAway = ({ issue }: Pick<JobRow, 'issue'>): boolean => issue?.code === TURNED_AWAY.code;

/**
 * Reads rows after an error status that may hide a complete or partial write. Rows found as requested are
 * done; rows that the service has with other values are refused and keep their ID. Missing rows are sent again in
 * smaller chunks, or refused if that would not help or another record has their name. `size` is the maximum for later
 * requests; `isTurnedAway` means that the service took no request (429, 401).
 */
async function verifyAfterError(
  chunk: readonly JobRow[],
  deps: SendDeps,
  failure: Failure,
  { size, isTurnedAway = false }: { readonly size?: number; readonly isTurnedAway?: boolean },
): Promise<NextStep | null> {
  const { store, kind, id, closed } = deps;
  const isForbidden = failure.kind === 'not-allowed';
  // A 404 may have many causes, or concern a record that a read shows: its row is only called refused.
  const isMissing = failure.kind === 'not-found' || failure.kind === 'part-absent';
  const isFinal = isForbidden || isTurnedAway;
  const refusal: Pick<RowSettlement, 'state'> & { issue: RowIssue } = isTurnedAway
    ? { state: 'not-sent', issue: TURNED_AWAY }
    : {
        state: 'refused',
        issue: issueOf({ ...failure, kind: isMissing ? 'refused' : failure.kind }, kind),
      };
  const verifications = await verifyChunk(chunk, deps);
  if (closed.aborted) return null;
  if (!Array.isArray(verifications)) {
    // A key without write permission often cannot read either; rows that were turned away are read before
    // they are resent.
    const isRefused = isTurnedAway || (isForbidden && verifications.failure.kind === 'not-allowed');
    const issue = chunk.length === 1 || isForbidden ? refusal.issue : { code: 'refused-together' };
    settle(chunk, deps, isRefused ? refusal : { state: 'unknown', issue });
    return isFinal ? { failure } : verifications;
  }
  const canResend = !isFinal && (size !== undefined || chunk.length > 1);
  const remaining: JobRow[] = [];
  /** Indexes of rows that the list, being incomplete, does not settle. */
  const undecided: number[] = [];
  const settled = chunk.map((row, chunkIndex): RowSettlement => {
    const { index } = row;
    const {
      verified: isDone = null,
      issue,
      responseIds = [],
      facts,
      rival,
    } = verifications[chunkIndex] ?? {};
    if (isDone === true)
      return { index, state: 'done', issue: foundAfterError(facts), responseIds, verified: true };
    if (issue) return { index, state: 'refused', issue, responseIds };
    // Rows that a read cannot settle stay unknown, unless resending settles them.
    if (isDone === null && (kind.isRepeatable === false || !canResend)) {
      undecided.push(index);
      return { index, ...refusal, state: 'unknown' };
    }
    // The other record may be this row's, stored with changed values.
    const issueOfRow = rival === undefined ? refusal.issue : withRival(refusal.issue, rival);
    if (!canResend) return { index, ...refusal, issue: issueOfRow };
    if (rival !== undefined) return { index, state: 'unknown', issue: issueOfRow };
    remaining.push(row);
    return { index, state: 'planned' };
  });
  store.settle(id, settled);
  if (isFinal) return { failure };
  if (undecided.length > 0)
    return {
      failure: { kind: 'unknown-outcome', cause: 'the list that was read after an error is not complete' },
    };
  if (size !== undefined) return { size, remaining };
  const chunkSize = kind.whenRefused === 'one-by-one' ? 1 : halfOf(chunk);
  const separateChunks: JobRow[][] = [];
  for (let start = 0; start < remaining.length; start += chunkSize)
    separateChunks.push(remaining.slice(start, start + chunkSize));
  return { separateChunks };
}

const withRival = (issue: RowIssue, rival: string): RowIssue => ({
  ...issue,
  facts: { ...issue.facts, [RIVAL_FACT]: rival },
});

const halfOf = ({ length }: readonly JobRow[]): number => Math.ceil(length / 2);

const settle = (
  rows: readonly JobRow[],
  { store, id }: Pick<SendDeps, 'store' | 'id'>,
  outcome: Omit<RowSettlement, 'index'>,
): void =>
  store.settle(
    id,
    rows.map(({ index }) => ({ index, ...outcome })),
  );

/** Reads the service for some rows; a failure ends the sending. */
async function verifyChunk(
  chunk: readonly JobRow[],
  { kind, closed, onRead }: SendDeps,
): Promise<RowVerification[] | { failure: Failure }> {
  try {
    const verifications = await verifyRows(kind, chunk, closed);
    for (const { index } of chunk) onRead(index);
    return verifications;
  } catch (error) {
    return { failure: writeOutcomeOf(error).failure };
  }
}

/**
 * Returns the issue of a row after a failure: its kind, the service's reasons, and the fields that these name. Omits
 * a leading `[0]`, the position of the only row of a request.
 */
export function issueOf(
  { kind: code, reasons = [] }: Failure,
  { fieldsBySpelling }: Pick<AnyJobDefinition, 'fieldsBySpelling'>,
): RowIssue {
  const messages = reasons.map((reason) => reason.replace(/^\[0\][.:\s]*/, ''));
  if (messages.length === 0) return { code };
  const words = messages.flatMap((reason) => reason.match(/\w+/g) ?? []);
  const fields = words.flatMap((word) => fieldsBySpelling?.get(word) ?? []);
  if (fields.length === 0) return { code, reasons: messages };
  return { code, reasons: messages, fields: Object.fromEntries(fields.map((field) => [field, null])) };
}
