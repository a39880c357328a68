import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { job } from '../../job';
import { codeRow, firm, codeSource, codeDefaults, MAX_CODES } from './schemas';

const call = oc.errors(errors);

/** Advisor codes (spec 2.5, 4.5): the mapping compared with the accounts, and changes to it. */
export const advisorCodesContract = {
  /** Returns every known code. */
  overview: call.output(
    z.object({
      rows: z.array(codeRow),
      /** When the lists were last fully fetched; null: never. */
      codesAsOf: z.string().nullable(),
      accountsAsOf: z.string().nullable(),
    }),
  ),
  /**
   * Returns the firms of the connection's application as the service lists them (`isListed`), or else those that
   * cached records reference.
   */
  firms: call.output(z.object({ firms: z.array(firm), isListed: z.boolean() })),

  /** Checks codes to create without sending anything. */
  planCreate: call.input(z.object({ source: codeSource, defaults: codeDefaults })).output(job),
  /** Looks up records to delete by key, and the accounts affected. */
  planDelete: call.input(z.object({ records: z.array(z.string()).min(1).max(MAX_CODES) })).output(job),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly advisorCodes: typeof advisorCodesContract;
  }
}
