import type { StoredFee } from '../fee-history/saved-work/fee-history';
import { KIND_BITS, type ReconciledLine } from './lines';
import { accountNumberIn, normalizeAccountNumber } from './numbers';

/**
 * A reference to the account that a stored fee bills, as text: `a` and the key of the matched account, `n` and a
 * number that matched none, or `s` and a number that several accounts share. The file's custodian, empty if unknown,
 * precedes a number. References outlive the cache, and also find accounts that were not in the data when the file was
 * read.
 */

export const accountRefOfKey = (key: string): string => `a${key}`;
const numberRef = (custodian: string, folded: string): string => `n${custodian} ${folded}`;
const sharedNumberRef = (custodian: string, folded: string): string => `s${custodian} ${folded}`;

/** An account as the cache has it. */
export interface FeeAccount {
  readonly key: string;
  readonly number: string | null;
  readonly custodian: string | null;
}

/** Returns an account's number as references contain it. */
export const normalizedAccountNumber = (number: string): string =>
  normalizeAccountNumber(accountNumberIn(number));

/** Returns the references that fees of this account have, whether or not it was matched when the file was read. */
export function accountRefsOf({ key, number, custodian }: FeeAccount): string[] {
  if (number === null) return [accountRefOfKey(key)];
  const folded = normalizedAccountNumber(number);
  return [accountRefOfKey(key), numberRef('', folded), ...(custodian ? [numberRef(custodian, folded)] : [])];
}

/** Returns the references of fees whose account number this account shares with others. */
export function sharedAccountRefsOf({ number, custodian }: FeeAccount): string[] {
  if (number === null) return [];
  const folded = normalizedAccountNumber(number);
  return [sharedNumberRef('', folded), ...(custodian ? [sharedNumberRef(custodian, folded)] : [])];
}

/** Returns the key of the matched account; null if the line matched none or several. */
export const accountKeyOfRef = (accountRef: string): string | null =>
  accountRef.startsWith('a') ? accountRef.slice(1) : null;

/** Returns the number in the reference of a line without an account. */
export const accountNumberOfRef = (accountRef: string): string =>
  accountRef.slice(accountRef.indexOf(' ') + 1);

/** Returns whether several accounts have the number of the line. */
export const isSharedNumberRef = (accountRef: string): boolean => accountRef.startsWith('s');

/** Returns the lines of an archive as the fee history stores them. */
export const storedFees = (lines: readonly ReconciledLine[]): StoredFee[] =>
  lines.map((line) => ({
    accountRef: accountRefOf(line),
    at: line.at,
    custodian: line.mapping.custodian,
    number: line.number,
    amount: line.amount,
  }));

function accountRefOf({ account, mapping: { custodian }, folded, kinds }: ReconciledLine): string {
  if (account) return accountRefOfKey(account.key);
  return (kinds & KIND_BITS.ambiguous) === 0
    ? numberRef(custodian, folded)
    : sharedNumberRef(custodian, folded);
}
