import Big from 'big.js';
import { decimalOf, plain } from '#contract/fees/decimal';
import { closeGaps } from '#contract/fees/tiers';
import type { FeeTerms } from '#contract/fees/structure';
import type { AgreedTerms, TermsDifference } from '#contract/features/agreed-terms/calls';

/** The terms of a fee structure that a client can agree to. */
export interface SetUpTerms {
  readonly key: string;
  readonly terms: FeeTerms;
  /** Code as received. */
  readonly calculation: string | null;
  readonly collection: string | null;
}

/** Returns the fields that differ; null if the structure's tiers cannot be compared. */
export function termsDifferences(agreed: AgreedTerms, setUp: SetUpTerms): TermsDifference[] | null {
  const { terms, calculation } = setUp;
  const differences: TermsDifference[] = [];
  const addDifference = (
    field: TermsDifference['field'],
    agreedValue: string | null,
    setUpValue: string | null,
  ): void => void differences.push({ field, agreed: agreedValue, setUp: setUpValue });
  /** Compares amounts if the structure calculates in one of these ways; the first is what was agreed. */
  const compareAmount = (
    field: 'rate' | 'flatDollars',
    agreedValue: string,
    setUpValue: Big | null,
    calculations: readonly [string, ...string[]],
  ): void => {
    if (!calculations.includes(calculation ?? '')) addDifference('calculation', calculations[0], calculation);
    else if (!setUpValue?.eq(agreedValue)) addDifference(field, agreedValue, setUpValue && plain(setUpValue));
  };

  if (agreed.structure !== null && agreed.structure !== setUp.key)
    addDifference('structure', agreed.structure, setUp.key);
  if (agreed.rate !== null) compareAmount('rate', agreed.rate, terms.flatRate, ['R']);
  if (agreed.flatDollars !== null)
    compareAmount('flatDollars', agreed.flatDollars, terms.flatDollars, ['A', 'G']);
  if (agreed.tiers !== null) {
    if (calculation !== 'T' && calculation !== 'D') addDifference('calculation', 'T', calculation);
    else {
      const ladder = terms.tiers.faults.every(({ code }) => code === 'touch') ? closeGaps(terms.tiers) : null;
      if (!ladder) return null;
      const [agreedValue, setUpValue] = [tiersKey(agreed.tiers), tiersKey(ladder)];
      if (agreedValue !== setUpValue) addDifference('tiers', agreedValue, setUpValue);
    }
  }
  if (agreed.collection !== null && agreed.collection !== setUp.collection)
    addDifference('collection', agreed.collection, setUp.collection);
  if (agreed.frequency !== null && agreed.frequency !== terms.frequency)
    addDifference('frequency', agreed.frequency, terms.frequency);
  return differences;
}

/** Returns tiers as JSON in one form; adjacent tiers of one rate mean the same as one. */
function tiersKey(tiers: readonly { readonly to: string | null; readonly rate: string }[]): string {
  const isSameRate = (a: string, b: string | undefined) => b !== undefined && new Big(a).eq(b);
  return JSON.stringify(
    tiers
      .filter(({ rate }, index) => !isSameRate(rate, tiers[index + 1]?.rate))
      .map(({ to, rate }) => ({
        to: to === null ? null : plain(new Big(to)),
        rate: plain(decimalOf(rate) ?? new Big(0)),
      })),
  );
}
