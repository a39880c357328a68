import { recreateLine, type GroupsCopy } from '#contract/features/billing-groups/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { JobRow } from '#contract/job';
import type { DesktopClient, EngineClient } from '../../bridge';

type Recreation = Awaited<ReturnType<EngineClient['billingGroups']['recreation']>>;

/**
 * The older call that recreates groups from households: what it would delete, the copy, the typed name and
 * the outcome.
 */
export class GroupsRecreation {
  recreation = $state.raw<Recreation | null>(null);
  typedName = $state('');
  failure = $state.raw<Failure | null>(null);
  busy = $state<'copy' | 'send' | null>(null);
  /** The job's only row. */
  row = $state.raw<JobRow | null>(null);
  readonly copy: GroupsCopy | null = $derived(this.recreation?.copy ?? null);
  readonly isNameTyped = $derived(this.recreation !== null && this.typedName.trim() === this.recreation.name);
  readonly ready = $derived(this.copy !== null && this.isNameTyped && this.busy === null);

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
  ) {}

  load = () => this.#try(async () => void (this.recreation = await this.engine.billingGroups.recreation()));

  async save(day: string): Promise<void> {
    await this.#try(async () => {
      const [file] = await this.desktop.choose({
        what: 'save',
        purpose: 'billing-groups-file',
        title: 'Save the billing groups',
        name: `billing-groups-${day}.jsonl`,
        extension: 'jsonl',
      });
      if (!file) return;
      this.busy = 'copy';
      await this.engine.billingGroups.saveCopy({ grant: file.grant });
      this.recreation = await this.engine.billingGroups.recreation();
    });
  }

  async send(): Promise<void> {
    const { copy } = this;
    if (!copy || !this.ready) return;
    await this.#try(async () => {
      this.busy = 'send';
      await this.engine.billingGroups.recreate({ typed: this.typedName, copy: copy.id });
      this.typedName = '';
      this.recreation = await this.engine.billingGroups.recreation();
    });
  }

  /** Reads the state of the job's row. */
  async readRow(job: string): Promise<void> {
    await this.#try(async () => {
      const { rows } = await this.engine.jobs.rows({ job, offset: 0, limit: 1 });
      this.row = rows[0] ?? null;
    });
  }

  /** The copy that was saved before the call was sent. */
  get sentCopy(): GroupsCopy | null {
    const line = recreateLine.safeParse(this.row?.input);
    return line.success ? line.data.copy : null;
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      this.failure = null;
      await work();
    } catch (error) {
      this.failure = failureOf(error);
      if (this.failure.kind === 'changed-since')
        this.recreation = await this.engine.billingGroups.recreation().catch(() => this.recreation);
    } finally {
      this.busy = null;
    }
  }
}
