import type Big from 'big.js';
import { textAt } from '../exact-json/patch';
import { readExact, type Exact } from '../exact-json/read';
import { unlessInvalidJson } from '../exact-json/scan';
import { decimalOf } from './decimal';
import { readTiers, type Tiers } from './tiers';

/**
 * Calculation types of a fee (spec 2.9, calculation_type): R flat rate, A flat dollars per account, G flat dollars per
 * group, D drop-through, T tiered, F favor.
 */
export const CALCULATIONS = ['R', 'A', 'G', 'D', 'T', 'F'] as const;
export type Calculation = (typeof CALCULATIONS)[number];

/** The parts of a fee structure that determine its fee. */
export interface FeeTerms {
  /** Null: absent, or an unknown code. */
  readonly calculation: Calculation | null;
  /** In percent. */
  readonly flatRate: Big | null;
  readonly flatDollars: Big | null;
  readonly tiers: Tiers;
  /** Frequency code as received. */
  readonly frequency: string | null;
}

/** The fee fields that each calculation uses. The others are kept but have no effect. */
export const FIELDS_USED: Readonly<
  Record<Calculation, readonly ('flat_rate' | 'flat_dollar_fee' | 'tiers')[]>
> = {
  R: ['flat_rate'],
  A: ['flat_dollar_fee'],
  G: ['flat_dollar_fee'],
  D: ['tiers'],
  T: ['tiers'],
  F: [],
};

export const isCalculation = (code: string | null): code is Calculation =>
  CALCULATIONS.some((known) => known === code);

/** Months per bill of a frequency. */
const MONTHS: Readonly<Record<string, number>> = { M: 1, Q: 3, Y: 12 };
export const monthsOf = (frequency: string | null): number | null =>
  frequency !== null && Object.hasOwn(MONTHS, frequency) ? (MONTHS[frequency] ?? null) : null;

/** Returns terms from the JSON text of each field, from a form or record. */
export function termsOf(text: (field: string) => string | undefined): FeeTerms {
  const calculation = codeOf(text('calculation_type'));
  return {
    calculation: isCalculation(calculation) ? calculation : null,
    flatRate: decimalOf(valueOf(text('flat_rate'))),
    flatDollars: decimalOf(valueOf(text('flat_dollar_fee'))),
    tiers: readTiers(text('tiers')),
    frequency: codeOf(text('frequency')),
  };
}

/** Returns the terms of a raw record. */
export const termsIn = (raw: string): FeeTerms => termsOf((field) => fieldText(raw, field));

const codeOf = (text: string | undefined): string | null => {
  const value = valueOf(text);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};
const fieldText = (raw: string, field: string): string | undefined =>
  unlessInvalidJson(() => textAt(raw, [field]));
const valueOf = (text: string | undefined): Exact | undefined =>
  text === undefined ? undefined : unlessInvalidJson(() => readExact(text));
