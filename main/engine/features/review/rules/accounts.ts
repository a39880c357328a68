import type { Cell } from '#contract/query';
import { InternTable } from '#common/intern-table';
import { cellItems, distinctTexts, isInUse } from '../cell-values';
import { codeName, type Structure } from '../firm-facts';
import { type FoundIssue, FOUND } from '../finding-facts';
import { recordRule, sharedValueRule, type Rule } from '../rule';

/** The account is missing from household reports. */
export const noHousehold = recordRule<'no-household'>(
  ({ status, household_id }) => (isInUse(status) && household_id === null ? FOUND : null),
  { empty: 'household_id' },
);

/** Two records for one account: its fee may be charged twice. */
export const numberTwice = sharedValueRule<'number-twice'>({
  value: ({ custodian, number }) => (custodian === null ? null : number),
  scope: ({ custodian }) => custodian,
  judge: (accounts) => ({ accounts: accounts.map(({ key }) => key) }),
});

/**
 * A family's breakpoints and reports are split. The tax ID token identifies the owner; it is not part of the
 * finding.
 */
export const ownerInSeveralHouseholds = sharedValueRule<'owner-in-several-households'>({
  value: ({ status, household_id, tax_id_token }) =>
    household_id === null || status === 'closed' ? null : tax_id_token,
  owner: ({ household_id }) => household_id,
  onlyIfOwnersDiffer: true,
  judge(accounts) {
    const households = distinctTexts(accounts.map(({ owner }) => String(owner)));
    return households.length > 1 ? { households, accounts: accounts.map(({ key }) => key) } : null;
  },
});

/** The start of performance and billing is unknown. */
export const inceptionMissing = recordRule<'inception-missing'>(
  ({ status, inception_date }) => (isInUse(status) && inception_date === null ? FOUND : null),
  { empty: 'inception_date' },
);

/** One of the dates is wrong. Dates are text in ISO format, which sorts correctly. */
export const inceptionAfterClosing = recordRule<'inception-after-closing'>(
  ({ inception_date, close_date }) =>
    inception_date !== null && close_date !== null && String(inception_date) > String(close_date)
      ? FOUND
      : null,
  { filled: 'close_date' },
);

/** The custodian's data is quarantined. */
export const quarantined = recordRule<'quarantined'>(
  ({ first_quarantine_date }) => (first_quarantine_date === null ? null : FOUND),
  { filled: 'first_quarantine_date' },
);

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

/** It is unknown how the account is billed. */
export const noFeeStructure = recordRule<'no-fee-structure'>(
  ({ status, fee_structures_ids }) => (isInUse(status) && fee_structures_ids === null ? FOUND : null),
  { empty: 'fee_structures_ids' },
);

/** Returns the account's structures and their distinct values of a property; null if all are equal. */
function differingValues(
  cell: Cell,
  structures: ReadonlyMap<string, Structure>,
  valueOf: (structure: Structure) => string | null,
): FoundIssue {
  const ids = cellItems(cell);
  const known = ids.flatMap((id) => structures.get(id) ?? []);
  const values = distinctTexts(known.map((structure) => valueOf(structure) ?? ''));
  return values.length > 1 ? { structures: ids, values } : null;
}

/** Defines a rule about a property that all structures of an account in use must share. */
const structuresDifferRule = (
  valueOf: (structure: Structure) => string | null,
): Rule<'collection-differs' | 'frequency-differs'> => ({
  begin({ structures, byFees }) {
    const issueOf = byFees((fees) => differingValues(fees, structures, valueOf));
    return {
      condition: { several: 'fee_structures_ids' },
      row: ({ status, fee_structures_ids }) => (isInUse(status) ? issueOf(fee_structures_ids) : null),
    };
  },
});

/**
 * All fee structures of an account must share a collection type, or billing fails (wire facts A, billing).
 */
export const collectionDiffers = structuresDifferRule(({ collection }) => collection);

/** Its fees are due at different times. */
export const frequencyDiffers = structuresDifferRule(({ frequency }) => frequency);

/** The account is never billed with others, and no group minimum applies. */
export const noGroup = recordRule<'no-group'>(({ status }) => (isInUse(status) ? FOUND : null), {
  groups: 'none',
});

/** The account is counted, and perhaps charged, in each group. */
export const severalGroups = recordRule<'several-groups'>(
  ({ key }, { groupsOf }) => ({ groups: [...groupsOf.get(key)] }),
  { groups: 'several' },
);

/** A fee may be charged to an account that cannot pay it. */
export const inactiveInGroup = recordRule<'inactive-in-group'>(
  ({ key, status }, { groupsOf }) =>
    status === 'closed' || status === 'stale' ? { groups: [...groupsOf.get(key)] } : null,
  { groups: 'some' },
);

const NO_ITEMS: readonly string[] = [];

/** Returns items that are in both lists. */
function commonItems(left: Cell, right: Cell): readonly string[] {
  if (left === null || right === null) return NO_ITEMS;
  const others = new Set(cellItems(right));
  return cellItems(left).filter((item) => others.has(item));
}

/** The lists contradict each other. */
export const tradeListsConflict = recordRule<'trade-lists-conflict'>(
  (account) => {
    if (account.status === 'closed') return null;
    const buy = commonItems(account.buy_securities_ids, account.do_not_buy_securities_ids);
    const sell = commonItems(account.sell_securities_ids, account.do_not_sell_securities_ids);
    if (buy.length + sell.length === 0) return null;
    return {
      ...(buy.length > 0 ? { buy: [...buy] } : {}),
      ...(sell.length > 0 ? { sell: [...sell] } : {}),
    };
  },
  { either: ['do_not_buy_securities_ids', 'do_not_sell_securities_ids'] },
);

/** A required cash amount has no frequency. The empty code is the service's value for "none". */
export const cashWithoutFrequency = recordRule<'cash-without-frequency'>(
  ({ status, required_cash, required_cash_frequency }) =>
    status !== 'closed' &&
    required_cash !== null &&
    Number(required_cash) !== 0 &&
    (required_cash_frequency === null || required_cash_frequency === '')
      ? FOUND
      : null,
  { filled: 'required_cash' },
);

/** An account cannot be both. */
export const taxableAndDeferred = recordRule<'taxable-and-deferred'>(
  ({ status, is_taxable, is_tax_deferred }) =>
    status !== 'closed' && is_taxable === 'true' && is_tax_deferred === 'true' ? FOUND : null,
  { filled: 'is_taxable' },
);

/** Neither is known, so the tax treatment of its gains is unknown. */
export const taxStatusUnknown = recordRule<'tax-status-unknown'>(
  ({ status, is_taxable, is_tax_deferred }) =>
    isInUse(status) && is_taxable === null && is_tax_deferred === null ? FOUND : null,
  { empty: 'is_taxable' },
);
