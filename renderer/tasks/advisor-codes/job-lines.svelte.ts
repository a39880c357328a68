import type { Firm } from '../../../preload/contract/calls/advisor-codes';
import type { Connection } from '../../../preload/contract/connection';
import type { Job, RowState } from '../../../preload/contract/job';
import type { EngineClient } from '../../bridge';
import { GridModel } from '../../grid/grid.svelte';
import { count } from '../../kit/format';
import { copyText } from '../../resource/list/clipboard';
import { jobRowsSource } from '../../resource/outcome/job-rows';
import { lineCells, lineColumns } from './job-columns';
import { stateWord } from './job-words';

interface Shown {
  readonly engine: EngineClient;
  readonly job: Job;
  readonly firms: readonly Firm[];
  readonly connection: Pick<Connection, 'application'>;
}

/** The lines of a list of codes in a grid, all or those of one state: asked for in windows. */
export class JobLinesList {
  only = $state<RowState | 'all'>('all');
  readonly grid: GridModel;
  readonly #columns = $derived.by(() => {
    const { job, firms, connection } = this.shown();
    return lineColumns(job, firms, connection);
  });
  /** The states there are, each with how many. */
  readonly choices = $derived.by(() => {
    const { job, connection } = this.shown();
    const states = Object.entries(job.counts) as [RowState, number][];
    return [
      { value: 'all' as const, label: 'All lines', count: count(job.total) },
      ...states
        .filter(([state, number]) => number > 0 || state === this.only)
        .map(([value, number]) => ({
          value,
          label: stateWord(value, job, connection),
          count: count(number),
        })),
    ];
  });
  #asked: RowState | 'all' | null = null;

  constructor(private readonly shown: () => Shown) {
    this.grid = new GridModel({
      onsort: () => undefined,
      onlayout: () => undefined,
      onopen: () => undefined,
      onescape: () => false,
    });
    this.grid.arrangement.use(this.#columns, null);
  }

  /** Firms have got their names. */
  useColumns(): void {
    this.grid.arrangement.use(this.#columns, this.grid.arrangement.layout);
  }

  /** Shows what is asked now: from the top when other lines are, else in place. */
  show(): void {
    if (this.only === this.#asked) {
      this.grid.refresh();
      return;
    }
    const { engine, job } = this.shown();
    this.#asked = this.only;
    this.grid.ask(
      jobRowsSource({
        engine,
        job: job.id,
        state: this.only === 'all' ? undefined : this.only,
        cells: (row) => lineCells(row, this.shown().job, this.shown().connection),
        columns: () => this.#columns,
        toClipboard: copyText,
      }),
    );
  }
}
