import { z } from 'zod';
import { teamChange } from '../team/change';
import { custodianCode } from '../../fields';
import { ROI_CUSTODIANS } from '../../resources/roi-requests';

export const roiCustodian = z.enum(ROI_CUSTODIANS);

/** The wizard's steps, in order; sending and outcome follow. */
export const ROI_STEPS = ['custodian', 'codes', 'people', 'emails', 'preview'] as const;
export type RoiStep = (typeof ROI_STEPS)[number];

/** An email address, and its owner if known. Only the address goes to the service. */
export const roiAddress = z.object({ address: z.string().max(254), name: z.string().max(120).nullable() });
export type RoiAddress = z.output<typeof roiAddress>;

/** Maximum number of characters in a field for codes or addresses. */
export const MAX_ROI_TYPED_LENGTH = 50_000;

/** The current content of a draft; it may be invalid until it is sent. */
export const roiDraftContent = z.object({
  step: z.enum(ROI_STEPS),
  custodian: roiCustodian.nullable(),
  codes: z.array(z.string().max(64)),
  /** The representative on whose behalf the request is made (`owner_name` in spec 4.5). */
  advisorName: z.string().max(200),
  firmName: z.string().max(200),
  senderName: z.string().max(200),
  cc: z.array(roiAddress),
  replyTo: z.array(roiAddress),
  /** Text typed or pasted but not yet committed as codes or addresses. */
  typed: z.object({
    codes: z.string().max(MAX_ROI_TYPED_LENGTH),
    cc: z.string().max(MAX_ROI_TYPED_LENGTH),
    replyTo: z.string().max(MAX_ROI_TYPED_LENGTH),
  }),
});
export type RoiDraftContent = z.output<typeof roiDraftContent>;

export const roiDraft = roiDraftContent.extend({
  id: z.string(),
  /** The earlier request that this one will replace. */
  replaces: z.string().nullable(),
  updatedAt: z.string(),
  /**
   * Time of the backup that it was restored from (ISO, UTC): it may have been sent since. Null: created on
   * this computer.
   */
  restored: z.string().nullish(),
});
export type RoiDraft = z.output<typeof roiDraft>;

/**
 * `sending` is stored before the request leaves; at the next start it becomes `unknown`. `refused`: the
 * service rejected it or could not send the email. `not-sent`: the service never received it.
 */
export const roiState = z.enum(['sending', 'sent', 'refused', 'not-sent', 'unknown']);
export type RoiState = z.output<typeof roiState>;

/** A custodian's turnaround: the first and last business day on which a decision is expected; at most about a year. */
export const expectation = z
  .object({ first: z.number().int().min(1).max(250), last: z.number().int().min(1).max(250) })
  .refine(({ first, last }) => first <= last);

/** Ways to make a request: `email` by the service; the others by the user, who records it. */
export const ROI_METHODS = ['email', 'portal', 'phone'] as const;
export type RoiMethod = (typeof ROI_METHODS)[number];

/** Maximum number of codes in a request that the user records. */
export const MAX_RECORDED_CODES = 500;

/** Codes that are still to be requested, from any number of requests. */
export const plannedCodes = z.object({
  custodian: custodianCode,
  codes: z.array(z.string()),
  /** The members of the team who planned them, each with their latest time. Empty: not shared. */
  plannedBy: z.array(teamChange),
});
export type PlannedCodes = z.output<typeof plannedCodes>;

export const roiRole = z.enum(['advisor', 'firm', 'sender', 'cc', 'reply-to']);
export type RoiRole = z.output<typeof roiRole>;

/** A name or address used for a custodian before. */
export const roiContact = z.object({
  id: z.number().int(),
  custodian: roiCustodian,
  role: roiRole,
  /** Name of the person or firm, or the email address. */
  value: z.string().trim().min(1).max(254),
  /** The owner of the address. */
  name: z.string().trim().max(120).nullable(),
  /** When this user last used it; contacts of one request share this time. Null: never. */
  usedAt: z.string().nullable(),
  /** Null: not shared with a team. */
  changed: teamChange.nullable(),
});
export type RoiContact = z.output<typeof roiContact>;
