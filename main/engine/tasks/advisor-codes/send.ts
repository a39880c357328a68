import type { Failure } from '../../../../preload/contract/failure';
import { writeOutcomeOf } from '../../service/write-outcome';
import type { JobLine } from './lines';

/** Codes in one request. When its answer is lost, so many outcomes are unknown. */
export const CHUNK = 50;

/** What the service says of a line. */
export interface Said {
  readonly state: 'done' | 'refused' | 'unknown';
  readonly remark: string | null;
}

export interface Sending {
  /** One request for several lines, answered for each by position. */
  readonly many: (lines: readonly JobLine[]) => Promise<readonly Said[]>;
  /** One request for one line. */
  readonly one: (line: JobLine) => Promise<Said>;
  /** Which of the lines the service's mapping has, or lacks, as was asked for already, by reading it. */
  readonly isSoAlready: (lines: readonly JobLine[]) => Promise<ReadonlySet<JobLine>>;
  /** The words for that. */
  readonly soAlready: string;
  readonly settle: (line: JobLine, state: JobLine['state'], remark: string | null) => void;
  /** After every request. */
  readonly moved: () => void;
  /** A person wants no more to be sent. */
  readonly stopped: () => boolean;
}

/**
 * Sends lines in chunks, one request after the other, each once. A chunk that the service refused has changed nothing;
 * so that one wrong line does not cost the others, those that a look at the service does not find so already are then
 * sent one by one. After an answer that is lost, and after whatever would befall the next request too, nothing more is
 * sent: people look first. Never rejects; answers with the failure that ended it.
 */
export async function sendLines(lines: readonly JobLine[], sending: Sending): Promise<Failure | null> {
  const { settle, moved, stopped } = sending;
  const waiting = chunksOf(lines);
  const giveUp = (failure: Failure | null): Failure | null => {
    for (const line of waiting.flat()) settle(line, 'not-sent', null);
    moved();
    return failure;
  };
  for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
    if (stopped()) {
      waiting.unshift(chunk);
      return giveUp(null);
    }
    const failure = await sendChunk(chunk, sending);
    moved();
    if (failure === 'one by one') {
      const found = await lookUp(chunk, sending);
      if ('failure' in found) {
        for (const line of chunk) settle(line, 'refused', 'Refused together with others.');
        return giveUp(found.failure);
      }
      const left: JobLine[] = [];
      for (const line of chunk) {
        if (found.so.has(line)) settle(line, 'refused', sending.soAlready);
        else {
          settle(line, 'ready', null);
          left.push(line);
        }
      }
      waiting.unshift(...left.map((line) => [line]));
      moved();
    } else if (failure !== null) return giveUp(failure);
  }
  return null;
}

/** Null: go on. A failure: the next would fare no better. */
async function sendChunk(
  chunk: readonly JobLine[],
  sending: Sending,
): Promise<Failure | 'one by one' | null> {
  const { settle, moved } = sending;
  for (const line of chunk) settle(line, 'asked', null);
  moved();
  try {
    const [single] = chunk;
    const said = chunk.length === 1 && single ? [await sending.one(single)] : await sending.many(chunk);
    chunk.forEach((line, at) => {
      const { state, remark } = said[at] ?? { state: 'unknown', remark: null };
      settle(line, state, remark);
    });
    return null;
  } catch (error) {
    const { state, failure } = writeOutcomeOf(error);
    const everywhere = failure.kind === 'not-allowed';
    if (state === 'refused' && chunk.length > 1 && !everywhere) return 'one by one';
    for (const line of chunk) settle(line, state, state === 'refused' ? reasonsOf(failure) : null);
    return state === 'refused' && !everywhere ? null : failure;
  }
}

async function lookUp(
  chunk: readonly JobLine[],
  { isSoAlready }: Sending,
): Promise<{ so: ReadonlySet<JobLine> } | { failure: Failure }> {
  try {
    return { so: await isSoAlready(chunk) };
  } catch (error) {
    return { failure: writeOutcomeOf(error).failure };
  }
}

const WORDS: Partial<Record<Failure['kind'], string>> = {
  'not-found': 'The service does not know it (any more).',
  conflict: 'Somebody changed it in the meantime.',
  'not-allowed': 'Your key has no permission for this.',
};

function reasonsOf(failure: Failure): string {
  const reasons = failure.reasons?.join(' ') ?? '';
  // The place within the request says nothing to people: it held one line.
  return reasons.replace(/^\[0\]\s*/, '') || (WORDS[failure.kind] ?? 'The service did not say why.');
}

function chunksOf(lines: readonly JobLine[]): JobLine[][] {
  const chunks: JobLine[][] = [];
  for (let at = 0; at < lines.length; at += CHUNK) chunks.push(lines.slice(at, at + CHUNK));
  return chunks;
}
