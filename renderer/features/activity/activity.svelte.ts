import type { ActivityEntry, ActivityKind } from '#contract/features/activity/schemas';
import type { ActivityBreak, ActivityFilter } from '#contract/features/activity/calls';
import type { ActivityOutcome } from '#contract/features/activity/outcome';
import type { DesktopClient, EngineClient } from '../../bridge';
import { dependsOn } from '../../grid/depends-on';
import { countOf } from '../../ui/format';
import { Pages } from '../../ui/pages.svelte';
import { showFailure } from '../../ui/toast';
import { saveToFile } from '../../records/export/save-to-file';

export interface LogCheck {
  readonly entries: number;
  readonly lines: number;
  /** Number of lines at the start that came from a backup. */
  readonly restored?: number | undefined;
  readonly broken: ActivityBreak | null;
}

/** The activity log on screen: its filter, its results, and whether it is intact. */
export class ActivityLog {
  text = $state('');
  kind = $state<ActivityKind | 'all'>('all');
  outcome = $state<ActivityOutcome | 'all'>('all');
  /** Calendar dates; empty for no bound. */
  from = $state('');
  to = $state('');
  /** Incremented when an export ends, which may have added entries: the list is loaded again. */
  #exportCount = $state(0);

  lastCheck = $state.raw<LogCheck | null>(null);
  isChecking = $state(false);
  exporting = $state(false);

  readonly filter: ActivityFilter = $derived({
    ...(this.text.trim() ? { text: this.text.trim() } : {}),
    ...(this.kind === 'all' ? {} : { kinds: [this.kind] }),
    ...(this.outcome === 'all' ? {} : { outcomes: [this.outcome] }),
    ...(this.from ? { from: this.from } : {}),
    ...(this.to ? { to: this.to } : {}),
  });
  readonly isFiltered = $derived(Object.keys(this.filter).length > 0);
  readonly list = $derived.by(() => {
    dependsOn(this.#exportCount);
    const { filter } = this;
    return new Pages<ActivityEntry>(async (offset, limit) => {
      const { entries, total } = await this.engine.activity.list({ filter, offset, limit });
      return { items: entries, total };
    });
  });

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
  ) {}

  clear(): void {
    this.text = this.from = this.to = '';
    this.kind = this.outcome = 'all';
  }

  async verify(): Promise<void> {
    this.isChecking = true;
    try {
      this.lastCheck = await this.engine.activity.verify();
    } catch (error) {
      showFailure(error);
    } finally {
      this.isChecking = false;
    }
  }

  /** Exports the filtered entries, with their hashes, to a file that the user names. */
  async export(day: string): Promise<void> {
    this.exporting = true;
    const request = {
      purpose: 'activity-export',
      title: 'Export the activity log',
      name: `activity-${day}.csv`,
    } as const;
    await saveToFile(this.desktop, request, async ({ grant, name }) => {
      const { entries } = await this.engine.activity.export({ filter: this.filter, grant });
      const text = `${countOf(entries, 'entry', 'entries')} to ${name}`;
      return { title: 'Activity log exported', text };
    });
    this.exporting = false;
    this.#exportCount += 1; // the export is in the log too
  }
}
