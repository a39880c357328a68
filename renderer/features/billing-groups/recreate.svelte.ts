import { recreateLine, type GroupsCopy } from '#contract/features/billing-groups/schemas';
import type { JobRow } from '#contract/job';
import type { DesktopClient, EngineClient } from '../../bridge';
import { PageWork } from '../../state/page-work.svelte';

type Recreation = Awaited<ReturnType<EngineClient['billingGroups']['recreation']>>;

/**
 * The older call that recreates groups from households: what it would delete, the copy, the typed name and
 * the outcome.
 */
export class GroupsRecreation extends PageWork<'copy' | 'send'> {
  recreation = $state.raw<Recreation | null>(null);
  typedName = $state('');
  /** The job's only row. */
  row = $state.raw<JobRow | null>(null);
  readonly copy: GroupsCopy | null = $derived(this.recreation?.copy ?? null);
  readonly isNameTyped = $derived(this.recreation !== null && this.typedName.trim() === this.recreation.name);
  readonly ready = $derived(this.copy !== null && this.isNameTyped && this.busy === null);

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
  ) {
    super();
  }

  load = () =>
    this.readData(async () => void (this.recreation = await this.engine.billingGroups.recreation()));

  async save(day: string): Promise<void> {
    await this.run('copy', async () => {
      const [file] = await this.desktop.choose({
        what: 'save',
        purpose: 'billing-groups-file',
        title: 'Save the billing groups',
        name: `billing-groups-${day}.jsonl`,
        extension: 'jsonl',
      });
      if (!file) return;
      await this.engine.billingGroups.saveCopy({ grant: file.grant });
      await this.load();
    });
  }

  async send(): Promise<void> {
    const { copy } = this;
    if (!copy || !this.ready) return;
    await this.run('send', async () => {
      await this.engine.billingGroups.recreate({ typed: this.typedName, copy: copy.id });
      this.typedName = '';
      await this.load();
    });
    if (this.failure?.kind === 'changed-since') await this.load(); // the engine may have dropped the copy
  }

  /** Reads the state of the job's row. */
  async readRow(job: string): Promise<void> {
    await this.readData(async () => {
      const { rows } = await this.engine.jobs.rows({ job, offset: 0, limit: 1 });
      this.row = rows[0] ?? null;
    });
  }

  /** The copy that was saved before the call was sent. */
  get sentCopy(): GroupsCopy | null {
    const line = recreateLine.safeParse(this.row?.input);
    return line.success ? line.data.copy : null;
  }
}
