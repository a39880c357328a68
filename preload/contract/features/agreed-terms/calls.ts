import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { sheetMapping, sheetOutcome, sheetSource, sheetTable } from '../../calls/sheet-tables';
import { errors } from '../../failure';
import { accountTerms, termsResult, agreement } from './schemas';

const call = oc.errors(errors);

export const termsFilter = z.object({
  result: termsResult.exactOptional(),
  text: z.string().max(200).exactOptional(),
});
export type TermsFilter = z.output<typeof termsFilter>;

/** Terms that clients signed, compared with the accounts' fee structures. Sends nothing. */
export const agreedTermsContract = {
  /** Yields a new number whenever colleagues imported terms. */
  follow: call.output(eventIterator(z.int())),
  /** Fails with `file-unreadable`, or with `refused` if it is empty or too long. */
  read: call.input(sheetSource).output(sheetTable),
  /** Returns the result that `store` would have. */
  check: call.input(sheetMapping).output(sheetOutcome),
  /** Stores every line that names an account or household and its terms, as new versions. */
  store: call.input(sheetMapping).output(sheetOutcome),
  /** Writes a spreadsheet with the headings to a chosen file. */
  template: call.input(z.object({ grant: z.string() })).output(z.object({ rows: z.int() })),
  /** Returns accounts that are not closed; those that need attention first. */
  list: call
    .input(
      z.object({
        filter: termsFilter,
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(
      z.object({
        items: z.array(accountTerms),
        total: z.int(),
        counts: z.record(termsResult, z.int()),
        /** Number of agreements that apply now. */
        agreements: z.int(),
        /** When accounts and fee structures were last updated; null if never. */
        accountsAsOf: z.string().nullable(),
        structuresAsOf: z.string().nullable(),
      }),
    ),
  /** Returns every version of the account's and its household's terms, the current one first. */
  versions: call
    .input(z.object({ account: z.string().max(200), household: z.string().max(200).nullable() }))
    .output(z.array(agreement)),
  /** Writes the filtered list as a spreadsheet to a chosen file. */
  export: call
    .input(z.object({ filter: termsFilter, grant: z.string() }))
    .output(z.object({ rows: z.int() })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly agreedTerms: typeof agreedTermsContract;
  }
}
