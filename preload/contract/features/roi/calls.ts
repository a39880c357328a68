import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { teamChange } from '../team/change';
import { custodianCode } from '../../fields';
import { exportFormat } from '../../calls/exports';
import {
  roiDraft,
  roiRequestView,
  roiCustodian,
  roiCode,
  roiContact,
  expectation,
  roiDraftContent,
  ROI_STEPS,
  recordedRoiRequest,
  plannedCodes,
  plannedRoiRequest,
} from './schemas';

const call = oc.errors(errors);
const id = z.object({ id: z.string() });

export const roiContract = {
  /** Yields a new number whenever requests, contacts, turnarounds or plans of the team have changed. */
  follow: call.output(eventIterator(z.number().int())),
  /** Returns drafts and requests, newest first. */
  overview: call.output(z.object({ drafts: z.array(roiDraft), requests: z.array(roiRequestView) })),
  /** Returns the drafts, newest first. */
  drafts: call.output(z.array(roiDraft)),
  /** Returns requests that need action: follow-up due, outcome unknown, or accounts have appeared. */
  attention: call.output(z.array(roiRequestView)),
  /** Writes requests, in this order, to a chosen file; returns their number. */
  export: call
    .input(z.object({ grant: z.string(), format: exportFormat, ids: z.array(z.string()).max(100_000) }))
    .output(z.object({ requests: z.number().int() })),
  /** Returns the number of open requests with a due or overdue follow-up. */
  due: call.output(z.number().int()),
  /** Returns the wizard's suggestions for a custodian. */
  custodian: call.input(z.object({ custodian: roiCustodian })).output(
    z.object({
      codes: z.array(roiCode),
      contacts: z.array(roiContact),
      /** Names and addresses of the latest request to any custodian, as defaults for a first request. */
      latestContacts: z.array(roiContact),
      /** The advisor last used with each code. */
      advisors: z.record(z.string(), z.string()),
      expected: expectation,
      /** True if the user, or a member of the team, set this expectation. */
      isUserSet: z.boolean(),
      /** Null: not shared with a team. */
      expectedChanged: teamChange.nullable(),
    }),
  ),

  draft: {
    /** Returns a draft, or the request it became. */
    get: call.input(id).output(z.object({ draft: roiDraft.nullable(), request: roiRequestView.nullable() })),
    /** Saves a draft; without an ID, a new one. Fails with `not-found` if it was removed or sent. */
    save: call.input(z.object({ id: z.string().optional(), content: roiDraftContent })).output(roiDraft),
    remove: call.input(id).output(z.void()),
    /**
     * Creates a draft from an earlier request, opened at a step, or returns the one that already replaces it. A request
     * that was never sent becomes a draft again.
     */
    startAgain: call.input(z.object({ request: z.string(), step: z.enum(ROI_STEPS) })).output(roiDraft),
  },

  /**
   * Returns the exact content to be sent, and requests of the last 30 days (for a restored draft at least since its
   * backup) to the same custodian with any of its codes. On a team, reads those of colleagues first.
   */
  preview: call.input(id).output(
    z.object({
      json: z.string(),
      earlier: z.array(roiRequestView),
      followUp: z.iso.date(),
      /** Same as in the draft: the user must confirm that it may have been sent since. */
      restored: z.string().nullish(),
      /** On a team: whether colleagues' requests could be read just now, and until when they are complete (ISO, UTC). */
      colleagues: z.object({ isCurrent: z.boolean(), asOf: z.string().nullable() }).nullish(),
    }),
  ),
  /**
   * Sends a draft once; repeated calls return the same request. `json` is what the user reviewed, `shownEarlier` are
   * the earlier requests shown, `restored` confirms that it came from a backup. Fails with `changed-since`,
   * without sending, if any of these has changed.
   */
  send: call
    .input(
      z.object({
        draft: z.string(),
        json: z.string(),
        shownEarlier: z.array(z.string()),
        /** For a restored draft: the date of the backup, as shown to the user. */
        restored: z.string().nullish(),
        /** On a team: the user accepts that colleagues' requests could not be read. */
        acceptsOlder: z.boolean().optional(),
      }),
    )
    .output(roiRequestView),

  request: {
    get: call.input(id).output(roiRequestView.nullable()),
    /** Resolves when the request is no longer being sent. */
    settled: call.input(id).output(roiRequestView.nullable()),
    /** Records that a request with unknown outcome did arrive. */
    confirmArrival: call.input(id).output(roiRequestView),
    setFollowUp: call.input(id.extend({ day: z.iso.date().nullable() })).output(roiRequestView),
    /** Records today's follow-up and the day of the next one. */
    recordFollowUp: call.input(id.extend({ next: z.iso.date() })).output(roiRequestView),
    /** Records a request made by portal or phone, and removes its codes from the plan; sends nothing. */
    record: call.input(recordedRoiRequest).output(roiRequestView),
    /**
     * Closes the request with the custodian's decision; null reopens it. `shownContested`: IDs of the contested
     * decisions shown.
     */
    close: call
      .input(
        id.extend({
          as: z.enum(['granted', 'refused']).nullable(),
          shownContested: z.array(z.string()).max(50).optional(),
        }),
      )
      .output(roiRequestView),
    addNote: call.input(id.extend({ text: z.string().trim().min(1).max(4_000) })).output(roiRequestView),
    removeNote: call.input(id.extend({ note: z.number().int() })).output(roiRequestView),
  },

  /** Requests to make by portal or phone, until they are recorded or dismissed. */
  planned: {
    list: call.output(z.array(plannedCodes)),
    add: call.input(z.object({ requests: z.array(plannedRoiRequest).max(100) })).output(z.void()),
    dismiss: call.input(z.object({ custodian: custodianCode })).output(z.void()),
  },

  contacts: {
    save: call
      .input(
        roiContact
          .omit({ id: true, usedAt: true, changed: true })
          .extend({ id: z.number().int().optional() }),
      )
      .output(roiContact),
    remove: call.input(z.object({ id: z.number().int() })).output(z.void()),
  },
  /** Sets the expected turnaround of a custodian; null restores the default. */
  setExpectation: call
    .input(z.object({ custodian: roiCustodian, expected: expectation.nullable() }))
    .output(z.void()),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly roi: typeof roiContract;
  }
}
