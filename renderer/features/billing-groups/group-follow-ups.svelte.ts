import type { GroupFollowUps } from '#contract/features/billing-groups/calls';
import type { Draft } from '#contract/edit';
import type { Job } from '#contract/job';
import type { EngineClient } from '../../bridge';
import { followToEnd } from '../../records/outcome/follow-to-end';
import { showFailure } from '../../ui/toast';

/** The remaining steps after a job created or changed billing groups, and their execution. */
export class GroupFollowUpSteps {
  remaining = $state.raw<GroupFollowUps | null>(null);
  busy = $state(false);
  /** The job of the older call that removes accounts. */
  removal = $state.raw<Job | null>(null);

  readonly #engine: EngineClient;
  readonly #job: string;

  constructor(engine: EngineClient, job: string) {
    this.#engine = engine;
    this.#job = job;
  }

  async load(): Promise<void> {
    try {
      this.remaining = await this.#engine.billingGroups.followUps({ job: this.#job });
      const { removal } = this.remaining;
      if (removal !== null && this.removal?.id !== removal) void this.#follow(removal);
    } catch (error) {
      showFailure(error);
    }
  }

  /** Drafts the removal of the new groups' accounts from their earlier groups. Returns null on failure. */
  async draftRemovalFromOthers(): Promise<Draft | null> {
    if (this.busy) return null;
    this.busy = true;
    try {
      return await this.#engine.billingGroups.draftRemovalFromOthers({ job: this.#job });
    } catch (error) {
      showFailure(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /**
   * Removes through the older call what the PUTs did not remove, and follows that job to its end. Throws if
   * the job cannot start.
   */
  async remove(): Promise<void> {
    const { billingGroups, jobs } = this.#engine;
    const { id: job, total } = await billingGroups.planRemoval({ job: this.#job });
    await jobs.start({ job, count: total });
    void this.#follow(job);
  }

  /** Resumes the removal after a colleague approved it. */
  async resume(): Promise<void> {
    const { removal } = this;
    if (!removal || this.busy) return;
    this.busy = true;
    try {
      await this.#engine.jobs.resume({ job: removal.id });
      void this.#follow(removal.id);
    } catch (error) {
      showFailure(error);
    } finally {
      this.busy = false;
    }
  }

  async #follow(job: string): Promise<void> {
    try {
      await followToEnd(this.#engine.jobs, job, (update) => (this.removal = update));
      await this.load();
    } catch (error) {
      showFailure(error);
    }
  }
}
