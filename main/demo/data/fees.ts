import { balance } from './base';
import type { Book } from './book';
import { FIRST_STRUCTURE_ID, feeStructureOf, type FeeStructure } from './fee-structures';
import { draw, TRAIT, unit, type Seed } from './random';

/** Returns the annual fee of a balance in dollars. */
function annualFee(structure: FeeStructure, amount: number): number {
  const numeric = (value: unknown): number => (typeof value === 'number' ? value : 0);
  const tiers = Array.isArray(structure.tiers)
    ? (structure.tiers as { min_balance: number; max_balance: number | null; rate: number }[])
    : [];
  switch (structure.calculation_type) {
    case 'T': // tiered: each tier's rate applies to the part of the balance in that tier
      return tiers.reduce((fee, tier) => {
        const amountInTier = Math.min(amount, tier.max_balance ?? Infinity) - tier.min_balance;
        return amountInTier > 0 ? fee + (amountInTier * tier.rate) / 100 : fee;
      }, 0);
    case 'D': {
      // Drop through: the rate of the reached tier applies to the whole balance.
      const tier = tiers.find(({ max_balance: maximum }) => amount <= (maximum ?? Infinity));
      return (amount * numeric(tier?.rate)) / 100;
    }
    case 'R': // flat rate
      return (amount * numeric(structure.flat_rate)) / 100;
    case 'A': // flat account fee
    case 'G': // flat group fee
      return numeric(structure.flat_dollar_fee);
    default: // F: favor fee
      return 0;
  }
}

/** Returns the balance that a quarter's fee comes from, in dollars. */
export function quarterBalance(seed: Seed, index: number, quarter: number): number {
  // Simulates markets, lower further back. No quarter moves a balance, and so a fee, by 15%: only planted changes are
  // unusual.
  const drift = 0.835 + quarter * 0.025 + unit(draw(seed, index * 8 + quarter, TRAIT.balance)) * 0.09;
  return balance(seed, index) * drift;
}

/** Months that a structure bills at the end of a quarter: its last month, or all of it. */
export const monthsBilled = ({ frequency }: FeeStructure): number => (frequency === 'M' ? 1 : 3);

/** The fee that an account owes at the end of a quarter, in whole cents. */
export interface OwedFee {
  readonly cents: number;
  /** The fee of a year, in cents; may have a fraction. */
  readonly yearly: number;
  /** The fee depends on the account's balance. */
  readonly isByBalance: boolean;
}

/**
 * Returns what an account owes at the end of a quarter; null if nothing. With `groupTotal`, the balance of its group in
 * dollars, the account owes its share of the fee on that total.
 */
export function owedFee(
  book: Book,
  index: number,
  quarter: number,
  structures: readonly FeeStructure[],
  groupTotal?: number,
): OwedFee | null {
  const structure = structures[(feeStructureOf(book, index) ?? 0) - FIRST_STRUCTURE_ID];
  if (!structure) return null;
  const ownBalance = quarterBalance(book.seed, index, quarter);
  const annual =
    groupTotal === undefined
      ? annualFee(structure, ownBalance)
      : (annualFee(structure, groupTotal) * ownBalance) / groupTotal;
  const months = monthsBilled(structure);
  const cents = Math.round((annual * 100 * months) / 12);
  if (cents === 0) return null;
  const isByBalance = ['R', 'T', 'D'].includes(String(structure.calculation_type));
  return { cents, yearly: (cents * 12) / months, isByBalance };
}
