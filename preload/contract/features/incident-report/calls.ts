import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { incident } from './schemas';

const call = oc.errors(errors);

/** Local calendar dates, inclusive. */
const period = z.object({ from: z.iso.date(), to: z.iso.date() });

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
