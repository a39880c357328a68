import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { activityOutcome } from '../activity/outcome';
import { MAX_INCIDENT_EVENTS, INCIDENT_KINDS } from './incident-kinds';

const call = oc.errors(errors);

/** Local calendar dates, inclusive. */
const period = z.object({ from: z.iso.date(), to: z.iso.date() });

export const incidentEvent = z.object({
  at: z.string(),
  user: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  count: z.number().int(),
  outcome: activityOutcome.nullable(),
  /** The list or file that the entry is about. */
  about: z.string().nullable(),
});
export type IncidentEvent = z.output<typeof incidentEvent>;

/** Accounts by the state of their holder's address; null: none is known. */
export const incidentState = z.object({
  state: z.string().nullable(),
  /** On this computer now: any of them may have been shown, copied or exported. Removed accounts are not counted. */
  onComputer: z.number().int(),
  /** Accounts with a tax ID that was shown, copied or exported unmasked, or looked up if the log names the record. */
  revealed: z.number().int(),
  /** In fee upload files that were saved. */
  inFiles: z.number().int(),
});
export type IncidentState = z.output<typeof incidentState>;

export const incident = z.object({
  states: z.array(incidentState),
  events: z.array(incidentEvent).max(MAX_INCIDENT_EVENTS),
  totalEvents: z.number().int(),
  /** IDs and tokens in the log without an account on this computer now. */
  unmatched: z.number().int(),
  /** Tax IDs of lookups that do not record whose they are. */
  unnamed: z.number().int(),
  /** Saved files whose accounts are not known, because they were never reconciled. */
  unreadFiles: z.number().int(),
  /** Account numbers in saved files that belong to no account on this computer now, or to several. */
  unmatchedNumbers: z.number().int(),
  /** Entries whose end is not recorded. */
  openEnds: z.number().int(),
  /** When the accounts were last updated (ISO, UTC); null: never completely. */
  asOf: z.string().nullable(),
  /** The first entry of the log (ISO, UTC): nothing before it is known. */
  logFrom: z.string().nullable(),
});
export type Incident = z.output<typeof incident>;

/** Reports whose data was on this computer, revealed, saved and exported between two dates (Regulation S-P). */
export const incidentReportContract = {
  read: call.input(period).output(incident),
  /** Writes the report as CSV to a chosen file (`incident-report`), with the accounts that are known with certainty. */
  export: call
    .input(period.extend({ grant: z.string().max(100) }))
    .output(z.object({ rows: z.number().int() })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly incidentReport: typeof incidentReportContract;
  }
}
