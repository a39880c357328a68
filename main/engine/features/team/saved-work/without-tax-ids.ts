import { TAX_IDS } from '#contract/tax-id';

const HIDDEN = '•••••••••';

/** Returns text without digits that could be a tax ID, which never enter the log. */
export const withoutTaxIds = (text: string): string => text.replace(TAX_IDS, HIDDEN);
