import { MAX_ASSIGNED } from '#contract/features/billing-groups/schemas';
import type {
  AssignedAccount,
  AddToGroupPlan,
  AddToGroupRequest,
} from '#contract/features/billing-groups/calls';
import { PAID_BY_ITSELF, PAID_BY_GROUP } from '#contract/features/billing-groups/assignments';
import type { Draft } from '#contract/edit';
import { failureOf, type Failure } from '#contract/failure';
import type { Query, Selection } from '#contract/query';
import type { EngineClient } from '../../bridge';
import { PageWork, trackFailure } from '../../state/page-work.svelte';
import type { RecordMatch } from './search-records';

/** A suggested target: an existing group, or the name of a new one. */
export interface SuggestedGroup {
  readonly group: RecordMatch | null;
  readonly name: string;
}

/** The form that adds selected accounts to a billing group, and the plan of its effects. */
export class AddToGroupForm extends PageWork<'draft'> {
  kind = $state<'group' | 'new'>('group');
  group = $state.raw<RecordMatch | null>(null);
  name = $state('');
  firm = $state('');
  household = $state('');
  pays = $state<'itself' | 'group' | 'account'>('itself');
  payer = $state.raw<RecordMatch | null>(null);
  move = $state<'move' | 'stay'>('move');
  accounts = $state.raw<readonly AssignedAccount[]>([]);
  plan = $state.raw<AddToGroupPlan | null>(null);
  planFailure = $state.raw<Failure | null>(null);
  #requestCount = 0;

  readonly request: AddToGroupRequest | null = $derived.by(() => {
    const target =
      this.kind === 'group'
        ? this.group && { kind: 'group' as const, group: this.group.key }
        : this.name.trim() !== '' && /^\d+$/.test(this.firm)
          ? { kind: 'new' as const, name: this.name, firm: this.firm, household: this.household || null }
          : null;
    const payer =
      this.pays === 'itself'
        ? PAID_BY_ITSELF
        : this.pays === 'group'
          ? PAID_BY_GROUP
          : (this.payer?.key ?? null);
    if (!target || payer === null) return null;
    const { query, selection } = this;
    return { query, selection, target, payer, move: this.move === 'move' };
  });

  /** Groups that contain some of the accounts: the most likely choices. */
  readonly likelyGroups: readonly RecordMatch[] = $derived.by(() => {
    const groups = this.accounts.flatMap((account) => account.groups);
    const byId = new Map(groups.map(({ id, name }) => [id, name]));
    const countIn = (id: string) => groups.filter((group) => group.id === id).length;
    return [...byId].slice(0, 8).map(([id, name]) => ({
      key: id,
      title: name,
      detail: `has ${countIn(id)} of these`,
    }));
  });
  readonly firms: readonly string[] = $derived(distinctByFrequency(this.accounts.map(({ firm }) => firm)));
  readonly households: readonly string[] = $derived(
    distinctByFrequency(this.accounts.map(({ household }) => household)),
  );

  constructor(
    readonly engine: () => EngineClient,
    readonly query: Query,
    readonly selection: Selection,
    suggestion?: SuggestedGroup,
  ) {
    super();
    if (!suggestion) return;
    this.kind = suggestion.group ? 'group' : 'new';
    this.group = suggestion.group;
    this.name = suggestion.name;
  }

  /** Loads the accounts. Suggests their most frequent firm, and their household if they have only one. */
  load(readKeys: () => Promise<readonly string[]>): Promise<void> {
    return trackFailure(this, async () => {
      const keys = await readKeys();
      this.accounts = await this.engine().billingGroups.accounts({ ids: keys.slice(0, MAX_ASSIGNED) });
      this.firm = this.firms[0] ?? '';
      if (this.households.length === 1) this.household = this.households[0] ?? '';
    });
  }

  /** Plans a request; only the latest one counts. */
  async planRequest(request: AddToGroupRequest | null): Promise<void> {
    const requestNumber = ++this.#requestCount;
    if (!request) {
      this.plan = this.planFailure = null;
      return;
    }
    try {
      const plan = await this.engine().billingGroups.planAddToGroup(request);
      if (requestNumber !== this.#requestCount) return;
      this.plan = plan;
      this.planFailure = null;
    } catch (error) {
      if (requestNumber !== this.#requestCount) return;
      this.plan = null; // the one shown is of an earlier request
      this.planFailure = failureOf(error);
    }
  }

  /** Creates the draft to review and send. Returns null on failure. */
  async draft(): Promise<Draft | null> {
    const { request } = this;
    return request && this.run('draft', () => this.engine().billingGroups.draftAddToGroup(request));
  }
}

/** Returns the distinct values, the most frequent first. */
function distinctByFrequency(values: readonly (string | null)[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
