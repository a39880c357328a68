import type { Cell } from '#contract/query';
import { InternTable } from '#common/intern-table';
import { codeName } from '../firm-facts';
import { type FoundIssue, FOUND } from '../finding-facts';
import { recordRule, type Rule } from '../rule';
import { cellItems } from '../cell-values';

/** The account's advisor is unknown. */
export const noAdvisorCode = recordRule<'no-advisor-code'>(
  ({ status, advisor_codes }) => (status !== 'closed' && advisor_codes === null ? FOUND : null),
  { empty: 'advisor_codes' },
);

/** The service stops delivering accounts whose code is not mapped (wire facts A, advisor code). */
export const codeNotMapped: Rule<'code-not-mapped'> = {
  begin({ mapped }) {
    const judge = (custodian: Cell, cell: Cell): FoundIssue => {
      const codes = cellItems(cell).filter((code) => !mapped.has(codeName(String(custodian), code)));
      return codes.length > 0 ? { codes } : null;
    };
    // Each distinct list of codes, of which there are a few hundred, is checked once; it nearly always has
    // one custodian.
    const lists = new InternTable();
    const memo: { readonly custodian: Cell; readonly issue: FoundIssue }[] = [];
    const findingFor = (custodian: Cell, codes: Cell): FoundIssue => {
      const list = lists.put(codes);
      const judged = memo[list];
      if (judged?.custodian === custodian) return judged.issue;
      return (memo[list] = { custodian, issue: judge(custodian, codes) }).issue;
    };
    return {
      condition: { filled: 'advisor_codes' },
      row: ({ status, custodian, advisor_codes }) =>
        status === 'closed' || custodian === null || advisor_codes === null
          ? null
          : findingFor(custodian, advisor_codes),
    };
  },
};
