import { balance } from './base';
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

/** Returns what an account owes for a quarter in whole cents; 0 if it is not billed. */
export function quarterFeeCents(
  seed: Seed,
  index: number,
  quarter: number,
  structures: readonly FeeStructure[],
): number {
  const id = feeStructureOf(seed, index);
  const structure = id === null ? undefined : structures[id - FIRST_STRUCTURE];
  if (!structure) return 0;
  // Simulates markets: up to 12% around today's balance, lower further back.
  const drift = 0.82 + quarter * 0.025 + unit(draw(seed, index * 8 + quarter, TRAIT.balance)) * 0.12;
  return Math.round(annualFee(structure, balance(seed, index) * drift) * 25);
}
