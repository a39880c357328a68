import type { Failure } from '../../../preload/contract/failure';
import type { JobRow, RowRemark } from '../../../preload/contract/job';
import { writeOutcomeOf } from '../service/write-outcome';
import type { NewEntry } from '../workspace/activity';
import type { Seen, Settled } from '../workspace/job-rows';
import type { JobStore } from '../workspace/jobs';
import { SendFewer, type AnyJobKind } from './kind';
import { lookUp } from './look';

export interface SendParts {
  readonly store: JobStore;
  readonly kind: AnyJobKind;
  readonly id: string;
  /** The rows that are to be sent. */
  readonly planned: readonly JobRow[];
  /** After every request. */
  readonly moved: () => void;
  /** A person wants no more to be sent. */
  readonly stopped: () => boolean;
  /** For the log: rows whose outcome was not known were found to be done. */
  readonly told: (found: number) => NewEntry;
  /** The service is being read for a row. */
  readonly read: (index: number) => void;
  /** Aborted when the connection closes: from then on nothing is written, and `asked` tells the next start. */
  readonly closed: AbortSignal;
}

/** Why sending ended: a failure that the next request would meet too, the end of the connection, or nothing. */
export type SendEnd = Failure | 'closed' | null;

/**
 * What follows from a request: the next one; the same rows again, `apart` or so many at a time; or nothing. `told` is what
 * became of the rows, where that is still to be written.
 */
type Next =
  | { readonly told: readonly Settled[] }
  | { readonly apart: JobRow[][] }
  | { readonly size: number }
  | { readonly failure: Failure };

const NEXT: Next = { told: [] };

const ALL = 1_000_000;
/** So soon the request has left: what is done on this computer meanwhile must not hold it back. */
const LEFT_MS = 1;
/** A chunk that takes longer is halved, and so are those after it. */
const SLOW_MS = 30_000;

/**
 * Sends the planned rows of a job in chunks, one request after the other, each row once. Rows are `asked` on disk before
 * their request leaves, in one transaction with what became of those before them.
 *
 * - A chunk that the service refused has changed nothing: those that a look at the service does not find so already are
 *   sent again, apart, so that one wrong row does not cost the others.
 * - One that was too large, took very long, or timed out before it was taken, is halved, and so are those after it.
 * - After an answer that is lost, and after whatever would befall the next request too, nothing more is sent.
 */
export async function sendRows(parts: SendParts): Promise<SendEnd> {
  const { store, kind, id, moved, stopped, closed } = parts;
  const planned = [...parts.planned];
  const apart: JobRow[][] = [];
  let told: readonly Settled[] = [];
  let size = kind.chunk;
  while (!stopped() && !closed.aborted) {
    const begun = performance.now();
    const chunk = apart.shift() ?? planned.splice(0, size);
    if (chunk.length === 0) break;
    const following = apart[0] ?? planned.slice(0, size);
    const next = await sendChunk(chunk, told, following, parts);
    if (next === null) return 'closed';
    told = 'told' in next ? next.told : [];
    // Before anything is read, which may take its time, what is known is on disk.
    if (kind.prepare) {
      store.settle(id, told);
      told = [];
    }
    moved();
    // So that the next answer comes before anybody's patience ends, the gateway's too.
    if (performance.now() - begun > SLOW_MS) size = Math.ceil(Math.min(size, chunk.length) / 2);
    if ('failure' in next) return next.failure;
    if ('apart' in next) apart.unshift(...next.apart);
    if ('size' in next) {
      size = next.size;
      planned.unshift(...chunk);
    }
  }
  if (closed.aborted) return 'closed';
  store.settle(id, told);
  moved();
  return null;
}

/** `told`: what became of the rows before; `following`: the next ones, unless something else comes of these. Null: the connection has closed, and nobody is to write any more. */
async function sendChunk(
  wanted: readonly JobRow[],
  told: readonly Settled[],
  following: readonly JobRow[],
  parts: SendParts,
): Promise<Next | null> {
  const { store, kind, id, moved, closed } = parts;
  const isClosed = () => closed.aborted;
  const chunk = await prepared(wanted, parts);
  if (isClosed()) return null;
  if (!Array.isArray(chunk)) return chunk;
  if (chunk.length === 0) return NEXT;
  store.asked(
    id,
    chunk.map(({ index }) => index),
    told,
  );
  moved();
  const ahead = setTimeout(() => kind.ahead(following.map(({ input }) => input)), LEFT_MS);
  try {
    const said = await kind
      .send(
        chunk.map(({ input }) => input),
        closed,
      )
      .finally(() => clearTimeout(ahead));
    if (isClosed()) return null;
    const rows = chunk.map(({ index }, at) => ({ index, ...(said[at] ?? { state: 'unknown' as const }) }));
    if (rows.some(({ state }) => state !== 'unknown')) return { told: rows };
    store.settle(id, rows);
    return await unclear(chunk, parts);
  } catch (error) {
    if (isClosed()) return null;
    return await failed(chunk, parts, error);
  }
}

/** What of a chunk is to be sent, after its kind has read what it must know of it. Nothing has left yet. */
async function prepared(
  chunk: readonly JobRow[],
  { kind, store, id, closed, stopped }: SendParts,
): Promise<JobRow[] | Next> {
  if (!kind.prepare) return [...chunk];
  try {
    const outcomes = await kind.prepare(
      chunk.map(({ input }) => input),
      closed,
    );
    if (closed.aborted || stopped()) return [];
    const settled = chunk.flatMap(({ index }, at) => {
      const outcome = outcomes[at];
      return outcome ? [{ index, ...outcome }] : [];
    });
    store.settle(id, settled);
    return chunk.filter((_, at) => outcomes[at] === undefined);
  } catch (error) {
    const { failure } = writeOutcomeOf(error);
    if (failure.kind === 'timeout' && chunk.length > 1) return { size: Math.ceil(chunk.length / 2) };
    return { failure };
  }
}

/** An answer of which no row can be told: reading the service may show more. If not, people look first. */
async function unclear(chunk: readonly JobRow[], parts: SendParts): Promise<Next | null> {
  const { store, kind, id, closed, told } = parts;
  const seen = await lookAt(chunk, parts);
  if (closed.aborted) return null;
  if (!Array.isArray(seen)) return seen;
  store.looked(id, seen, told);
  const mine = new Set(chunk.map(({ index }) => index));
  if (!store.first(id, ['unknown'], ALL).some(({ index }) => mine.has(index))) return NEXT;
  return { failure: { kind: 'unknown-outcome', cause: `the answer to ${kind.name} names none of the rows` } };
}

async function failed(chunk: readonly JobRow[], parts: SendParts, error: unknown): Promise<Next | null> {
  const { store, id } = parts;
  if (error instanceof SendFewer) {
    const planned = chunk.map(({ index }) => ({ index, state: 'planned' as const }));
    store.settle(id, planned);
    store.learn(id, error.learned);
    return { size: error.rows };
  }
  const { state, failure } = writeOutcomeOf(error);
  const settle = (to: 'planned' | typeof state, rows = chunk) =>
    store.settle(
      id,
      rows.map(({ index }) => ({
        index,
        state: to,
        remark: to === 'refused' ? remarkOf(failure, parts.kind) : null,
      })),
    );
  const tooMuch =
    (state === 'refused' && failure.status === 413) || (state === 'not-sent' && failure.kind === 'timeout');
  if (tooMuch && chunk.length > 1) {
    settle('planned');
    return { size: Math.ceil(chunk.length / 2) };
  }
  const everywhere = failure.kind === 'not-allowed';
  if (state === 'refused' && chunk.length > 1 && !everywhere) return sendApart(chunk, parts);
  settle(state);
  return state === 'refused' && !everywhere ? NEXT : { failure };
}

/** A refused chunk: what the service has so already is refused for that; the others are sent again, apart. */
async function sendApart(chunk: readonly JobRow[], parts: SendParts): Promise<Next | null> {
  const { store, kind, id, closed } = parts;
  const seen = await lookAt(chunk, parts);
  if (closed.aborted) return null;
  if (!Array.isArray(seen)) {
    store.settle(
      id,
      chunk.map(({ index }) => ({ index, state: 'refused', remark: { code: 'refused-together' } })),
    );
    return seen;
  }
  const left: JobRow[] = [];
  const settled = chunk.map((row, at) => {
    const { index } = row;
    if (seen[at]?.seen === true)
      return { index, ...(kind.whenSo ?? { state: 'refused' as const, remark: { code: 'so-already' } }) };
    left.push(row);
    return { index, state: 'planned' as const };
  });
  store.settle(id, settled);
  const size = kind.whenRefused === 'one-by-one' ? 1 : Math.ceil(chunk.length / 2);
  const apart: JobRow[][] = [];
  for (let at = 0; at < left.length; at += size) apart.push(left.slice(at, at + size));
  return { apart };
}

/** Reads the service for some rows; a failure of it ends the sending. */
async function lookAt(
  chunk: readonly JobRow[],
  { kind, closed, read }: SendParts,
): Promise<Seen[] | { failure: Failure }> {
  try {
    const seen = await lookUp(kind, chunk, closed);
    for (const { index } of chunk) read(index);
    return seen;
  } catch (error) {
    return { failure: writeOutcomeOf(error).failure };
  }
}

/** The service's own words; the place within the request says nothing to people when it held one row. */
export function remarkOf(
  { kind: code, reasons = [] }: Failure,
  { named }: Pick<AnyJobKind, 'named'>,
): RowRemark {
  const said = reasons.map((reason) => reason.replace(/^\[0\][.:\s]*/, ''));
  if (said.length === 0) return { code };
  const words = said.flatMap((reason) => reason.match(/\w+/g) ?? []);
  const fields = words.flatMap((word) => named?.get(word) ?? []);
  if (fields.length === 0) return { code, reasons: said };
  return { code, reasons: said, fields: Object.fromEntries(fields.map((field) => [field, null])) };
}
