import type { z } from 'zod';
import { fail } from '#contract/failure';
import type { RoiDraftContent } from '#contract/features/roi/schemas';
import { roiRequestBody } from '#contract/resources/roi-requests';

export type RoiBody = z.output<typeof roiRequestBody>;

/**
 * Returns the request body of a draft (spec 4.5); its text is both sent and shown in the preview. Fails with
 * `refused` and the fields if something is missing or invalid, including the reply address, without which the
 * custodian's answer would be lost, and the address for a copy, which spec 4.5 requires.
 */
export function roiBodyOf(draft: RoiDraftContent): { body: RoiBody; json: string } {
  const parsed = roiRequestBody.safeParse({
    custodian: draft.custodian,
    advisor_codes: draft.codes,
    owner_name: draft.advisorName.trim(),
    firm_name: draft.firmName.trim(),
    sender_name: draft.senderName.trim(),
    cc_emails: draft.cc.map(({ address }) => address),
    reply_to_emails: draft.replyTo.map(({ address }) => address),
  });
  const invalidFields = new Set(parsed.error?.issues.map(({ path }) => String(path[0])));
  if (draft.cc.length === 0) invalidFields.add('cc_emails');
  if (draft.replyTo.length === 0) invalidFields.add('reply_to_emails');
  if (!parsed.success || invalidFields.size > 0)
    throw fail('refused', {
      detail: { code: 'draft-fields', facts: { fields: [...invalidFields].join(' ') } },
      where: 'draft',
    });
  return { body: parsed.data, json: JSON.stringify(parsed.data, null, 2) };
}
