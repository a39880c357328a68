import { DEMO_CUSTODIANS } from './custodians';
import { FIRMS, MAIN_FIRM } from './firms';
import { again, draw, TRAIT, unit, type Seed } from './random';

/** One advisor code a custodian knows; `mapped`: the firm's mapping has it; `used`: accounts carry it. */
export interface PoolCode {
  readonly code: string;
  readonly mapped: boolean;
  readonly used: boolean;
  readonly firm: number;
}

/** The codes of a custodian: first those mapped and used, then a used one the mapping lacks, then an idle one. */
export interface CodePool {
  readonly codes: readonly PoolCode[];
  readonly mapped: number;
  readonly used: number;
}

/** By position of the custodian in `DEMO_CUSTODIANS`. */
export type CodePools = readonly CodePool[];

export const NO_CODE = 255;

/** More codes for bigger firms and bigger custodians: 3 to 20 each. */
export function codePools(seed: Seed, accounts: number): CodePools {
  const growth = Math.log10(Math.max(10, accounts)) / 6;
  return DEMO_CUSTODIANS.map((custodian, position) => {
    const mapped = 1 + Math.round(growth * Math.sqrt(custodian.share) * 2.6);
    const unmapped = custodian.persons || position % 3 === 0 ? 1 : 0;
    const idle = position % 2 === 0 ? 1 : 0;
    const texts = new Set<string>();
    for (let slot = 0; texts.size < mapped + unmapped + idle; slot++) {
      // Twice the same text is skipped: a custodian does not know a code twice.
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

/** Which code of its custodian an account carries. Two in a hundred carry none, few an unmapped one. */
export function codeSlot(pools: CodePools, seed: Seed, index: number, custodian: number): number {
  const pool = pools[custodian];
  const drawn = draw(seed, index, TRAIT.code);
  const part = unit(drawn);
  if (!pool || part < 0.02) return NO_CODE;
  if (part < 0.028 && pool.used > pool.mapped) return pool.mapped;
  // The square makes the first codes much more frequent than the last ones.
  return Math.floor(unit(again(drawn, 1)) ** 2 * pool.mapped);
}

/** Another code than the present one, where the custodian has one. */
export function otherCodeSlot(pools: CodePools, custodian: number, present: number, drawn: number): number {
  const used = pools[custodian]?.used ?? 0;
  if (present === NO_CODE) return used ? drawn % used : NO_CODE;
  return used < 2 ? present : (present + 1 + (drawn % (used - 1))) % used;
}

/** The text of a code, or null. */
export const codeAt = (pools: CodePools, custodian: number, slot: number): string | null =>
  slot === NO_CODE ? null : (pools[custodian]?.codes[slot]?.code ?? null);
