import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../../failure';
import { teamChange } from '../team/change';
import { custodianCode, advisorCodeText } from '../../fields';
import { exportFormat } from '../../export-format';
import {
  roiDraft,
  roiCustodian,
  roiContact,
  expectation,
  roiDraftContent,
  ROI_STEPS,
  plannedCodes,
  roiState,
  ROI_METHODS,
  MAX_RECORDED_CODES,
} from './schemas';
import { roiRequest, roiRequestBody } from '../../resources/roi-requests';

const call = oc.errors(errors);
const id = z.object({ id: z.string() });

export const roiNote = z.object({
  id: z.number().int(),
  at: z.string(),
  text: z.string(),
  /** The member of the team who wrote it; null: this user. */
  by: z.string().nullable(),
});

/** A member's decision that differs from the effective one, and was made without knowing it. */
export const contestedDecision = z.object({
  id: z.string(),
  as: z.enum(['granted', 'refused']).nullable(),
  by: z.string(),
  at: z.string(),
});

/** A request that the user made by portal or phone. */
export const recordedRoiRequest = z.object({
  custodian: custodianCode,
  codes: z.array(advisorCodeText.max(64)).min(1).max(MAX_RECORDED_CODES),
  advisorName: z.string().trim().max(200),
  method: z.enum(['portal', 'phone']),
  /** The local calendar day it was made; not in the future. */
  day: z.iso.date(),
  note: z.string().trim().max(4_000),
});
export type RecordedRoiRequest = z.output<typeof recordedRoiRequest>;

/** A request that was sent or attempted: content, time, response and outcome. */
export const roiRequestView = z.object({
  id: z.string(),
  /** The colleague who sent it; null: this user. */
  sentBy: z.string().nullable(),
  custodian: custodianCode,
  method: z.enum(ROI_METHODS),
  /** The request body; for a recorded request, the known parts. */
  body: roiRequestBody.extend({
    custodian: custodianCode,
    owner_name: z.string(),
    firm_name: z.string(),
    sender_name: z.string(),
  }),
  /** The exact JSON that was sent; for a recorded request, that of `body`. */
  json: z.string(),
  state: roiState,
  /** ISO, UTC. */
  startedAt: z.string(),
  /** The local calendar day of sending. */
  day: z.string(),
  endedAt: z.string().nullable(),
  response: roiRequest.nullable(),
  failure: failure.nullable(),
  /** True while the outcome could not be stored, such as on a full disk; storing is retried. */
  isUnsaved: z.boolean(),
  replaces: z.string().nullable(),
  /** The draft or request that was started to replace this one. */
  replacedBy: z.object({ kind: z.enum(['draft', 'request']), id: z.string() }).nullable(),
  /** True if a replacement was sent, as far as known. */
  isSuperseded: z.boolean(),
  /** When the user confirmed that a request with unknown outcome arrived. */
  foundAt: z.string().nullable(),
  /** Members of the team, by name: who confirmed it, chose the follow-up, and recorded the decision; null without one. */
  foundBy: z.string().nullable(),
  followUpBy: z.string().nullable(),
  closedBy: z.string().nullable(),
  /** Business days from sending until the decision, or until today. */
  businessDays: z.number().int(),
  /** Null: this custodian's turnaround is unknown. */
  expected: expectation.nullable(),
  followUp: z.iso.date().nullable(),
  /** True if the follow-up is due or overdue, and the request is open. */
  isDue: z.boolean(),
  closed: z.enum(['granted', 'refused']).nullable(),
  closedAt: z.string().nullable(),
  /** Decisions of colleagues that differ from this one: a person decides. */
  contested: z.array(contestedDecision),
  /** Number of accounts with these codes that appeared since sending; null: unknown. */
  appeared: z.number().int().nullable(),
  /** When the accounts were last downloaded completely (ISO, UTC); null: not yet. */
  accountsAsOf: z.string().nullable(),
  /** The codes as sent, and as the custodian's accounts spell them; used to find the accounts above. */
  spellings: z.array(z.string()),
  notes: z.array(roiNote),
});
export type RoiRequestView = z.output<typeof roiRequestView>;

/** A code, whether it is in the firm's mapping, and the number of accounts that have it. */
export const roiCode = z.object({ code: z.string(), isMapped: z.boolean(), accounts: z.number().int() });
export type RoiCode = z.output<typeof roiCode>;

/** Codes to request from a custodian by portal or phone, in any characters: some are handled by support (spec 2.5). */
export const plannedRoiRequest = z.object({
  custodian: custodianCode,
  codes: z.array(z.string().min(1).max(64)).min(1).max(500),
});
export type PlannedRoiRequest = z.output<typeof plannedRoiRequest>;

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
