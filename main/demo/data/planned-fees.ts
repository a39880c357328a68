import { getOrCompute } from '#contract/maps';
import { inceptionDay } from './base';
import type { Book } from './book';
import { QUARTER_ENDS } from './calendar';
import { payerOf, wasBilled } from './fee-payers';
import { demoFeeStructures } from './fee-structures';
import { owedFee, quarterBalance } from './fees';

const MAX_LINES = 20_000;

/** A large firm bills in several runs; the demo firm's one run covers every nth family. */
const strideOf = ({ baseSize }: Book): number => Math.ceil(baseSize / MAX_LINES);

/** What an account pays for itself and others at the end of a quarter. */
export interface PlannedFee {
  readonly cents: number;
  /** The fee of a year, in cents; may have a fraction. */
  readonly yearly: number;
  /** The account's own fee depends on its balance. */
  readonly isByBalance: boolean;
}

const planned = new WeakMap<Book, Map<number, ReadonlyMap<number, PlannedFee>>>();

/** Returns what each account should pay at the end of a quarter, by the initial billing groups. */
export function plannedFees(book: Book, quarter: number): ReadonlyMap<number, PlannedFee> {
  const feesByQuarter = getOrCompute(planned, book, () => new Map());
  return getOrCompute(feesByQuarter, quarter, () => planFees(book, quarter));
}

function planFees(book: Book, quarter: number): ReadonlyMap<number, PlannedFee> {
  const structures = demoFeeStructures(book.seed);
  const end = QUARTER_ENDS[quarter] ?? 0;
  const stride = strideOf(book);
  const totals = groupTotals(book, quarter);
  const fees = new Map<number, PlannedFee>();
  const add = (index: number, fee: PlannedFee, isOwn: boolean): void => {
    const sum = fees.get(index);
    fees.set(index, {
      cents: (sum?.cents ?? 0) + fee.cents,
      yearly: (sum?.yearly ?? 0) + fee.yearly,
      isByBalance: isOwn ? fee.isByBalance : (sum?.isByBalance ?? false),
    });
  };
  for (let index = 0; index < book.baseSize; index += 1) {
    const family = book.family[index] ?? 0;
    if (family % stride !== 0 || !wasBilled(book, index, end)) continue;
    const payer = payerOf(book, index);
    const total = payer === 'group' ? totals.get(family) : undefined;
    const fee = owedFee(book, index, quarter, structures, total);
    if (!fee) continue;
    if (typeof payer === 'number' && wasBilled(book, payer, end)) add(payer, fee, false);
    else add(index, fee, true);
  }
  // A fee that depends on a balance hardly ever stays the same to the cent. Only the latest quarter is compared with
  // the one before.
  const previousFees = quarter === QUARTER_ENDS.length - 1 ? plannedFees(book, quarter - 1) : null;
  for (const [index, fee] of fees)
    if (fee.isByBalance && previousFees?.get(index)?.cents === fee.cents)
      fees.set(index, { ...fee, cents: fee.cents + 1 });
  return new Map([...fees].sort(([a], [b]) => a - b));
}

/** Returns the balances of each group that is billed as a group, by family, in dollars. */
function groupTotals(book: Book, quarter: number): ReadonlyMap<number, number> {
  const end = QUARTER_ENDS[quarter] ?? 0;
  const totals = new Map<number, number>();
  for (let index = 0; index < book.baseSize; index += 1) {
    if (payerOf(book, index) !== 'group' || inceptionDay(book.seed, index) > end) continue;
    const family = book.family[index] ?? 0;
    totals.set(family, (totals.get(family) ?? 0) + quarterBalance(book.seed, index, quarter));
  }
  return totals;
}
