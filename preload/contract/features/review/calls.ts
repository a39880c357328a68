import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { conflictChoice } from '../../edit';
import { errors } from '../../failure';
import { resourceName } from '../../query';
import {
  reviewState,
  findingFilter,
  finding,
  draftFindings,
  findingSelection,
  reportedFinding,
  findingDetail,
  markRequest,
} from './schemas';

const call = oc.errors(errors);

/** The review queue: rule findings in the data on this computer, and the user's marks. */
export const reviewContract = {
  /** Yields the state of the checks. Following triggers a check when data has changed. */
  follow: call.output(eventIterator(reviewState)),
  /** Resolves once the current data was checked; a refresh that ended just now is included. */
  settle: call.output(reviewState),
  /** Returns a range of the matching findings, by severity, rule and title. */
  list: call
    .input(
      z.object({
        filter: findingFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ items: z.array(finding), total: z.number().int() })),
  /** Returns the IDs of a range, for range selection. */
  ids: call
    .input(
      z.object({
        filter: findingFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(20_000),
      }),
    )
    .output(z.object({ ids: z.array(z.string()) })),
  /** Returns a finding's position in the list, or null. */
  position: call
    .input(z.object({ filter: findingFilter, id: z.string() }))
    .output(z.object({ index: z.number().int().nullable() })),
  /** Returns the findings of some records, by severity, without those reviewed or waived. */
  findingsOf: call
    .input(z.object({ records: z.array(z.object({ resource: resourceName, key: z.string() })).max(2_000) }))
    .output(z.object({ items: z.array(finding) })),
  /**
   * Runs the rules on a draft before it is sent and returns the new findings; abort the call to stop.
   */
  ofDraft: call
    .input(
      z.object({
        draft: z.string(),
        /** The value to keep in each conflict of a form, by field; undecided rows are left out. */
        choices: z.record(z.string(), conflictChoice).optional(),
      }),
    )
    .output(draftFindings),
  /** Returns a range of findings for an export or a print; `stamp` shows whether they changed in between. */
  report: call
    .input(
      z.object({
        findings: findingSelection,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ stamp: z.int(), items: z.array(reportedFinding), total: z.int() })),
  /** Returns null if the finding no longer exists. */
  get: call.input(z.object({ id: z.string() })).output(findingDetail.nullable()),
  /**
   * Marks findings. Fails with `changed-since` if not `total` findings match the filter of a selection of all. Returns
   * the number marked, and an undo ID valid while the app runs.
   */
  mark: call
    .input(z.object({ findings: findingSelection, mark: markRequest, total: z.int().optional() }))
    .output(z.object({ marked: z.number().int(), undo: z.string().nullable() })),
  /** Undoes a mark, except on findings marked again since. Returns the number restored. */
  undo: call.input(z.object({ undo: z.string() })).output(z.object({ restored: z.number().int() })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly review: typeof reviewContract;
  }
}
