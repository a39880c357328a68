import { balance } from './base';
import { QUARTER_ENDS } from './calendar';
import { FIRST_STRUCTURE, feeStructureOf, type FeeStructure } from './fee-structures';
import { draw, TRAIT, unit, type Seed } from './random';

/** Returns the annual fee of a balance in dollars. */
function annualFee(structure: FeeStructure, amount: number): number {
  const numeric = (value: unknown): number => (typeof value === 'number' ? value : 0);
  const tiers = Array.isArray(structure.tiers)
    ? (structure.tiers as { min_balance: number; max_balance: number | null; rate: number }[])
    : [];
  switch (structure.calculation_type) {
    case 'T':
      return tiers.reduce((fee, tier) => {
        const within = Math.min(amount, tier.max_balance ?? Infinity) - tier.min_balance;
        return within > 0 ? fee + (within * tier.rate) / 100 : fee;
      }, 0);
    case 'D': {
      const tier = tiers.find(({ max_balance: most }) => amount <= (most ?? Infinity));
      return (amount * numeric(tier?.rate)) / 100;
    }
    case 'R':
      return (amount * numeric(structure.flat_rate)) / 100;
    case 'A':
    case 'G':
      return numeric(structure.flat_dollar_fee);
    default:
      return 0;
  }
}

/** Returns the balance that a quarter's fee comes from, in dollars. */
export function quarterBalance(seed: Seed, index: number, quarter: number): number {
  // Simulates markets: up to 12% around today's balance, lower further back.
  const drift = 0.82 + quarter * 0.025 + unit(draw(seed, index * 8 + quarter, TRAIT.balance)) * 0.12;
  return balance(seed, index) * drift;
}

/** Months that a structure bills at the end of a quarter: its last month, or all of it. */
const monthsBilled = ({ frequency }: FeeStructure): number => (frequency === 'M' ? 1 : 3);

const structureOf = (seed: Seed, index: number, structures: readonly FeeStructure[]) => {
  const id = feeStructureOf(seed, index);
  return id === null ? undefined : structures[id - FIRST_STRUCTURE];
};

/** What an account owes at the end of a quarter, in whole cents. */
export interface OwedFee {
  readonly cents: number;
  /** The same for a year. */
  readonly yearly: number;
  /** It depends on the account's balance. */
  readonly isByBalance: boolean;
}

/** The latest fee is within these shares of the one before, so that only planted changes are unusual. */
const MAX_DROP = 0.87;
const MAX_RISE = 1.14;

/** Returns what an account owes at the end of a quarter; null if it is not billed. */
export function owedFee(
  seed: Seed,
  index: number,
  quarter: number,
  structures: readonly FeeStructure[],
): OwedFee | null {
  const structure = structureOf(seed, index, structures);
  if (!structure) return null;
  const months = monthsBilled(structure);
  const centsIn = (at: number): number =>
    Math.round((annualFee(structure, quarterBalance(seed, index, at)) * 100 * months) / 12);
  let cents = centsIn(quarter);
  if (quarter === QUARTER_ENDS.length - 1) {
    const before = centsIn(quarter - 1);
    cents = Math.max(Math.ceil(before * MAX_DROP), Math.min(cents, Math.floor(before * MAX_RISE)));
  }
  if (cents === 0) return null;
  const isByBalance = ['R', 'T', 'D'].includes(String(structure.calculation_type));
  return { cents, yearly: (cents * 12) / months, isByBalance };
}
