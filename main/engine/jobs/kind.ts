import type { z } from 'zod';
import type { ActivityKind } from '#contract/features/activity/schemas';
import type { JobFacts, JobKind, RowIssue } from '#contract/job';
import { getOrCompute } from '#contract/maps';
import type { ApprovalRow } from '../features/team/saved-work/topics/approvals';
import type { RowVerification } from '../workspace/jobs/job-rows';

/** What the service's response says about a row. */
export interface RowOutcome {
  readonly state: 'done' | 'refused' | 'conflict' | 'not-taken' | 'unknown';
  readonly issue?: RowIssue;
  /** IDs in the response. */
  readonly responseIds?: readonly string[];
  /** The response shows the whole record as wanted, so the row is not verified at the end. */
  readonly verified?: true;
}

/** A row to send, and its input with what the preparation found. Stored before the row is sent, for a later restart. */
interface PreparedRow<Input> {
  readonly input: Input;
}

/** What preparing a row results in: its outcome, if it is not sent; its new input; or nothing new. */
export type Preparation<Input> = RowOutcome | PreparedRow<Input> | undefined;

/** What a read shows about a row: true if it is as wanted, false if not, null if undecidable; or with details. */
export type Verification = boolean | null | VerificationDetails;
export interface VerificationDetails {
  readonly verified: boolean | null;
  /** For an unknown row that is not as wanted: what the service has instead. The row becomes `refused`. */
  readonly issue?: RowIssue;
  /** IDs that a response would have contained. */
  readonly responseIds?: readonly string[];
  /** Facts for the issue of an unknown row that turns out to be done. */
  readonly facts?: JobFacts;
  /**
   * The key of another record with its name, if it was not found: a row that came with a backup, or that the service
   * refused, is not sent then.
   */
  readonly rival?: string;
}

/**
 * Thrown by `send`: this job's remaining rows are sent at most `rows` at a time; `facts` are added to the
 * job's facts. `refusal` is the service's response to the attempt, after which the rows are read first; without
 * it nothing was sent.
 */
export class SendFewer extends Error {
  constructor(
    readonly rows: number,
    readonly facts: JobFacts,
    readonly refusal?: unknown,
  ) {
    super('fewer rows in a request');
  }
}

/**
 * A kind of durable job: how its rows are sent and verified; jobs for the same resource run one after the
 * other. Everything else (plan, chunks, intent on disk, stop, resume, outcomes, log) is shared.
 *   defineJob({ resource: 'advisorCodes', operation: 'create', input: codeInput, chunk: 50, … })
 */
export interface JobDefinition<Input> extends JobKind {
  /** The stored input of a row, parsed again after a restart. */
  readonly input: z.ZodType<Input>;
  /** Rows per request: a lost response leaves this many outcomes unknown. */
  readonly chunk: number;
  /** How to resend the rows of a refused chunk that, according to a read, the service does not have. */
  readonly whenRefused: 'one-by-one' | 'halves';
  /** The user must type the number of rows to confirm. */
  readonly requiresConfirmation: boolean;
  readonly activity: ActivityKind;
  /** Facts for the activity log besides the counts, from the plan's facts and the job's ID. */
  readonly logFacts: (facts: JobFacts, job: string) => JobFacts;
  /** Returns what a second person approves about a row: usually one row, with its values before and after. */
  readonly approvalRows: (row: Input) => readonly ApprovalRow[];
  /**
   * Reads what must be known before the next rows are sent. Rows that must not or need not be sent get an
   * outcome; the others become `in-flight`. Writes nothing: if it rejects, no row has changed.
   */
  readonly prepare?: (rows: readonly Input[], signal: AbortSignal) => Promise<readonly Preparation<Input>[]>;
  /** A repeated request repeats the action, so a row is sent again only after a read shows that it was not applied. */
  readonly isRepeatable?: false;
  /** The response shows whole records, compared field by field, so done rows are not verified at the end. */
  readonly responseProves?: true;
  /** A row that the response calls done but the list does not show is logged as unknown. */
  readonly listDecides?: true;
  /** Fields by each of their spellings: those named in the service's reasons get an issue. */
  readonly fieldsBySpelling?: ReadonlyMap<string, string>;
  /**
   * Sends one request once; returns one outcome per row, by position. Only what the response shows is done.
   * Rejects if the whole request failed; `writeOutcomeOf` interprets that.
   */
  readonly send: (rows: readonly Input[], signal: AbortSignal) => Promise<readonly RowOutcome[]>;
  /**
   * Reads the service and returns for each row whether it is as wanted; null if undecidable. Writes nothing.
   * `responseIds`: for each row, the IDs in its response, if one arrived.
   */
  readonly verify: (
    rows: readonly Input[],
    signal: AbortSignal,
    responseIds: readonly (readonly string[])[],
  ) => Promise<readonly Verification[]>;
  /** Puts verified rows into the local lists. */
  readonly publish: (rows: readonly Input[]) => Promise<void>;
  /** Publishes the responses to the lists now; resolves when they show them. Never rejects. */
  readonly publishResponses?: () => Promise<void>;
}

/** A kind whose rows come from disk and are parsed with its schema here, once until they are sent. */
export type AnyJobDefinition = Omit<
  JobDefinition<never>,
  'input' | 'approvalRows' | 'prepare' | 'send' | 'verify' | 'publish'
> & {
  readonly approvalRows: (rows: readonly unknown[]) => ApprovalRow[];
  /**
   * Parses rows that will be sent later, while others are in flight. Parse errors are reported when they
   * are sent.
   */
  readonly parseAhead: (rows: readonly unknown[]) => void;
  readonly prepare?: (
    rows: readonly unknown[],
    signal: AbortSignal,
  ) => Promise<readonly Preparation<unknown>[]>;
  readonly send: (rows: readonly unknown[], signal: AbortSignal) => Promise<readonly RowOutcome[]>;
  readonly verify: (
    rows: readonly unknown[],
    signal: AbortSignal,
    responseIds: readonly (readonly string[])[],
  ) => Promise<readonly Verification[]>;
  readonly publish: (rows: readonly unknown[]) => Promise<void>;
};

/** Returns the result of a verification for the row at its index. */
export const verifiedRow = (index: number, result: Verification = null): RowVerification =>
  typeof result === 'object' && result !== null ? { index, ...result } : { index, verified: result };

export const defineJob = <Input>({
  input,
  approvalRows,
  prepare,
  send,
  verify,
  publish,
  ...kind
}: JobDefinition<Input>): AnyJobDefinition => {
  // A row that is prefetched, prepared and sent is parsed once.
  const parsedRows = new WeakMap<object, Input>();
  const readRow = (row: unknown): Input => {
    if (typeof row !== 'object' || row === null) return input.parse(row);
    return getOrCompute(parsedRows, row, () => input.parse(row));
  };
  const readAhead = (row: unknown): void => {
    if (typeof row !== 'object' || row === null || parsedRows.has(row)) return;
    const { success, data } = input.safeParse(row);
    if (success) parsedRows.set(row, data);
  };
  const read = (rows: readonly unknown[]): Input[] => rows.map(readRow);
  /** Sent rows are rarely needed again, so their parsed form is dropped. */
  const readLast = (rows: readonly unknown[]): Input[] =>
    rows.map((row) => {
      const parsed = readRow(row);
      if (typeof row === 'object' && row !== null) parsedRows.delete(row);
      return parsed;
    });
  return {
    ...kind,
    approvalRows: (rows) => read(rows).flatMap((row) => [...approvalRows(row)]),
    ...(prepare ? { prepare: (rows, signal) => prepare(read(rows), signal) } : {}),
    parseAhead: (rows) => rows.forEach(readAhead),
    send: (rows, signal) => send(readLast(rows), signal),
    verify: (rows, signal, responseIds) => verify(read(rows), signal, responseIds),
    publish: (rows) => publish(read(rows)),
  };
};
