import type { AfterGroups } from '../../../preload/contract/calls/billing-groups';
import type { Draft } from '../../../preload/contract/edit';
import type { Job } from '../../../preload/contract/job';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../kit/toast';

/** What a job that created or changed billing groups has left to be done, and doing it. */
export class After {
  left = $state.raw<AfterGroups | null>(null);
  busy = $state(false);
  /** The older call that takes accounts out, as it stands. */
  removal = $state.raw<Job | null>(null);

  constructor(
    private readonly engine: EngineClient,
    private readonly job: string,
  ) {}

  async look(): Promise<void> {
    try {
      this.left = await this.engine.billingGroups.after({ job: this.job });
    } catch (error) {
      showFailure(error);
    }
  }

  /** The accounts of new groups, taken out of their earlier ones: a draft; null where it failed. */
  async leave(): Promise<Draft | null> {
    if (this.busy) return null;
    this.busy = true;
    try {
      return await this.engine.billingGroups.draftLeaving({ job: this.job });
    } catch (error) {
      showFailure(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Takes out by the older call what the PUTs did not, and follows it to its end. Fails as starting a job does. */
  async remove(): Promise<void> {
    const { billingGroups, jobs } = this.engine;
    const { id: job, total } = await billingGroups.planRemoval({ job: this.job });
    await jobs.start({ job, count: total });
    void this.#follow(job);
  }

  async #follow(job: string): Promise<void> {
    try {
      for await (const state of await this.engine.jobs.follow({ job })) {
        this.removal = state;
        if (state.state !== 'running' && state.state !== 'planned' && !state.checking) break;
      }
      await this.look();
    } catch (error) {
      showFailure(error);
    }
  }
}
