import {
  LINE_KINDS,
  type CustodianSum,
  type LineKind,
  type Reconciliation,
} from '#contract/features/reconcile/reconciliation';
import { KIND_BITS, type ReconciledLine } from './lines';
import { lineIdentity, stableIdentity } from './match';
import { appendTo } from '#contract/maps';
import { minus, sumOf } from '#contract/money';

/** Totals of the lines of one archive. */
export interface LineTally {
  readonly lines: number;
  readonly accounts: number;
  readonly sum: string;
  /** Lines with an unreadable amount, which no sum includes. */
  readonly unreadAmounts: number;
  /** Lines without an account number, which count as no account. */
  readonly unnamed: number;
  readonly households: number;
  /** Accounts that match none or several of the cached ones, so that their household is unknown. */
  readonly unmatched: number;
  /** Accounts without a cached household. */
  readonly withoutHousehold: number;
  readonly custodians: ReadonlyMap<string, CustodianTally>;
}

export interface CustodianTally {
  readonly files: number;
  readonly lines: number;
  readonly sum: string;
  /** Account identities, see `stableIdentity`. */
  readonly accounts: ReadonlySet<string>;
}

export function tallyOf(lines: readonly ReconciledLine[]): LineTally {
  const accounts = new Map<string, ReconciledLine>();
  const byCustodian = new Map<string, ReconciledLine[]>();
  let unnamed = 0;
  for (const line of lines) {
    if (line.number === '') unnamed += 1;
    else accounts.set(lineIdentity(line), line);
    appendTo(byCustodian, line.mapping.custodian, line);
  }
  const households = new Set<string>();
  let withoutHousehold = 0;
  let unmatched = 0;
  for (const { account } of accounts.values()) {
    if (account?.household) households.add(account.household);
    else if (account) withoutHousehold += 1;
    else unmatched += 1;
  }
  return {
    lines: lines.length,
    accounts: accounts.size,
    sum: sumOf(amountsOf(lines)),
    unreadAmounts: lines.filter((line) => line.amount === null).length,
    unnamed,
    households: households.size,
    unmatched,
    withoutHousehold,
    custodians: new Map([...byCustodian].map(([custodian, current]) => [custodian, custodianTally(current)])),
  };
}

const custodianTally = (lines: readonly ReconciledLine[]): CustodianTally => ({
  files: new Set(lines.map((line) => line.mapping.entry)).size,
  lines: lines.length,
  sum: sumOf(amountsOf(lines)),
  accounts: new Set(lines.filter((line) => line.number !== '').map(stableIdentity)),
});

const amountsOf = (lines: readonly ReconciledLine[]): (string | null)[] => lines.map((line) => line.amount);

/**
 * Returns the number and the sum of the lines of each kind that occurs. For duplicates, the sum leaves out the first
 * line of each account.
 */
export function kindsOf(
  lines: readonly ReconciledLine[],
  removedLines: readonly ReconciledLine[],
): Reconciliation['kinds'] {
  const kinds = Object.keys(LINE_KINDS) as LineKind[];
  return kinds.flatMap((kind) => {
    const current =
      kind === 'gone' ? removedLines : lines.filter((line) => (line.kinds & KIND_BITS[kind]) !== 0);
    const counted = kind === 'duplicate' ? repeatedLines(current) : current;
    return current.length === 0 ? [] : [{ kind, lines: current.length, sum: sumOf(amountsOf(counted)) }];
  });
}

/** Returns the lines after the first of each account. */
function repeatedLines(lines: readonly ReconciledLine[]): ReconciledLine[] {
  const seen = new Set<string>();
  // The size stays the same if the account was added before.
  return lines.filter((line) => seen.size === seen.add(lineIdentity(line)).size);
}

/**
 * Returns each custodian's totals next to those of the previous period, most lines first. Custodians that only the
 * previous period has are last.
 */
export function custodianSums(now: LineTally, before: LineTally | null): CustodianSum[] {
  const codes = [...new Set([...now.custodians.keys(), ...(before?.custodians.keys() ?? [])])];
  const emptyTally: CustodianTally = { files: 0, lines: 0, sum: '0.00', accounts: new Set() };
  return codes
    .map((custodian): CustodianSum => {
      const current = now.custodians.get(custodian) ?? emptyTally;
      const previous = before?.custodians.get(custodian);
      return {
        custodian,
        files: current.files,
        lines: current.lines,
        accounts: current.accounts.size,
        sum: current.sum,
        before: previous
          ? {
              accounts: previous.accounts.size,
              sum: previous.sum,
              new: [...current.accounts].filter((account) => !previous.accounts.has(account)).length,
              gone: [...previous.accounts].filter((account) => !current.accounts.has(account)).length,
              change: minus(current.sum, previous.sum),
            }
          : null,
      };
    })
    .sort((a, b) => b.lines - a.lines);
}
