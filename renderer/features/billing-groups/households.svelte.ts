import type { HouseholdPlan, HouseholdRow } from '#contract/features/billing-groups/calls';
import { MAX_DRAFT_RECORDS, type Draft } from '#contract/edit';
import type { EngineClient } from '../../bridge';
import { PageWork } from '../../state/page-work.svelte';

export type HouseholdRowState = HouseholdRow['state'];

/** The plan of groups from households, and its rows with the selected planned action. */
export class HouseholdGroupsPlan extends PageWork<'draft'> {
  plan = $state.raw<HouseholdPlan | null>(null);
  /** The planned action whose rows are shown. */
  state = $state<HouseholdRowState>('new');
  readonly rows: readonly HouseholdRow[] = $derived.by(
    () => this.plan?.rows.filter(({ state }) => state === this.state) ?? [],
  );

  constructor(readonly engine: EngineClient) {
    super();
  }

  load(): Promise<void> {
    return this.readData(async () => void (this.plan = await this.engine.billingGroups.planHouseholds()));
  }

  /** Drafts groups of the selected households, else of all displayed ones; at most as many as one draft may have. */
  async createDrafts(selectedKeys: readonly string[]): Promise<Draft[]> {
    const keys = selectedKeys.length > 0 ? selectedKeys : this.rows.map(({ key }) => key);
    const chosen = { kind: 'keys' as const, keys: keys.slice(0, MAX_DRAFT_RECORDS) };
    return (await this.run('draft', () => this.engine.billingGroups.draftHouseholds({ chosen }))) ?? [];
  }
}
