import type { CodeRow } from '#contract/features/advisor-codes/calls';
import { accountsWithCodes } from '#contract/filter-values';
import type { ListContext } from '../../records/list/list-view';
import { codesOf } from './codes.svelte';

/** Returns codes with their custodians, for rows that have both. */
export const codesWithCustodian = (rows: readonly CodeRow[]) =>
  rows.flatMap(({ custodian, code }) => (custodian && code ? [{ custodian, code }] : []));

/** Opens the list of accounts that have any of the codes at any of their custodians. */
export const showAccounts = ({ go }: Pick<ListContext, 'go'>, rows: readonly CodeRow[]): void =>
  go({ screen: 'resource', resource: 'accounts', filters: accountsWithCodes(codesWithCustodian(rows)) });

/** Starts the creation of mappings for codes that accounts have; the user chooses the firm. */
export function createMappings(context: ListContext, rows: readonly CodeRow[]): void {
  codesOf(context).codesToCreate = { kind: rows.length === 1 ? 'one' : 'many', rows };
}
