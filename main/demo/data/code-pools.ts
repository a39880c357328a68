import { DEMO_CUSTODIANS } from './custodians';
import { FIRMS, MAIN_FIRM } from './firms';
import { redraw, draw, TRAIT, unit, type Seed } from './random';

/** An advisor code of a custodian. `mapped`: in the firm's mapping; `used`: on accounts. */
export interface PoolCode {
  readonly code: string;
  readonly mapped: boolean;
  readonly used: boolean;
  readonly firm: number;
}

/** A custodian's codes: first mapped and used ones, then a used but unmapped one, then an idle one. */
export interface CodePool {
  readonly codes: readonly PoolCode[];
  readonly mapped: number;
  readonly used: number;
}

/** Indexed like `DEMO_CUSTODIANS`. */
export type CodePools = readonly CodePool[];

export const NO_CODE = 255;

/** Returns 3 to 20 codes per custodian, more for larger firms and custodians. */
export function codePools(seed: Seed, accounts: number): CodePools {
  const growth = Math.log10(Math.max(10, accounts)) / 6;
  return DEMO_CUSTODIANS.map((custodian, position) => {
    const mapped = 1 + Math.round(growth * Math.sqrt(custodian.share) * 2.6);
    const unmapped = custodian.persons || position % 3 === 0 ? 1 : 0;
    const idle = position % 2 === 0 ? 1 : 0;
    const texts = new Set<string>();
    for (let slot = 0; texts.size < mapped + unmapped + idle; slot++) {
      // Skips repeated texts: a custodian has each code once.
      texts.add(custodian.advisorCode(draw(seed, position * 4096 + slot, TRAIT.advisorCode)));
    }
    const codes = [...texts].map((code, slot) => ({
      code,
      mapped: slot < mapped || slot >= mapped + unmapped,
      used: slot < mapped + unmapped,
      firm: slot % 5 === 4 ? (FIRMS[1 + (slot % 2)]?.id ?? MAIN_FIRM) : MAIN_FIRM,
    }));
    return { codes, mapped, used: mapped + unmapped };
  });
}

/** Returns an account's code. Two in a hundred have none; few have an unmapped one. */
export function codeSlot(pools: CodePools, seed: Seed, index: number, custodian: number): number {
  const pool = pools[custodian];
  const drawn = draw(seed, index, TRAIT.code);
  const fraction = unit(drawn);
  if (!pool || fraction < 0.02) return NO_CODE;
  if (fraction < 0.028 && pool.used > pool.mapped) return pool.mapped;
  // Squaring makes the first codes much more frequent than the last.
  return Math.floor(unit(redraw(drawn, 1)) ** 2 * pool.mapped);
}

/** Returns a different code, if the custodian has one. */
export function otherCodeSlot(pools: CodePools, custodian: number, current: number, drawn: number): number {
  const used = pools[custodian]?.used ?? 0;
  if (current === NO_CODE) return used ? drawn % used : NO_CODE;
  return used < 2 ? current : (current + 1 + (drawn % (used - 1))) % used;
}

/** Returns the text of a code, or null. */
export const codeAt = (pools: CodePools, custodian: number, slot: number): string | null =>
  slot === NO_CODE ? null : (pools[custodian]?.codes[slot]?.code ?? null);
