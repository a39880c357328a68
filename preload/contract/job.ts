import { z } from 'zod';
import { failure } from './failure';
import { mergeTables } from './feature';
import { FEATURES } from './features';
import { RESOURCE_NAMES } from './resources';

/** The operations of durable jobs, from the features. */
export const JOB_MANIFESTS = mergeTables(
  FEATURES.flatMap((feature) => ('jobs' in feature ? [feature.jobs] : [])),
);
export type JobOperation = keyof typeof JOB_MANIFESTS;
const OPERATIONS = Object.keys(JOB_MANIFESTS) as JobOperation[];
export const jobOperation = z.enum(OPERATIONS);

/** The kind of a durable job: its operation, and the list of its records. Jobs run row by row and survive a restart. */
export const jobKind = z.object({ resource: z.enum(RESOURCE_NAMES), operation: jobOperation });
export type JobKind = z.output<typeof jobKind>;

/** Returns the stored text of a kind, e.g. `feeStructures.create`. */
export const jobKindText = ({ resource, operation }: Readonly<Record<keyof JobKind, string>>): string =>
  `${resource}.${operation}`;
/** Returns the kind of a stored text; throws for any other. */
export function jobKindOf(text: string): JobKind {
  const [resource, operation] = text.split('.');
  return jobKind.parse({ resource, operation });
}

/** Small facts about a plan or outcome. Never a tax ID, token, key or record. */
export const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type JobFacts = z.output<typeof facts>;

/**
 * `planned`: to be sent. `skipped`: never sent; its issue says why. `in-flight`: stored before the
 * request leaves. `done`: confirmed by the response or a read. `refused`: rejected by the service.
 * `conflict`: not sent, because the service's data had changed. `not-taken`: sent, but a response or a read shows
 * another value. `not-sent`: certainly never received. `unknown`: sent, outcome unknown.
 */
export const rowState = z.enum([
  'planned',
  'skipped',
  'in-flight',
  'done',
  'refused',
  'conflict',
  'not-taken',
  'not-sent',
  'unknown',
]);
export type RowState = z.output<typeof rowState>;

/** `interrupted`: the app ended. `stopped`: a failure ended it. `canceled`: the user ended it. */
export const jobState = z.enum(['planned', 'running', 'done', 'canceled', 'stopped', 'interrupted']);
export type JobState = z.output<typeof jobState>;

/** Issue of a refused row whose record was created, but does not have all the wanted values. */
export const CREATED_INCOMPLETE = 'created-incomplete';
/**
 * Name of the issue fact with the key of another record that has the row's name, and that may be the row's record,
 * stored with other values.
 */
export const RIVAL_FACT = 'rival';

/** Name of the issue fact that lists the fields which already had the wanted value, separated by commas. */
export const UNCHANGED_FIELDS_FACT = 'unchangedFields';

/**
 * Name of the job fact that is true if a rescue of damaged saved work lost outcomes of its rows, until it is resumed.
 */
export const OUTCOMES_LOST_FACT = 'outcomesLost';

/** Outcome issues shared by all kinds of jobs. Rows can also have failure kinds and the issues of their kind of job. */
export const OUTCOME_ISSUES = [
  /** The response was lost, and a read shows another record with its name. */
  'lost',
  /** The response is a success, but a read shows only another record with its name. */
  'contradicted',
  /** The response was lost, but a read shows the wanted state. */
  'found',
  /** The response was an error, but a read shows the wanted state. */
  'found-after-error',
  /** The response is a success that does not identify the row: empty, or about something else. */
  'unnamed',
  /** The response counts none as deleted. */
  'none-deleted',
  /** The response is a message instead of a record. */
  'message',
  /** A read showed that the record already had the wanted values. */
  'so-already',
  /** Refused together with other rows, and the service could not be read. */
  'refused-together',
  /** The service turned the request away (429, a sign-in): the row is read before it is sent again. */
  'turned-away',
  /** It was restored from a backup, and may have been sent since the backup was made. */
  'restored',
  /** A rescue of damaged saved work lost its outcome. */
  'outcome-lost',
] as const;

/**
 * An error, a warning or a result: a code for the renderer's sentences, with facts and the service's own reasons.
 */
export const rowIssue = z.object({
  code: z.string(),
  facts: facts.optional(),
  reasons: z.array(z.string()).optional(),
  /** The fields concerned, with the service's JSON text; null if absent or unknown. */
  fields: z.record(z.string(), z.string().nullable()).optional(),
});
export type RowIssue = z.output<typeof rowIssue>;

export const jobRow = z.object({
  index: z.int(),
  /** Input of this kind of job; parsed by the kind's schema. */
  input: z.unknown(),
  state: rowState,
  issue: rowIssue.nullable(),
  /** IDs from the service's response; text, because they may exceed a number's precision. */
  responseIds: z.array(z.string()),
  /** True if a later read confirmed it, false if it contradicted it; null: not read since, or undecidable. */
  verified: z.boolean().nullable(),
});
export type JobRow = z.output<typeof jobRow>;

export const job = z.object({
  id: z.string(),
  kind: jobKind,
  state: jobState,
  total: z.int(),
  counts: z.record(rowState, z.int()),
  /** Refused rows whose record was created but is incomplete. Absent if none. */
  incomplete: z.int().optional(),
  /** Rows of unknown outcome that the last read shows not as wanted. Absent if none. */
  missing: z.int().optional(),
  /** Done rows that a later read confirmed, and that it contradicted. */
  verified: z.object({ yes: z.int(), no: z.int() }),
  /** Facts about the plan besides its rows. */
  facts,
  /** The failure that ended it, if any. */
  failure: failure.nullable(),
  /** ISO, UTC. */
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** When the service was last read to verify the rows. */
  checkedAt: z.string().nullable(),
  /** True while the service is being read to verify the rows. */
  isChecking: z.boolean(),
  /** The failure of the last verification, if any. */
  checkFailure: failure.nullable(),
  /** Time of the backup that it was restored from (ISO, UTC); null: created on this computer. */
  restored: z.string().nullish(),
});
export type Job = z.output<typeof job>;

/** Returns the number of rows that a resumed job would send. */
export const unsentCount = ({ counts }: Pick<Job, 'counts'>): number => counts.planned + counts['not-sent'];
