import type { HouseholdPlan, HouseholdRow } from '#contract/features/billing-groups/calls';
import { MAX_DRAFT_RECORDS, type Draft } from '#contract/edit';
import { failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';

export type HouseholdRowState = HouseholdRow['state'];

/** The plan of groups from households, and the selected part of it. */
export class HouseholdGroupsPlan {
  plan = $state.raw<HouseholdPlan | null>(null);
  state = $state<HouseholdRowState>('new');
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);
  readonly rows: readonly HouseholdRow[] = $derived.by(
    () => this.plan?.rows.filter(({ state }) => state === this.state) ?? [],
  );

  constructor(readonly engine: EngineClient) {}

  async load(): Promise<void> {
    try {
      this.plan = await this.engine.billingGroups.planHouseholds();
      this.failure = null;
    } catch (error) {
      this.failure = failureOf(error);
    }
  }

  /** Drafts groups of the selected households or, if none is selected, of all displayed ones; at most one draft's records. */
  async createDrafts(selectedKeys: readonly string[]): Promise<Draft[]> {
    if (this.busy) return [];
    this.busy = true;
    try {
      const keys = selectedKeys.length > 0 ? selectedKeys : this.rows.map(({ key }) => key);
      return await this.engine.billingGroups.draftHouseholds({
        chosen: { kind: 'keys', keys: keys.slice(0, MAX_DRAFT_RECORDS) },
      });
    } catch (error) {
      this.failure = failureOf(error);
      return [];
    } finally {
      this.busy = false;
    }
  }
}
