import type { Cell } from '../../../../../preload/contract/query';
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
    const judge = (custodian: Cell, cell: Cell): Found => {
      const codes = itemsOf(cell).filter((code) => !mapped.has(codeName(String(custodian), code)));
      return codes.length > 0 ? { codes } : null;
    };
    // Nearly all codes are of one custodian: what was found of its accounts is looked up by the codes alone.
    const first = new Map<Cell, { readonly custodian: Cell; readonly found: Found }>();
    const ofOthers = remembered((custodian) => remembered((cell) => judge(custodian, cell)));
    const found = (custodian: Cell, codes: Cell): Found => {
      const known = first.get(codes);
      if (known) return known.custodian === custodian ? known.found : ofOthers(custodian)(codes);
      const found = judge(custodian, codes);
      first.set(codes, { custodian, found });
      return found;
    };
    return {
      row: ({ status, custodian, advisor_codes }) =>
        status === 'closed' || custodian === null || advisor_codes === null
          ? null
          : found(custodian, advisor_codes),
    };
  },
};
