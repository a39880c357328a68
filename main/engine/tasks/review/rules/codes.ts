import type { Cell } from '../../../../../preload/contract/query';
import { Slots } from '../../../../common/slots';
import { codeName } from '../firm';
import { type Found, FOUND } from '../found';
import { each, type Rule } from '../rule';
import { itemsOf } from '../values';

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
    // Each custodian's lists of codes, a few hundred, are judged once.
    const custodians = new Slots();
    const lists = new Slots();
    const known: Found[] = [];
    const found = (custodian: Cell, codes: Cell): Found => {
      const list = lists.put(codes, custodians.put(custodian));
      let found = known[list];
      if (found === undefined) known[list] = found = judge(custodian, codes);
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
