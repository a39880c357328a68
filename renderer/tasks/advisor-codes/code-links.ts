import type { CodeRow } from '../../../preload/contract/calls/advisor-codes';
import { accountsWithCodes } from '../../../preload/contract/domain/account-codes';
import type { ListMeans } from '../../resource/list/list-view';
import { codesOf } from './codes.svelte';

/** Returns codes with their custodians, for rows that have both. */
export const named = (rows: readonly CodeRow[]) =>
  rows.flatMap(({ custodian, code }) => (custodian && code ? [{ custodian, code }] : []));

/** Opens the list of accounts that have any of the codes. */
export const showAccounts = ({ go }: Pick<ListMeans, 'go'>, rows: readonly CodeRow[]): void =>
  go({ place: 'resource', resource: 'accounts', filters: accountsWithCodes(named(rows)) });

/** Starts to create codes that accounts have; the user chooses the firm. */
export function map(means: ListMeans, rows: readonly CodeRow[]): void {
  codesOf(means).wanted = { kind: rows.length === 1 ? 'one' : 'many', rows };
}
