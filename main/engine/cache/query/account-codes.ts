import { LIST_SEPARATOR } from '../schema/cells';
import type { TableReader } from './table-reader';

/** Accounts of one custodian that have the same advisor codes. */
export interface AccountCodes {
  readonly custodian: string;
  /** One or more: an account can have several codes (wire facts). */
  readonly codes: readonly string[];
  readonly accounts: number;
}

/** Counts accounts by custodian and advisor codes. Accounts without a code or custodian are left out. */
export const accountCodes = (accounts: TableReader): AccountCodes[] =>
  accounts.pairCounts('custodian', 'advisor_codes').map(({ first, second, count }) => ({
    custodian: first,
    codes: [...new Set(second.split(LIST_SEPARATOR))],
    accounts: count,
  }));
