import { LIST_GAP } from './cells';
import type { TableReader } from './table-reader';

/** Accounts of one custodian that carry the same advisor codes. */
export interface AccountCodes {
  readonly custodian: string;
  /** One or several: an account can have more than one (wire facts). */
  readonly codes: readonly string[];
  readonly accounts: number;
}

/** Which advisor codes accounts carry; those without a code or a custodian are left out. */
export const accountCodes = (accounts: TableReader): AccountCodes[] =>
  accounts.pairs('custodian', 'advisor_codes').map(({ one, other, count }) => ({
    custodian: one,
    codes: [...new Set(other.split(LIST_GAP))],
    accounts: count,
  }));
