import type { z } from 'zod';
import type { ActivityKind } from '../../../preload/contract/calls/activity';
import type { Facts, JobKindName, RowRemark } from '../../../preload/contract/job';
import type { Seen } from '../workspace/job-rows';

/** What the service's answer says of a row. */
export interface RowOutcome {
  readonly state: 'done' | 'refused' | 'conflict' | 'not-taken' | 'unknown';
  readonly remark?: RowRemark;
  /** Ids that the answer gives. */
  readonly answer?: readonly string[];
  /** The answer shows the whole record as asked for: the row is not read once more at the end. */
  readonly seen?: true;
}

/** What reading the service showed of a row: as asked for, not so, or nothing that can be said; or more than that. */
export type Look = boolean | null | LookedUp;
export interface LookedUp {
  readonly seen: boolean | null;
  /** A row whose outcome was not known and that is not as asked for: what the service has instead. It is `refused` then. */
  readonly remark?: RowRemark;
  /** Ids that an answer would have given. */
  readonly answer?: readonly string[];
  /** Not found, but another record has its name: a row that came with a backup is not sent then. */
  readonly rival?: true;
}

/**
 * Thrown by `send`: this job's remaining rows are sent at most `rows` at a time; `learned` is added to the job's facts.
 * `refusal` is the service's answer to the attempt, after which the rows are read first; without it nothing was sent.
 */
export class SendFewer extends Error {
  constructor(
    readonly rows: number,
    readonly learned: Facts,
    readonly refusal?: unknown,
  ) {
    super('fewer rows in a request');
  }
}

/**
 * A kind of durable job: how its rows are sent, and how an unknown outcome is found out. Everything else (plan, chunks,
 * intent on disk, stop, resume, outcomes, log) is the same for all; the words for people are the window's.
 *
 *     defineJob({ name: 'advisorCodes.create', input: codeInput, of: 'advisorCodes', chunk: 50, … })
 */
export interface JobKind<Input> {
  readonly name: JobKindName;
  /** What is kept of a row, and read again after a restart. */
  readonly input: z.ZodType<Input>;
  /** Jobs of the same records go one after the other. */
  readonly of: string;
  /** Rows in one request: when its answer is lost, so many outcomes are unknown. */
  readonly chunk: number;
  /** How the rows of a refused chunk are sent again that a reading of the service does not find. */
  readonly whenRefused: 'one-by-one' | 'halves';
  /** It must be confirmed by its number of rows, typed by a person. */
  readonly confirmed: boolean;
  readonly activity: ActivityKind;
  /** What the activity log says of it beside the counts, from the facts of the plan and the job's ID. */
  readonly logged: (facts: Facts, job: string) => Facts;
  /**
   * Reads what must be known of the next rows before anything leaves. Rows that need not be sent, or must not be, get their
   * outcome; the others get none, and are `asked` then. Sends no write: where it rejects, nothing has happened to any row.
   */
  readonly prepare?: (
    rows: readonly Input[],
    signal: AbortSignal,
  ) => Promise<readonly (RowOutcome | undefined)[]>;
  /** Sending a row twice would do it twice: it is sent again only after a reading proved that the service lacks it. */
  readonly isRepeatable?: false;
  /** An answer shows the whole record, compared field by field: rows that are done are not read once more at the end. */
  readonly answersShow?: true;
  /** What an answer calls done and the list does not show afterwards is logged as not known. */
  readonly listDecides?: true;
  /** Fields by each of their spellings: those that the service's reasons name get a remark. */
  readonly named?: ReadonlyMap<string, string>;
  /**
   * One request, sent once; one answer for each row, by position. Done is only what the answer shows. Rejects where the
   * whole request failed; what that means for the rows is found by `writeOutcomeOf`.
   */
  readonly send: (rows: readonly Input[], signal: AbortSignal) => Promise<readonly RowOutcome[]>;
  /**
   * Reads the service again, and says of each row whether it is there as was asked for; null where that cannot be said.
   * Sends no write.
   */
  readonly look: (rows: readonly Input[], signal: AbortSignal) => Promise<readonly Look[]>;
  /** Lets the lists on this computer take up rows that reading the service showed as asked for. */
  readonly takeUp: (rows: readonly Input[]) => Promise<void>;
  /** The lists follow at once, which they do at leisure while rows are sent; resolves when they show what the answers did. Never rejects. */
  readonly takenUp?: () => Promise<void>;
}

/** A kind whose rows come from the disk: they are read by its own schema, once, here. */
export type AnyJobKind = Omit<JobKind<never>, 'input' | 'prepare' | 'send' | 'look' | 'takeUp'> & {
  /** Reads rows ahead, while others are on their way, for whichever of them are sent later. What does not fit is told then. */
  readonly ahead: (rows: readonly unknown[]) => void;
  readonly prepare?: (
    rows: readonly unknown[],
    signal: AbortSignal,
  ) => Promise<readonly (RowOutcome | undefined)[]>;
  readonly send: (rows: readonly unknown[], signal: AbortSignal) => Promise<readonly RowOutcome[]>;
  readonly look: (rows: readonly unknown[], signal: AbortSignal) => Promise<readonly Look[]>;
  readonly takeUp: (rows: readonly unknown[]) => Promise<void>;
};

/** What a look showed, of the row at its place in the job. */
export const seenOf = (index: number, look: Look = null): Seen =>
  typeof look === 'object' && look !== null ? { index, ...look } : { index, seen: look };

export const defineJob = <Input>({
  input,
  prepare,
  send,
  look,
  takeUp,
  ...kind
}: JobKind<Input>): AnyJobKind => {
  // A row that is read ahead, prepared and sent is read once.
  const known = new WeakMap<object, Input>();
  const readRow = (row: unknown): Input => {
    if (typeof row !== 'object' || row === null) return input.parse(row);
    const before = known.get(row);
    if (before !== undefined) return before;
    const read = input.parse(row);
    known.set(row, read);
    return read;
  };
  const readAhead = (row: unknown): void => {
    if (typeof row !== 'object' || row === null || known.has(row)) return;
    const { success, data } = input.safeParse(row);
    if (success) known.set(row, data);
  };
  const read = (rows: readonly unknown[]): Input[] => rows.map(readRow);
  /** What has been sent is seldom asked for again: thousands that are kept would cost more than reading a few once more. */
  const readLast = (rows: readonly unknown[]): Input[] =>
    rows.map((row) => {
      const last = readRow(row);
      if (typeof row === 'object' && row !== null) known.delete(row);
      return last;
    });
  return {
    ...kind,
    ...(prepare ? { prepare: (rows, signal) => prepare(read(rows), signal) } : {}),
    ahead: (rows) => rows.forEach(readAhead),
    send: (rows, signal) => send(readLast(rows), signal),
    look: (rows, signal) => look(read(rows), signal),
    takeUp: (rows) => takeUp(read(rows)),
  };
};
