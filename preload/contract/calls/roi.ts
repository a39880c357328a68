import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../failure';
import { advisorCodeText, custodianCode } from '../fields';
import { exportFormat } from './exports';
import { ROI_CUSTODIANS, roiRequest, roiRequestBody } from '../resources/roi-requests';

const call = oc.errors(errors);
const id = z.object({ id: z.string() });
export const roiCustodian = z.enum(ROI_CUSTODIANS);

/** The wizard's steps, in order; sending and its outcome come after the last. */
export const ROI_STEPS = ['custodian', 'codes', 'people', 'emails', 'preview'] as const;
export type RoiStep = (typeof ROI_STEPS)[number];

/** An address, and whose it is where that is known. Only the address is told to the service. */
export const roiAddress = z.object({ address: z.string().max(254), name: z.string().max(120).nullable() });
export type RoiAddress = z.output<typeof roiAddress>;

export const ROI_TYPED_MAX = 50_000;

/** What a person has put together so far; it need not be right before it is sent. */
export const roiDraftContent = z.object({
  step: z.enum(ROI_STEPS),
  custodian: roiCustodian.nullable(),
  codes: z.array(z.string().max(64)),
  ownerName: z.string().max(200),
  firmName: z.string().max(200),
  senderName: z.string().max(200),
  cc: z.array(roiAddress),
  replyTo: z.array(roiAddress),
  /** Typed or pasted, and not taken in yet as codes or addresses. */
  typed: z.object({
    codes: z.string().max(ROI_TYPED_MAX),
    cc: z.string().max(ROI_TYPED_MAX),
    replyTo: z.string().max(ROI_TYPED_MAX),
  }),
});
export type RoiDraftContent = z.output<typeof roiDraftContent>;

export const roiDraft = roiDraftContent.extend({
  id: z.string(),
  /** The earlier request in whose stead this one is to be sent. */
  replaces: z.string().nullable(),
  updatedAt: z.string(),
  /** When the backup was made that it was restored from (ISO, UTC): it may have been sent since. Null: it was made here. */
  restored: z.string().nullish(),
});
export type RoiDraft = z.output<typeof roiDraft>;

/**
 * `sending` is written before the request leaves; found at a start, it becomes `unknown`. `refused`: the service looked
 * at it and said no, or could not send the e-mail. `not-sent`: the service never took it.
 */
export const roiState = z.enum(['sending', 'sent', 'refused', 'not-sent', 'unknown']);
export type RoiState = z.output<typeof roiState>;

export const roiNote = z.object({ id: z.number().int(), at: z.string(), text: z.string() });

export const expectation = z
  .object({ first: z.number().int().min(1).max(250), last: z.number().int().min(1).max(250) })
  .refine(({ first, last }) => first <= last);

/** How a request reached its custodian: `email` by the service; the others by a person, who wrote it down here. */
export const ROI_WAYS = ['email', 'portal', 'phone'] as const;
export type RoiWayMade = (typeof ROI_WAYS)[number];

/** A request that a person made by portal or phone, with what is known of it. */
export const roiRecorded = z.object({
  custodian: custodianCode,
  codes: z.array(advisorCodeText.max(64)).min(1).max(500),
  ownerName: z.string().trim().max(200),
  way: z.enum(['portal', 'phone']),
  /** The calendar day on which it was made; not after today. */
  day: z.iso.date(),
  note: z.string().trim().max(4_000),
});
export type RoiRecorded = z.output<typeof roiRecorded>;

/** A request that was sent, or tried: what, when, the answer, and what became of it. */
export const roiRequestView = z.object({
  id: z.string(),
  custodian: custodianCode,
  way: z.enum(ROI_WAYS),
  /** What the service was told; of a request that a person made, what is known of the same. */
  body: roiRequestBody.extend({
    custodian: custodianCode,
    owner_name: z.string(),
    firm_name: z.string(),
    sender_name: z.string(),
  }),
  /** Exactly what the service was told. */
  json: z.string(),
  state: roiState,
  /** ISO, UTC. */
  startedAt: z.string(),
  /** The calendar day of sending here. */
  day: z.string(),
  endedAt: z.string().nullable(),
  answer: roiRequest.nullable(),
  failure: failure.nullable(),
  /** Its outcome could not be written yet, for want of room on the disk; it is tried again. */
  unsaved: z.boolean(),
  replaces: z.string().nullable(),
  /** What was begun in this one's stead. */
  replacedBy: z.object({ kind: z.enum(['draft', 'request']), id: z.string() }).nullable(),
  /** A request in its stead has gone out. */
  superseded: z.boolean(),
  /** When a person said that a request of unknown outcome did arrive. */
  foundAt: z.string().nullable(),
  businessDays: z.number().int(),
  /** Null: nothing is known of how long this custodian takes. */
  expected: expectation.nullable(),
  followUp: z.iso.date().nullable(),
  /** The follow-up is due today or was before, and the request is not closed. */
  due: z.boolean(),
  closed: z.enum(['granted', 'refused']).nullable(),
  closedAt: z.string().nullable(),
  /** Accounts of these codes at this custodian that were not there at sending; null: not known. */
  appeared: z.number().int().nullable(),
  /** The codes as they were sent, and however accounts of the custodian spell them: the accounts above have these. */
  spellings: z.array(z.string()),
  notes: z.array(roiNote),
});
export type RoiRequestView = z.output<typeof roiRequestView>;

export const roiRole = z.enum(['owner', 'firm', 'sender', 'cc', 'reply-to']);
export type RoiRole = z.output<typeof roiRole>;

/** A person, firm or address used for a custodian before. */
export const roiContact = z.object({
  id: z.number().int(),
  custodian: roiCustodian,
  role: roiRole,
  /** Name of the person or firm, or the e-mail address. */
  value: z.string().trim().min(1).max(254),
  /** Whose address it is. */
  name: z.string().trim().max(120).nullable(),
  /** When it was last part of a request; contacts of one request share it. Null: never. */
  usedAt: z.string().nullable(),
});
export type RoiContact = z.output<typeof roiContact>;

/** What is known here of a custodian's codes: whether the firm's mapping has it, and how many accounts carry it. */
export const roiCode = z.object({ code: z.string(), mapped: z.boolean(), accounts: z.number().int() });
export type RoiCode = z.output<typeof roiCode>;

export const roiContract = {
  /** Drafts and requests, newest first. */
  overview: call.output(z.object({ drafts: z.array(roiDraft), requests: z.array(roiRequestView) })),
  /** Requests that want a person now: a follow-up is due, the outcome is unknown, or accounts have appeared. */
  attention: call.output(z.array(roiRequestView)),
  /** Writes requests, in this order, to a file chosen before; answers how many. */
  export: call
    .input(z.object({ grant: z.string(), format: exportFormat, ids: z.array(z.string()).max(100_000) }))
    .output(z.object({ requests: z.number().int() })),
  /** How many open requests are to be followed up today, or were before. */
  due: call.output(z.number().int()),
  /** What the wizard offers for a custodian. */
  custodian: call.input(z.object({ custodian: roiCustodian })).output(
    z.object({
      codes: z.array(roiCode),
      contacts: z.array(roiContact),
      /** Your people and addresses of the last request to any custodian: what a first request to this one begins with. */
      lately: z.array(roiContact),
      /** On whose behalf a code was last asked for, by code. */
      owners: z.record(z.string(), z.string()),
      expected: expectation,
      /** Somebody set the expectation here. */
      own: z.boolean(),
    }),
  ),

  draft: {
    /** A draft, or the request it has become. */
    get: call.input(id).output(z.object({ draft: roiDraft.nullable(), request: roiRequestView.nullable() })),
    /** Keeps a draft: a new one without an id. Fails with `not-found` when it is gone, or sent. */
    save: call.input(z.object({ id: z.string().optional(), content: roiDraftContent })).output(roiDraft),
    remove: call.input(id).output(z.void()),
    /** Begins again from an earlier request, at a step. One that was never sent turns back into a draft. */
    again: call.input(z.object({ request: z.string(), step: z.enum(ROI_STEPS) })).output(roiDraft),
  },

  /** What will be sent, to the letter, and the requests of the last 30 days to the same custodian with any of its codes. */
  preview: call.input(id).output(
    z.object({
      json: z.string(),
      earlier: z.array(roiRequestView),
      followUp: z.iso.date(),
      /** As in the draft: the person has to agree that it may have been sent since. */
      restored: z.string().nullish(),
    }),
  ),
  /**
   * Sends a draft, once: whoever asks again gets the same request. `json` is what the person read, `seen` are the
   * earlier requests they were shown, `restored` that it comes from a backup; fails with `changed-since` and sends nothing when either is not so any more.
   */
  send: call
    .input(
      z.object({
        draft: z.string(),
        json: z.string(),
        seen: z.array(z.string()),
        /** Of a restored draft: the date of the backup, as the person was shown it. */
        restored: z.string().nullish(),
      }),
    )
    .output(roiRequestView),

  request: {
    get: call.input(id).output(roiRequestView.nullable()),
    /** Answers when the request is not being sent any more. */
    settled: call.input(id).output(roiRequestView.nullable()),
    /** A person has found that a request of unknown outcome did arrive. */
    found: call.input(id).output(roiRequestView),
    followUp: call.input(id.extend({ day: z.iso.date().nullable() })).output(roiRequestView),
    /** A person has followed up today, and wants to be reminded again on a day. */
    followedUp: call.input(id.extend({ next: z.iso.date() })).output(roiRequestView),
    /** Writes down a request that a person made by portal or phone; nothing is sent. */
    record: call.input(roiRecorded).output(roiRequestView),
    /** Closes it with the custodian's word; null opens it again. */
    close: call.input(id.extend({ as: z.enum(['granted', 'refused']).nullable() })).output(roiRequestView),
    note: call.input(id.extend({ text: z.string().trim().min(1).max(4_000) })).output(roiRequestView),
    removeNote: call.input(id.extend({ note: z.number().int() })).output(roiRequestView),
  },

  contacts: {
    save: call
      .input(roiContact.omit({ id: true, usedAt: true }).extend({ id: z.number().int().optional() }))
      .output(roiContact),
    remove: call.input(z.object({ id: z.number().int() })).output(z.void()),
  },
  /** Sets how long a custodian is expected to take; null: back to the usual. */
  expect: call
    .input(z.object({ custodian: roiCustodian, expected: expectation.nullable() }))
    .output(z.void()),
};
