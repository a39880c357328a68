import Big from 'big.js';
import { decimalOf, plain } from '#contract/fees/decimal';
import { closeGaps } from '#contract/fees/tiers';
import type { FeeTerms } from '#contract/fees/structure';
import type { AgreedTerms, TermsDifference } from '#contract/features/agreed-terms/calls';

/** The parts of a fee structure that can be agreed. */
export interface SetUpTerms {
  readonly key: string;
  readonly terms: FeeTerms;
  /** Code as received. */
  readonly calculation: string | null;
  readonly collection: string | null;
}

/** The fields that differ, or null if the structure's tiers cannot be compared. */
export function termsDifferences(agreed: AgreedTerms, setUp: SetUpTerms): TermsDifference[] | null {
  const { terms, calculation } = setUp;
  const differences: TermsDifference[] = [];
  const differs = (field: TermsDifference['field'], own: string | null, other: string | null): void =>
    void differences.push({ field, agreed: own, setUp: other });
  /** Compares amounts if the structure calculates in one of these ways; the first is what was agreed. */
  const amount = (
    field: 'rate' | 'flatDollars',
    own: string,
    other: Big | null,
    calculations: readonly [string, ...string[]],
  ): void => {
    if (!calculations.includes(calculation ?? '')) differs('calculation', calculations[0], calculation);
    else if (!other?.eq(own)) differs(field, own, other && plain(other));
  };

  if (agreed.structure !== null && agreed.structure !== setUp.key)
    differs('structure', agreed.structure, setUp.key);
  if (agreed.rate !== null) amount('rate', agreed.rate, terms.flatRate, ['R']);
  if (agreed.flatDollars !== null) amount('flatDollars', agreed.flatDollars, terms.flatDollars, ['A', 'G']);
  if (agreed.tiers !== null) {
    if (calculation !== 'T' && calculation !== 'D') differs('calculation', 'T', calculation);
    else {
      const ladder = terms.tiers.faults.every(({ code }) => code === 'touch') ? closeGaps(terms.tiers) : null;
      if (!ladder) return null;
      const [own, other] = [tiersKey(agreed.tiers), tiersKey(ladder)];
      if (own !== other) differs('tiers', own, other);
    }
  }
  if (agreed.collection !== null && agreed.collection !== setUp.collection)
    differs('collection', agreed.collection, setUp.collection);
  if (agreed.frequency !== null && agreed.frequency !== terms.frequency)
    differs('frequency', agreed.frequency, terms.frequency);
  return differences;
}

/** Returns tiers as JSON in one form; adjacent tiers of one rate mean the same as one. */
function tiersKey(tiers: readonly { readonly to: string | null; readonly rate: string }[]): string {
  const same = (a: string, b: string | undefined) => b !== undefined && new Big(a).eq(b);
  return JSON.stringify(
    tiers
      .filter(({ rate }, at) => !same(rate, tiers[at + 1]?.rate))
      .map(({ to, rate }) => ({
        to: to === null ? null : plain(new Big(to)),
        rate: plain(decimalOf(rate) ?? new Big(0)),
      })),
  );
}
