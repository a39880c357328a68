import type Big from 'big.js';
import { textAt } from '../../exact-json/patch';
import { readExact, type Exact } from '../../exact-json/read';
import { JsonFault } from '../../exact-json/scan';
import { decimalOf } from './decimal';
import { readTiers, type Tiers } from './tiers';

/** What a fee is calculated by (spec 2.9, calculation_type). */
export const CALCULATIONS = ['R', 'A', 'G', 'D', 'T', 'F'] as const;
export type Calculation = (typeof CALCULATIONS)[number];

/** What of a fee structure its fee depends on. */
export interface Terms {
  /** Null: none, or a code that is not known here. */
  readonly calculation: Calculation | null;
  /** In percent. */
  readonly flatRate: Big | null;
  readonly flatDollars: Big | null;
  readonly tiers: Tiers;
  /** Code of the frequency, as it came. */
  readonly frequency: string | null;
}

/** Which of the fields that carry a fee each calculation uses. The others are kept as they are, and mean nothing. */
export const USES: Readonly<Record<Calculation, readonly ('flat_rate' | 'flat_dollar_fee' | 'tiers')[]>> = {
  R: ['flat_rate'],
  A: ['flat_dollar_fee'],
  G: ['flat_dollar_fee'],
  D: ['tiers'],
  T: ['tiers'],
  F: [],
};

export const isCalculation = (code: string | null): code is Calculation =>
  CALCULATIONS.some((each) => each === code);

/** Terms by the JSON text of each field, as a form or a record has it; undefined where there is none. */
export function termsOf(text: (field: string) => string | undefined): Terms {
  const calculation = wordOf(text('calculation_type'));
  return {
    calculation: isCalculation(calculation) ? calculation : null,
    flatRate: decimalOf(valueOf(text('flat_rate'))),
    flatDollars: decimalOf(valueOf(text('flat_dollar_fee'))),
    tiers: readTiers(text('tiers')),
    frequency: wordOf(text('frequency')),
  };
}

/** Terms of a raw record. */
export const termsIn = (raw: string): Terms => termsOf((field) => fieldText(raw, field));

const wordOf = (text: string | undefined): string | null => {
  const value = valueOf(text);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};
const fieldText = (raw: string, field: string): string | undefined => orNothing(() => textAt(raw, [field]));
const valueOf = (text: string | undefined): Exact | undefined =>
  text === undefined ? undefined : orNothing(() => readExact(text));

/** What is no JSON has no value. */
function orNothing<V>(read: () => V): V | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}
