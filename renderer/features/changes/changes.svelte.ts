import type { ChangeKind, Change, ChangeFilter } from '#contract/features/changes/calls';
import type { Run } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import type { DesktopClient, EngineClient } from '../../bridge';
import { dependsOn } from '../../grid/depends-on';
import { countOf } from '../../ui/format';
import { Pages } from '../../ui/pages.svelte';
import { saveToFile } from '../../records/export/save-to-file';

export type ChangeFacets = Awaited<ReturnType<EngineClient['changes']['facets']>>;

/** The changes screen: its filter and its results. */
export class ChangeList {
  text = $state('');
  kind = $state<ChangeKind | 'all'>('all');
  resource = $state<ResourceName | 'all'>('all');
  field = $state('all');
  custodian = $state('all');
  /** Calendar dates; empty for no bound. */
  from = $state('');
  to = $state('');
  /** The filter options; null before the first response. */
  facets = $state.raw<ChangeFacets | null>(null);
  /** True if the counts of `facets` are about the filter; false if they could not be read for it. */
  hasCounts = $state(false);
  exporting = $state(false);
  #requestCount = 0;

  readonly #engineNow: () => EngineClient;
  readonly #runId: () => number | undefined;
  /** Its value differs after a refresh started or ended, because there may be more changes. */
  readonly #runState: () => string;

  /** The client, which is another one after a restart of the engine. Derived, to ignore updates to the same client. */
  readonly engine = $derived.by(() => this.#engineNow());
  readonly filter: ChangeFilter = $derived.by(() => {
    const runId = this.#runId();
    const text = this.text.trim();
    return {
      ...(runId === undefined ? {} : { runId }),
      ...(text ? { text } : {}),
      ...(this.kind === 'all' ? {} : { kind: this.kind }),
      ...(this.resource === 'all' ? {} : { resource: this.resource }),
      ...(this.field === 'all' ? {} : { field: this.field }),
      ...(this.custodian === 'all' ? {} : { custodian: this.custodian }),
      ...(this.from ? { from: this.from } : {}),
      ...(this.to ? { to: this.to } : {}),
    };
  });
  /** True if a filter other than the refresh is set. */
  readonly isFiltered = $derived(Object.keys(this.filter).some((name) => name !== 'runId'));
  readonly list = $derived.by(() => {
    dependsOn(this.#runState());
    const { engine, filter } = this;
    return new Pages<Change>((offset, limit) => engine.changes.list({ filter, offset, limit }));
  });
  readonly runs = $derived.by(() => {
    dependsOn(this.#runState());
    const { engine } = this;
    return new Pages<Run>((offset, limit) => engine.changes.runs({ offset, limit }));
  });

  constructor(
    readonly desktop: DesktopClient,
    screen: { engine: () => EngineClient; runId: () => number | undefined; runState: () => string },
  ) {
    this.#engineNow = screen.engine;
    this.#runId = screen.runId;
    this.#runState = screen.runState;
  }

  clear(): void {
    this.text = this.from = this.to = '';
    this.kind = this.resource = 'all';
    this.field = this.custodian = 'all';
  }

  /** Loads the filter options with counts; results of earlier requests are ignored. */
  async loadFacets(): Promise<void> {
    const request = ++this.#requestCount;
    try {
      const facets = await this.engine.changes.facets({ filter: this.filter });
      if (request !== this.#requestCount) return;
      this.facets = facets;
      this.hasCounts = true;
    } catch {
      if (request === this.#requestCount) this.hasCounts = false;
    }
  }

  /** Exports the filtered changes to a file that the user names. */
  async export(day: string): Promise<void> {
    this.exporting = true;
    const request = {
      purpose: 'changes-export',
      title: 'Export changes',
      name: `changes-${day}.csv`,
    } as const;
    await saveToFile(this.desktop, request, async ({ grant, name }) => {
      const { changes } = await this.engine.changes.export({ filter: this.filter, grant });
      return { title: 'Changes exported', text: `${countOf(changes, 'change', 'changes')} to ${name}` };
    });
    this.exporting = false;
  }
}
