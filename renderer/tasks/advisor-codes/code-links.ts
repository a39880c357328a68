import type { CodeRow } from '../../../preload/contract/calls/advisor-codes';
import { accountsWithCodes } from '../../../preload/contract/domain/account-codes';
import type { ListMeans } from '../../resource/list/list-view';
import { codesOf } from './codes.svelte';

/** Codes with their custodians, of those that have both. */
export const named = (rows: readonly CodeRow[]) =>
  rows.flatMap(({ custodian, code }) => (custodian && code ? [{ custodian, code }] : []));

/** Leads to the accounts that carry any of the codes. */
export const showAccounts = ({ go }: Pick<ListMeans, 'go'>, rows: readonly CodeRow[]): void =>
  go({ place: 'resource', resource: 'accounts', filters: accountsWithCodes(named(rows)) });

/** Codes that accounts carry, to be created: the firm is for the person to say. */
export function map(means: ListMeans, rows: readonly CodeRow[]): void {
  codesOf(means).wanted = { kind: rows.length === 1 ? 'one' : 'many', rows };
}
