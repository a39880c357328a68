import { codeName } from '../firm';
import { type Found, FOUND } from '../found';
import { each, type Rule } from '../rule';
import { itemsOf, remembered } from '../values';

/** No advisor is known for it. */
export const noAdvisorCode = each<'no-advisor-code'>(({ status, advisor_codes }) =>
  status !== 'closed' && advisor_codes === null ? FOUND : null,
);

/** The service stops delivering accounts whose code is not mapped (wire facts A, advisor code). */
export const codeNotMapped: Rule<'code-not-mapped'> = {
  begin({ mapped }) {
    const ofCustodian = remembered((custodian) =>
      remembered((cell): Found => {
        const codes = itemsOf(cell).filter((code) => !mapped.has(codeName(String(custodian), code)));
        return codes.length > 0 ? { codes } : null;
      }),
    );
    return {
      row: ({ status, custodian, advisor_codes }) =>
        status === 'closed' || custodian === null || advisor_codes === null
          ? null
          : ofCustodian(custodian)(advisor_codes),
    };
  },
};
