import { balance } from './base';
import type { Book } from './book';
import { QUARTER_ENDS } from './calendar';
import { payerOf, wasBilled } from './fee-payers';
import { demoFeeStructures } from './fee-structures';
import { owedFee } from './fees';

const MAX_LINES = 20_000;

/** A large firm bills in several runs; the demo's covers every nth family. */
const strideOf = ({ baseSize }: Book): number => Math.ceil(baseSize / MAX_LINES);

/** What an account pays for itself and others at the end of a quarter. */
export interface PlannedFee {
  readonly cents: number;
  /** The same for a year; parts of a cent are possible. */
  readonly yearly: number;
  /** The account's own fee depends on its balance. */
  readonly isByBalance: boolean;
}

const planned = new WeakMap<Book, Map<number, ReadonlyMap<number, PlannedFee>>>();

/** Returns what each account should pay at the end of a quarter, by the initial billing groups. */
export function plannedFees(book: Book, quarter: number): ReadonlyMap<number, PlannedFee> {
  const known = planned.get(book) ?? new Map<number, ReadonlyMap<number, PlannedFee>>();
  planned.set(book, known);
  let found = known.get(quarter);
  if (!found) known.set(quarter, (found = planFees(book, quarter)));
  return found;
}

interface SharedFee extends PlannedFee {
  readonly index: number;
}

function planFees(book: Book, quarter: number): ReadonlyMap<number, PlannedFee> {
  const { seed } = book;
  const structures = demoFeeStructures(seed);
  const end = QUARTER_ENDS[quarter] ?? 0;
  const stride = strideOf(book);
  const fees = new Map<number, PlannedFee>();
  const shared = new Map<number, SharedFee[]>();
  const add = (index: number, fee: PlannedFee, isOwn: boolean): void => {
    const before = fees.get(index);
    fees.set(index, {
      cents: (before?.cents ?? 0) + fee.cents,
      yearly: (before?.yearly ?? 0) + fee.yearly,
      isByBalance: isOwn ? fee.isByBalance : (before?.isByBalance ?? false),
    });
  };
  for (let index = 0; index < book.baseSize; index += 1) {
    const family = book.family[index] ?? 0;
    if (family % stride !== 0 || !wasBilled(book, index, end)) continue;
    const fee = owedFee(seed, index, quarter, structures);
    if (!fee) continue;
    const payer = payerOf(book, index);
    if (payer === 'group') shared.set(family, [...(shared.get(family) ?? []), { ...fee, index }]);
    else if (payer !== 'itself' && wasBilled(book, payer, end)) add(payer, fee, false);
    else add(index, fee, true);
  }
  for (const members of shared.values())
    for (const { index, ...fee } of proRata(book, members)) add(index, fee, true);
  const before = quarter === QUARTER_ENDS.length - 1 ? plannedFees(book, quarter - 1) : null;
  // A fee that depends on a balance hardly ever stays the same to the cent.
  for (const [index, fee] of fees)
    if (fee.isByBalance && before?.get(index)?.cents === fee.cents)
      fees.set(index, { ...fee, cents: fee.cents + 1 });
  return new Map([...fees].sort(([one], [other]) => one - other));
}

/** Divides the fees of a group by the balances of its members; the last one pays the rest. */
function proRata(book: Book, members: readonly SharedFee[]): SharedFee[] {
  const sum = (of: (fee: SharedFee) => number): number => members.reduce((all, fee) => all + of(fee), 0);
  const cents = sum((fee) => fee.cents);
  const yearly = sum((fee) => fee.yearly);
  const size = sum(({ index }) => balance(book.seed, index));
  let left = cents;
  return members.map(({ index, isByBalance }, at) => {
    const part = balance(book.seed, index) / size;
    const own = at === members.length - 1 ? left : Math.floor(cents * part);
    left -= own;
    return { index, isByBalance, cents: own, yearly: yearly * part };
  });
}
