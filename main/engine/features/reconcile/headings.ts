/** Points that a heading's words add to or subtract from an account or amount column. */

type Rule = readonly [words: RegExp, points: number];

const ACCOUNT: readonly Rule[] = [
  [/\b(account|acct|acc|contract|policy)( ?(number|num|nbr|nr|no|id))\b/, 50],
  [/\b(account|acct)$/, 40],
  [/\b(account|acct)\b/, 30],
  [/\b(contract|policy|portfolio)\b/, 30],
  [/\b(number|id)\b/, 10],
  [/\b(name|type|title|status|holder|owner|value|balance|registration|household|master|advisor|rep)\b/, -60],
];

const AMOUNT: readonly Rule[] = [
  [
    /\b(fees?|debit|invoice|charge|bill|billed|billing|collected|withdrawal)\b.*\b(amount|amt|total|due)\b/,
    50,
  ],
  [/\b(amount|amt)\b.*\b(due|debit|debited|billed|charged|withdrawn)\b/, 50],
  [/\b(fees?|debit|charge|invoice)\b/, 40],
  [/\b(amount|amt)\b/, 40],
  [/\b(total|net|sum)\b/, 15],
  [/\b(date|dt|through|thru|as of|type|code|rate|percent|pct|bps|balance|value|aum|assets)\b/, -60],
  [/\b(annual|annualised|annualized|yearly|ytd|year|quantity|qty|units|price|days|count)\b/, -40],
  [/\b(currency|ccy|description|desc|memo|number|id|name|account|acct)\b/, -40],
];

/**
 * Returns the words of a heading: "fee amount" for "FEE_AMOUNT", "feeAmount" and "Fee Amount"; "account no" for
 * "accountno". "#" and "%" become words.
 */
export const headingWords = (heading: string): string =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9%#]+/g, ' ')
    .replace(/#/g, ' number')
    .replace(/%/g, ' percent')
    .replace(/\b(account|acct)(number|num|no|id)\b/g, '$1 $2')
    .trim();

/** Returns the best positive score plus all negative ones. */
function points(rules: readonly Rule[], heading: string): number {
  const words = headingWords(heading);
  const matched = rules.filter(([rule]) => rule.test(words)).map(([, worth]) => worth);
  const against = matched.filter((worth) => worth < 0).reduce((sum, worth) => sum + worth, 0);
  return Math.max(0, ...matched) + against;
}

/** Returns the points of a heading for the column of account numbers. */
export const accountHeadingPoints = (heading: string): number => points(ACCOUNT, heading);
/** Returns the points of a heading for the column of amounts. */
export const amountHeadingPoints = (heading: string): number => points(AMOUNT, heading);
