import { allRecordsQuery, type Query, type Selection } from '#contract/query';
import { accounts } from '#contract/resources/accounts';
import type { Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { trackFailure } from '../../state/page-work.svelte';
import { formatValue } from '../../ui/format';

/** Returns the query for the accounts of a fee structure in the cache. */
export const accountsWith = (key: string): Query =>
  allRecordsQuery('accounts', [{ op: 'in', field: 'fee_structures_ids', values: [key] }]);

const structureWith = (key: string): { query: Query; selection: Selection } => ({
  query: allRecordsQuery('feeStructures'),
  selection: { kind: 'keys', keys: [key] },
});

/** The number of accounts with a structure, and their states. */
export class StructureUsage {
  /** Null until loaded. */
  total = $state.raw<number | null>(null);
  /** The number of accounts by status, such as 12 “Funded”; the highest first. */
  states = $state.raw<readonly { readonly label: string; readonly count: number }[]>([]);
  /** False if other accounts may use it that are not downloaded yet. */
  isComplete = $state.raw(true);
  failure = $state.raw<Failure | null>(null);

  load(engine: EngineClient, key: string): Promise<void> {
    const query = accountsWith(key);
    return trackFailure(this, async () => {
      const [{ groups, incompleteLists }, { values }] = await Promise.all([
        engine.dependents.find(structureWith(key)),
        engine.records.facets({ query, field: 'status', contains: '', limit: 10 }),
      ]);
      this.total = groups.find(({ resource }) => resource === 'accounts')?.total ?? 0;
      this.isComplete = !incompleteLists.includes('accounts');
      this.states = values.map(({ value, count }) => ({
        label: value === null ? 'No status' : formatValue(accounts.fields.status, value),
        count,
      }));
    });
  }
}
