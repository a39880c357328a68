import { codeName } from '../firm';
import { each } from '../rule';
import { itemsOf } from '../values';

/** No advisor is known for it. */
export const noAdvisorCode = each<'no-advisor-code'>(({ status, advisor_codes }) =>
  status !== 'closed' && advisor_codes === null ? {} : null,
);

/** The service stops delivering accounts whose code is not mapped (wire facts A, advisor code). */
export const codeNotMapped = each<'code-not-mapped'>(({ status, custodian, advisor_codes }, { mapped }) => {
  if (status === 'closed' || custodian === null || advisor_codes === null) return null;
  const codes = itemsOf(advisor_codes).filter((code) => !mapped.has(codeName(String(custodian), code)));
  return codes.length > 0 ? { codes } : null;
});
