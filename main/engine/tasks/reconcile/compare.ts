import type { Comparison, FeeFileFacts } from '../../../../preload/contract/calls/reconcile';
import {
  compareMoney,
  dollars,
  isZero,
  minus,
  sameMoney,
  shareOf,
  signedDollars,
} from '../../../../preload/contract/domain/money';
import type { Tally } from './tally';

/** Compares what a file holds with its record (spec 2.8) and with the period before, each in words. */

/** What is compared with the record. */
export interface Held {
  readonly tally: Tally;
  /** Files in the archive, and those of them that were left out. */
  readonly files: number;
  readonly leftOut: number;
}

/** The file of the period before; `reason` says why there is nothing to compare with. */
export type Before = { readonly tally: Tally; readonly period: string } | { readonly reason: string };

export const counted = (value: number, one: string, many: string): string =>
  `${grouped(value)} ${value === 1 ? one : many}`;
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

export function compareWithRecord(record: FeeFileFacts['record'], held: Held): Comparison[] {
  const { tally } = held;
  return [
    comparedSum(record.periodDebit, held),
    comparedCount('accounts', 'Accounts', record.accounts, tally.accounts, {
      one: 'account',
      many: 'accounts',
      held,
      doubt:
        tally.unnamed > 0 ? `${counted(tally.unnamed, 'line has', 'lines have')} no account number` : null,
    }),
    comparedCount('custodians', 'Custodians', record.custodians, tally.custodians.size, {
      one: 'custodian',
      many: 'custodians',
      held,
      doubt: tally.custodians.has('') ? 'it is not known whose some of the files are' : null,
    }),
    comparedHouseholds(record.households, tally),
    comparedCount('files', 'Files', record.files, held.files, {
      one: 'file',
      many: 'files',
      held,
      doubt: null,
    }),
  ];
}

interface CountWords {
  readonly one: string;
  readonly many: string;
  readonly held: Held;
  /** Why the count found may not be the true one. */
  readonly doubt: string | null;
}

function comparedCount(
  what: Comparison['what'],
  title: string,
  expected: number | null,
  found: number,
  { one, many, held, doubt }: CountWords,
): Comparison {
  const shown = {
    what,
    title,
    expected: expected === null ? null : grouped(expected),
    found: grouped(found),
  };
  if (expected === null) return unsaid(shown, `the record gives no number of ${many}`);
  if (doubt !== null) return unsaid(shown, doubt);
  if (expected === found) return agrees(shown);
  const less = found < expected;
  const by = counted(Math.abs(found - expected), one, many);
  const left = less && what !== 'files' && held.leftOut > 0 ? ` ${leftOutWords(held.leftOut)}` : '';
  return {
    ...shown,
    outcome: 'differs',
    words: `differs by ${by}: the file has ${less ? 'fewer' : 'more'}.${left}`,
  };
}

function comparedSum(expected: string | null, { tally, leftOut }: Held): Comparison {
  const shown = {
    what: 'period-debit' as const,
    title: 'Period debit',
    expected: expected === null ? null : dollars(expected),
    found: dollars(tally.sum),
  };
  if (expected === null) return unsaid(shown, 'the record gives no period debit');
  if (tally.unreadAmounts > 0)
    return unsaid(shown, `${counted(tally.unreadAmounts, 'amount', 'amounts')} could not be read`);
  if (sameMoney(expected, tally.sum)) return agrees(shown);
  const difference = minus(tally.sum, expected);
  const less = compareMoney(tally.sum, expected) < 0;
  const by = dollars(difference.replace('-', ''));
  const left = less && leftOut > 0 ? ` ${leftOutWords(leftOut)}` : '';
  return {
    ...shown,
    outcome: 'differs',
    words: `differs by ${by}: the file comes to ${less ? 'less' : 'more'}.${left}`,
  };
}

/**
 * Accounts that are not matched, or have no household here, may belong to any: they leave a range. Where every account is
 * matched and the record counts the households that these have, accounts without one are no doubt.
 */
function comparedHouseholds(expected: number | null, tally: Tally): Comparison {
  const { households, unmatched } = tally;
  const homeless = tally.unmatched + tally.homeless;
  const most = households + homeless;
  const isExact = homeless === 0 || (unmatched === 0 && expected === households);
  const shown = {
    what: 'households' as const,
    title: 'Households',
    expected: expected === null ? null : grouped(expected),
    found: isExact ? grouped(households) : `${grouped(households)} to ${grouped(most)}`,
  };
  if (expected === null) return unsaid(shown, 'the record gives no number of households');
  const unknown = `the household of ${counted(homeless, 'account', 'accounts')} is not known here`;
  if (isExact && expected === households) return agrees(shown);
  if (expected >= households && expected <= most && homeless > 0) return unsaid(shown, unknown);
  const gap = expected < households ? households - expected : expected - most;
  const least = homeless > 0 ? 'at least ' : '';
  const fewer = expected < households ? 'more' : 'fewer';
  return {
    ...shown,
    outcome: 'differs',
    words: `differs by ${least}${counted(gap, 'household', 'households')}: the file’s accounts belong to ${fewer}.`,
  };
}

/** The same custodians' files of the period before: which accounts are new or gone, and how the sum changed. */
export function compareWithBefore(now: Tally, before: Before): Comparison[] {
  const titles = {
    accounts: { what: 'before-accounts' as const, title: 'Accounts since last period' },
    sum: { what: 'before-sum' as const, title: 'Sum since last period' },
  };
  if ('reason' in before) {
    const nothing = { expected: null, found: null };
    return [
      unsaid({ ...titles.accounts, ...nothing }, before.reason),
      unsaid({ ...titles.sum, ...nothing }, before.reason),
    ];
  }
  const [own, then] = [accountsIn(now), accountsIn(before.tally)];
  const added = [...own].filter((one) => !then.has(one)).length;
  const gone = [...then].filter((one) => !own.has(one)).length;
  const accounts = { ...titles.accounts, expected: grouped(then.size), found: grouped(own.size) };
  const sum = { ...titles.sum, expected: dollars(before.tally.sum), found: dollars(now.sum) };
  const change = minus(now.sum, before.tally.sum);
  return [
    added + gone === 0
      ? agrees(accounts, `agrees: the same accounts as in ${before.period}.`)
      : {
          ...accounts,
          outcome: 'differs',
          words: `differs by ${counted(added, 'new account', 'new accounts')} and ${counted(gone, 'account that is', 'accounts that are')} gone.`,
        },
    now.unreadAmounts + before.tally.unreadAmounts > 0
      ? unsaid(sum, 'some amounts could not be read')
      : isZero(change)
        ? agrees(sum)
        : {
            ...sum,
            outcome: 'differs',
            words: `differs by ${signedDollars(change)}${shareOf(change, before.tally.sum)}.`,
          },
  ];
}

const accountsIn = (tally: Tally): Set<string> =>
  new Set([...tally.custodians.values()].flatMap(({ accounts }) => [...accounts]));

const leftOutWords = (count: number): string =>
  `${counted(count, 'file of the archive was', 'files of the archive were')} left out.`;

type Shown = Pick<Comparison, 'what' | 'title' | 'expected' | 'found'>;
const agrees = (shown: Shown, words = 'agrees.'): Comparison => ({ ...shown, outcome: 'agrees', words });
const unsaid = (shown: Shown, reason: string): Comparison => ({
  ...shown,
  outcome: 'unsaid',
  words: `not determined: ${reason}.`,
});
