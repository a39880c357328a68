import { failureOf, type Failure } from '#contract/failure';
import type { Cell, Filter } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';

/** Records per read, and keys per filter. */
const CHUNK = 500;

/** A record of one of the household's lists, by column. */
export interface HouseholdRecord {
  readonly key: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

const ACCOUNT_COLUMNS = ['name', 'number', 'custodian', 'status', 'payment_source', 'fee_structures_ids'];
const PERSON_COLUMNS = ['first_name', 'last_name', 'entity_name', 'type', 'account_id', 'email'];
const GROUP_COLUMNS = ['name', 'household_id', 'assignments'];

const isOneOf = (field: string, values: string[]): Filter => ({ op: 'in', field, values });

/** A household from cached lists; only the latest load counts. */
export class Household {
  /** Its name, if the service has household records; null if not read yet, or not available. */
  name = $state.raw<string | null>(null);
  /** Null before the first response, like all lists here. */
  accounts = $state.raw<readonly HouseholdRecord[] | null>(null);
  people = $state.raw<readonly HouseholdRecord[] | null>(null);
  groups = $state.raw<readonly HouseholdRecord[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  #latestLoad = 0;

  constructor(
    readonly engine: EngineClient,
    readonly id: string,
  ) {}

  /** IDs of the accounts' fee structures, each with its number of accounts. */
  readonly structures = $derived.by(() => {
    const counts = new Map<string, number>();
    // A cell with a list separates its items with a comma and a space; the service may repeat one.
    for (const { cells } of this.accounts ?? [])
      for (const id of new Set(String(cells['fee_structures_ids'] ?? '').split(', ')))
        if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts].map(([id, accounts]) => ({ id, accounts }));
  });

  /** The accounts that a billing group can bill. */
  readonly openAccounts = $derived((this.accounts ?? []).filter(({ cells }) => cells['status'] !== 'closed'));
  /** Its own billing group; null if it has none, or several. */
  readonly ownGroup = $derived.by(() => {
    const ownGroups = (this.groups ?? []).filter(
      ({ cells }) => String(cells['household_id'] ?? '') === this.id,
    );
    return ownGroups.length === 1 ? (ownGroups[0] ?? null) : null;
  });

  /** Returns the open accounts as a selection in the list of accounts. */
  openAccountsSelection() {
    const keys = this.openAccounts.map(({ key }) => key);
    return {
      count: keys.length,
      query: {
        resource: 'accounts' as const,
        search: '',
        filters: [isOneOf('household_id', [this.id])],
        sort: { ...resourceNamed('accounts').sort },
      },
      selection: { kind: 'keys' as const, keys },
      keys: () => Promise.resolve(keys),
    };
  }

  async load(): Promise<void> {
    const load = ++this.#latestLoad;
    const isLatest = () => load === this.#latestLoad;
    try {
      const [record, accounts] = await Promise.all([
        this.engine.records.get({ resource: 'households', key: this.id }),
        this.#list('accounts', 'household_id', [this.id], ACCOUNT_COLUMNS),
      ]);
      const keys = accounts.map(({ key }) => key);
      const [people, ownGroups, assignedGroups] = await Promise.all([
        this.#list('relatedPersons', 'account_id', keys, PERSON_COLUMNS),
        this.#list('billingGroups', 'household_id', [this.id], GROUP_COLUMNS),
        this.#list('billingGroups', 'assignments', keys, GROUP_COLUMNS),
      ]);
      if (!isLatest()) return;
      this.name = record?.title ?? null;
      this.accounts = accounts;
      this.people = people;
      this.groups = [
        ...new Map([...ownGroups, ...assignedGroups].map((group) => [group.key, group])).values(),
      ];
      this.failure = null;
    } catch (error) {
      if (isLatest()) this.failure = failureOf(error);
    }
  }

  /** Returns the records that have one of these values, in the list's order within a chunk of values. */
  async #list(
    resource: ResourceName,
    field: string,
    values: string[],
    columns: string[],
  ): Promise<HouseholdRecord[]> {
    const { sort } = resourceNamed(resource);
    const records: HouseholdRecord[] = [];
    for (let from = 0; from < values.length; from += CHUNK) {
      const filters = [isOneOf(field, values.slice(from, from + CHUNK))];
      const query = { resource, search: '', filters, sort: { ...sort } };
      for (let offset = 0; ; offset += CHUNK) {
        const { rows, total } = await this.engine.records.window({ query, columns, offset, limit: CHUNK });
        for (const { key, cells } of rows)
          records.push({
            key,
            cells: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? null])),
          });
        if (rows.length === 0 || offset + rows.length >= total) break;
      }
    }
    return records;
  }
}
