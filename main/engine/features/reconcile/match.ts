import { joinLineIssues, encodeLineIssue } from '#contract/line-issues';
import { appendTo } from '#contract/maps';
import type { FoundAccount } from '../../cache/query/account-lookup';
import { KIND_BITS, type ReconciledLine } from './lines';
import { normalizeAccountNumber, withoutLeadingZeros } from './numbers';

/** Finds accounts by normalized number, including all that share one (cache/query/account-lookup). */
export type AccountLookup = (
  wanted: ReadonlySet<string>,
  fold: (number: string) => string,
) => Map<string, FoundAccount[]>;

/**
 * Matches each line to its account and flags what needs review (spec 2.1: status, payment source).
 * `periodEnd` is a calendar date, yyyy-mm-dd.
 */
export function matchLines(
  lines: readonly ReconciledLine[],
  lookUp: AccountLookup,
  periodEnd: string | null,
): void {
  const accountsByNumber = lookUp(
    new Set(lines.map((line) => line.folded).filter(Boolean)),
    normalizeAccountNumber,
  );
  const unmatched: ReconciledLine[] = [];
  for (const line of lines) {
    const candidates = accountsByNumber.get(line.folded) ?? [];
    const account = candidates.length === 0 ? null : disambiguate(candidates, line);
    line.account = account;
    if (account) flagAccountIssues(line, account, periodEnd);
    else if (candidates.length > 0) {
      flagLine(line, 'ambiguous', encodeLineIssue('several-accounts', candidates.length));
    } else if (line.number !== '') {
      flagLine(line, 'unmatched');
      unmatched.push(line);
    }
    const amount = line.amount;
    if (amount !== null && !/[1-9]/.test(amount)) flagLine(line, 'zero');
    else if (amount?.startsWith('-')) flagLine(line, 'negative');
  }
  if (unmatched.length > 0) noteLostZeros(unmatched, lookUp);
  flagDuplicates(lines);
}

function flagLine(line: ReconciledLine, kind: keyof typeof KIND_BITS, issue = ''): void {
  line.kinds |= KIND_BITS[kind];
  if (issue !== '') addIssue(line, issue);
}

function addIssue(line: ReconciledLine, issue: string): void {
  line.issue = joinLineIssues(line.issue, issue);
}

/**
 * Narrows several accounts with the same number to one: by the file's custodian, then the identical spelling, then
 * being open. Returns null if several remain.
 */
export function disambiguate(candidates: readonly FoundAccount[], line: ReconciledLine): FoundAccount | null {
  const criteria: readonly ((account: FoundAccount) => boolean)[] = [
    (account) => account.custodian === line.mapping.custodian,
    (account) => account.number === line.number,
    (account) => account.status !== 'closed',
  ];
  let remaining = candidates;
  for (const matches of criteria) {
    if (remaining.length === 1) break;
    const matching = remaining.filter(matches);
    if (matching.length > 0) remaining = matching;
  }
  return remaining.length === 1 ? (remaining[0] ?? null) : null;
}

function flagAccountIssues(line: ReconciledLine, account: FoundAccount, periodEnd: string | null): void {
  const { custodian } = line.mapping;
  if (custodian !== '' && account.custodian !== null && account.custodian !== custodian)
    flagLine(line, 'other-custodian', encodeLineIssue('held-at', account.custodian));
  if (account.status === 'closed') {
    // An account that closed after the period is billed correctly.
    if (closedAfterPeriod(account.closeDate, periodEnd)) addIssue(line, encodeLineIssue('closed-later'));
    else flagLine(line, 'closed', account.closeDate && periodEnd ? encodeLineIssue('closed-earlier') : '');
  }
  if (account.status === 'stale') flagLine(line, 'stale');
  if (account.paymentSource === 'D') flagLine(line, 'direct-billed');
}

/** Compares calendar dates, which may come with a time (wire facts B6). */
const closedAfterPeriod = (closeDate: string | null, periodEnd: string | null): boolean =>
  closeDate !== null && periodEnd !== null && closeDate.slice(0, 10) > periodEnd.slice(0, 10);

/**
 * A number without a match may have lost leading zeros in a spreadsheet: adds a note to the line, never
 * matches it.
 */
function noteLostZeros(unmatched: readonly ReconciledLine[], lookUp: AccountLookup): void {
  const withoutZeros = (number: string) => withoutLeadingZeros(normalizeAccountNumber(number));
  const accountsByNumber = lookUp(
    new Set(unmatched.map((line) => withoutLeadingZeros(line.folded))),
    withoutZeros,
  );
  for (const line of unmatched) {
    const similar = accountsByNumber.get(withoutLeadingZeros(line.folded));
    if (similar?.length) addIssue(line, encodeLineIssue('zeros-lost', similar[0]?.number ?? ''));
  }
}

function flagDuplicates(lines: readonly ReconciledLine[]): void {
  const groups = new Map<string, ReconciledLine[]>();
  for (const line of lines) if (line.number !== '') appendTo(groups, lineIdentity(line), line);
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    group.forEach((line, index) =>
      flagLine(line, 'duplicate', encodeLineIssue('repeated', index + 1, group.length)),
    );
  }
}

/** Identifies an account within one archive. */
export const lineIdentity = (line: ReconciledLine): string =>
  line.account ? `a${line.account.key}` : `n${line.mapping.custodian} ${line.folded}`;

/** Identifies an account across archives, independent of the cache. */
export const stableIdentity = (line: ReconciledLine): string => `${line.mapping.custodian} ${line.folded}`;
