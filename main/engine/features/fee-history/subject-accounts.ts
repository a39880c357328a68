import type { FeeSubject } from '#contract/features/fee-history/schemas';
import { allRecordsQuery } from '#contract/query';
import type { CacheReader } from '../../cache/query/reader';
import { idListInCell } from '../../records/id-key';
import type { FeeAccount } from '../reconcile/account-refs';

const CHUNK = 10_000;

export type SubjectReader = Pick<CacheReader, 'keys' | 'rowsOf'>;

/**
 * Returns the account, or those that a household, billing group or fee structure has now. An account that is not in
 * the cache is returned without its number, so that its fees are found by its key.
 */
export function accountsOfSubject(reader: SubjectReader, { resource, key }: FeeSubject): FeeAccount[] {
  switch (resource) {
    case 'accounts':
      return accountsWithKeys(reader, [key]);
    case 'households':
      return accountsWithKeys(reader, keysWith(reader, 'household_id', key));
    case 'feeStructures':
      return accountsWithKeys(reader, keysWith(reader, 'fee_structures_ids', key));
    case 'billingGroups': {
      const [[, , assignments] = []] = reader.rowsOf('billingGroups', [key], ['assignments']);
      return accountsWithKeys(reader, [...new Set(idListInCell(assignments))]);
    }
  }
}

function keysWith(reader: SubjectReader, field: string, value: string): string[] {
  const query = allRecordsQuery('accounts', [{ op: 'in', field, values: [value] }]);
  return reader.keys({ query, offset: 0, limit: Infinity }).keys;
}

function accountsWithKeys(reader: SubjectReader, keys: readonly string[]): FeeAccount[] {
  const byKey = new Map<string, FeeAccount>();
  for (let offset = 0; offset < keys.length; offset += CHUNK) {
    const rows = reader.rowsOf('accounts', keys.slice(offset, offset + CHUNK), ['number', 'custodian']);
    for (const [, key, number, custodian] of rows)
      byKey.set(String(key), {
        key: String(key),
        number: number === null || number === undefined ? null : String(number),
        custodian: custodian === null || custodian === undefined ? null : String(custodian),
      });
  }
  return keys.map((key) => byKey.get(key) ?? { key, number: null, custodian: null });
}
