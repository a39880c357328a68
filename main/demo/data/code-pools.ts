import { DEMO_CUSTODIANS } from './custodians';
import { FIRMS, MAIN_FIRM } from './firms';
import { redraw, draw, TRAIT, unit, type Seed } from './random';

/** An advisor code of a custodian. */
export interface PoolCode {
  readonly code: string;
  /** True if the firm's mapping has it. */
  readonly isMapped: boolean;
  /** True if accounts have it. */
  readonly isUsed: boolean;
  readonly firm: number;
}

/**
 * A custodian's codes: first those mapped and used, then at most one used but not mapped, and at most one
 * mapped but not used.
 */
export interface CodePool {
  readonly codes: readonly PoolCode[];
  /** Number of codes that are both mapped and used. */
  readonly mappedCount: number;
  /** Number of codes that accounts have. */
  readonly usedCount: number;
}

/** Indexed like `DEMO_CUSTODIANS`. */
export type CodePools = readonly CodePool[];

export const NO_CODE = 255;

/** Returns 1 to 19 codes per custodian, more for larger firms and custodians. */
export function codePools(seed: Seed, accounts: number): CodePools {
  const growth = Math.log10(Math.max(10, accounts)) / 6;
  return DEMO_CUSTODIANS.map((custodian, position) => {
    const mapped = 1 + Math.round(growth * Math.sqrt(custodian.share) * 2.6);
    const unmapped = custodian.suppliesPersons || position % 3 === 0 ? 1 : 0;
    const idle = position % 2 === 0 ? 1 : 0;
    const texts = new Set<string>();
    for (let slot = 0; texts.size < mapped + unmapped + idle; slot++) {
      // Skips repeated texts: a custodian has each code once.
      texts.add(custodian.advisorCode(draw(seed, position * 4096 + slot, TRAIT.advisorCode)));
    }
    const codes = [...texts].map((code, slot) => ({
      code,
      isMapped: slot < mapped || slot >= mapped + unmapped,
      isUsed: slot < mapped + unmapped,
      firm: slot % 5 === 4 ? (FIRMS[1 + (slot % 2)]?.id ?? MAIN_FIRM) : MAIN_FIRM,
    }));
    return { codes, mappedCount: mapped, usedCount: mapped + unmapped };
  });
}

/** Returns the index of an account's code. 2% of accounts have none, and 0.8% an unmapped one if the pool has one. */
export function codeSlot(pools: CodePools, seed: Seed, index: number, custodian: number): number {
  const pool = pools[custodian];
  const drawn = draw(seed, index, TRAIT.code);
  const fraction = unit(drawn);
  if (!pool || fraction < 0.02) return NO_CODE;
  if (fraction < 0.028 && pool.usedCount > pool.mappedCount) return pool.mappedCount;
  // Squaring makes the first codes much more frequent than the last.
  return Math.floor(unit(redraw(drawn, 1)) ** 2 * pool.mappedCount);
}

/** Returns the index of a different code, if the custodian has one. */
export function otherCodeSlot(pools: CodePools, custodian: number, current: number, drawn: number): number {
  const used = pools[custodian]?.usedCount ?? 0;
  if (current === NO_CODE) return used ? drawn % used : NO_CODE;
  return used < 2 ? current : (current + 1 + (drawn % (used - 1))) % used;
}

/** Returns the text of a code, or null. */
export const codeAt = (pools: CodePools, custodian: number, slot: number): string | null =>
  slot === NO_CODE ? null : (pools[custodian]?.codes[slot]?.code ?? null);
