import type { Filter } from '../query';

/** An advisor code of a custodian. */
export interface CodeName {
  readonly custodian: string;
  readonly code: string;
}

/**
 * Filters that find the accounts which carry any of the codes: whoever counts such accounts, and whoever leads to them,
 * asks with these. An account can carry several codes (wire facts), and `advisor_codes` has them all.
 */
export const accountsWithCodes = (names: readonly CodeName[]): Filter[] => [
  { op: 'in', field: 'custodian', values: [...new Set(names.map(({ custodian }) => custodian))] },
  { op: 'in', field: 'advisor_codes', values: [...new Set(names.map(({ code }) => code))] },
];
