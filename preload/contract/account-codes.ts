import type { Filter } from './query';

/** A custodian's advisor code. */
export interface CodeName {
  readonly custodian: string;
  readonly code: string;
}

/**
 * Returns filters for the accounts with any of these codes, used both to count and to show them. An account
 * can have several codes (wire facts); `advisor_codes` has all of them.
 */
export const accountsWithCodes = (names: readonly CodeName[]): Filter[] => [
  { op: 'in', field: 'custodian', values: [...new Set(names.map(({ custodian }) => custodian))] },
  { op: 'in', field: 'advisor_codes', values: [...new Set(names.map(({ code }) => code))] },
];
