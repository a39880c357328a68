import { z } from 'zod';
import { advisorCodeText } from '../fields';

/** Custodians that accept release-of-information requests by email (spec 4.5). */
export const ROI_CUSTODIANS = ['PER', 'MLT', 'IBK', 'EGB'] as const;

/** Body of POST /org/roi-requests/send-request (spec 4.5); all fields are required. */
export const roiRequestBody = z.object({
  custodian: z.enum(ROI_CUSTODIANS),
  advisor_codes: z.array(advisorCodeText).min(1),
  owner_name: z.string().min(1),
  firm_name: z.string().min(1),
  sender_name: z.string().min(1),
  cc_emails: z.array(z.email()),
  reply_to_emails: z.array(z.email()),
});

/** The service's response: spec 2.10 omits it, and the wire facts describe it. */
export const roiRequest = z.looseObject({
  id: z.union([z.number(), z.string()]).nullish(),
  status: z.string().nullish(),
  created_at_utc: z.string().nullish(),
});
