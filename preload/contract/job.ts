import { z } from 'zod';
import { failure } from './failure';
import { RESOURCE_NAMES } from './resources';

/** Every kind of durable job, by the records it writes: written row by row, it survives a restart. */
export const jobKindName = z.templateLiteral([
  z.enum(RESOURCE_NAMES),
  '.',
  z.enum(['edit', 'create', 'remove', 'recreate', 'unassign']),
]);
export type JobKindName = z.output<typeof jobKindName>;

/** Small facts about a plan or an outcome. Never a tax ID, a token, a key or a record. */
export const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type Facts = z.output<typeof facts>;

/**
 * How a row stands. `planned`: to be sent. `skipped`: never to be sent, its remark says why. `asked`: on its way, which is
 * on disk before the request leaves. `done`: the answer, or reading the service again, shows it. `refused`: the service
 * said no. `not-sent`: the service surely never got it. `unknown`: sent, and nobody can say what became of it.
 */
export const rowState = z.enum([
  'planned',
  'skipped',
  'asked',
  'done',
  'refused',
  'conflict',
  'not-taken',
  'not-sent',
  'unknown',
]);
export type RowState = z.output<typeof rowState>;

/** `interrupted`: the program ended in the middle. `stopped`: a failure ended it. `canceled`: a person did. */
export const jobState = z.enum(['planned', 'running', 'done', 'canceled', 'stopped', 'interrupted']);
export type JobState = z.output<typeof jobState>;

/** Of a row that is refused: its record was created all the same, and lacks what came after. */
export const CREATED_INCOMPLETE = 'created-incomplete';
/** Remarks about outcomes that every kind of job has; beside them are the kinds of failures, and each kind's own. */
export const OUTCOME_REMARKS = [
  /** A lost answer, but reading the service shows that it is so. */
  'found',
  /** The answer was an error, but reading the service shows that it is so. */
  'found-after-error',
  /** The answer is a success that does not name it: without any words, or about something else. */
  'unnamed',
  /** The answer counts none as deleted. */
  'none-deleted',
  /** The answer is a message instead of a record. */
  'message',
  /** Reading the service showed that it was so before. */
  'so-already',
  /** Refused together with others, and the service could not be read. */
  'refused-together',
  /** The service turned the request away (429, a sign-in): the row is read before it is sent again. */
  'turned-away',
  /** It came with a backup, and may have been sent after that was made. */
  'restored',
] as const;

/** What is wrong, doubtful or was answered: a code for the window's words, with facts, and the service's own reasons. */
export const rowRemark = z.object({
  code: z.string(),
  facts: facts.optional(),
  reasons: z.array(z.string()).optional(),
  /** Fields that it is about, each with the JSON text that the service has there; null where it has none or none is known. */
  fields: z.record(z.string(), z.string().nullable()).optional(),
});
export type RowRemark = z.output<typeof rowRemark>;

export const jobRow = z.object({
  index: z.int(),
  /** As the kind of job describes it; its own schema reads it. */
  input: z.unknown(),
  state: rowState,
  remark: rowRemark.nullable(),
  /** Ids that the service's answer gives; text, because they may be longer than a number holds exactly. */
  answer: z.array(z.string()),
  /** Whether reading the service afterwards showed it as asked for; null: not read since, or it cannot be said. */
  seen: z.boolean().nullable(),
});
export type JobRow = z.output<typeof jobRow>;

export const job = z.object({
  id: z.string(),
  kind: jobKindName,
  state: jobState,
  total: z.int(),
  counts: z.record(rowState, z.int()),
  /** Of the refused rows: those whose record was created, and lacks a part that was refused. Absent where there are none. */
  incomplete: z.int().optional(),
  /** Of the rows that are done: how many the service showed so when it was read again, and how many otherwise. */
  seen: z.object({ yes: z.int(), no: z.int() }),
  /** What the plan knows beside its rows. */
  facts,
  /** What ended it, where something did. */
  failure: failure.nullable(),
  /** ISO, UTC. */
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** When the service was last read for what became of the rows. */
  checkedAt: z.string().nullable(),
  /** The service is being read for it now. */
  checking: z.boolean(),
  /** Why the last such reading failed. */
  checkFailure: failure.nullable(),
  /** When the backup was made that it was restored from (ISO, UTC); null: it was begun here. */
  restored: z.string().nullish(),
});
export type Job = z.output<typeof job>;

/** Rows that a resumed job would send. */
export const leftOf = ({ counts }: Pick<Job, 'counts'>): number => counts.planned + counts['not-sent'];
