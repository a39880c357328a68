import { columnsOf, type Column, type Resource } from '../resource';
import { optionalResources } from './optional-resources';

/** A column whose cells come from the record with the same key in another list. They are not stored with the record. */
export interface BorrowedColumn extends Column {
  readonly from: keyof typeof optionalResources;
}

const BORROWED = {
  accounts: { latestBalances: ['total_value', 'cash_value', 'reported_date'] },
} as const satisfies Readonly<
  Record<string, { readonly [List in keyof typeof optionalResources]?: readonly string[] }>
>;

/** Returns the columns that a list borrows, in order: sorted, filtered and exported like its own, never edited. */
export function borrowedColumns({ name }: Pick<Resource, 'name'>): BorrowedColumn[] {
  if (name !== 'accounts') return [];
  return BORROWED.accounts.latestBalances.map((field): BorrowedColumn => {
    return {
      ...optionalResources.latestBalances.fields[field],
      name: field,
      shown: false,
      from: 'latestBalances',
    };
  });
}

/** Returns all columns that a list can show: its own, then the borrowed ones. */
export const shownColumnsOf = (descriptor: Resource): Column[] => [
  ...columnsOf(descriptor),
  ...borrowedColumns(descriptor),
];
