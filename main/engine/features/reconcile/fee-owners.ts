import type { StoredFee } from '../../workspace/features/fee-history/fee-history';
import { KIND_BITS, type ReconciledLine } from './lines';
import { accountNumberIn, normalizeAccountNumber } from './numbers';

/**
 * The owner of a stored fee, as text. It outlives the cache, and matches accounts that were unknown at the
 * time.
 */

const ofAccount = (key: string): string => `a${key}`;
const ofNumber = (custodian: string, folded: string): string => `n${custodian} ${folded}`;
/** The number of several accounts, which belongs to none of them for certain. */
const ofSharedNumber = (custodian: string, folded: string): string => `s${custodian} ${folded}`;

/** An account as the cache has it. */
export interface FeeAccount {
  readonly key: string;
  readonly number: string | null;
  readonly custodian: string | null;
}

/** Returns the owners of an account's fees: matched, or not in the data when the file was read. */
export function ownersOf({ key, number, custodian }: FeeAccount): string[] {
  if (number === null) return [ofAccount(key)];
  const folded = normalizeAccountNumber(accountNumberIn(number));
  return [ofAccount(key), ofNumber('', folded), ...(custodian ? [ofNumber(custodian, folded)] : [])];
}

/** Returns the owners of fees whose number this account shares with others. */
export function sharedOwnersOf({ number, custodian }: FeeAccount): string[] {
  if (number === null) return [];
  const folded = normalizeAccountNumber(accountNumberIn(number));
  return [ofSharedNumber('', folded), ...(custodian ? [ofSharedNumber(custodian, folded)] : [])];
}

/** Returns the key of the matched account; null if the line matched none. */
export const accountOfOwner = (owner: string): string | null =>
  owner.startsWith('a') ? owner.slice(1) : null;

/** Returns the lines of an archive as the fee history stores them. */
export const storedFees = (lines: readonly ReconciledLine[]): StoredFee[] =>
  lines.map((line) => ({
    owner: ownerOf(line),
    at: line.at,
    custodian: line.mapping.custodian,
    number: line.number,
    amount: line.amount,
  }));

function ownerOf({ account, mapping: { custodian }, folded, kinds }: ReconciledLine): string {
  if (account) return ofAccount(account.key);
  return (kinds & KIND_BITS.ambiguous) === 0
    ? ofNumber(custodian, folded)
    : ofSharedNumber(custodian, folded);
}
