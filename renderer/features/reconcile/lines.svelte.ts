import type { LineKind, Reconciliation } from '#contract/features/reconcile/reconciliation';
import type { LineQuery } from '#contract/features/reconcile/calls';
import type { EngineClient } from '../../bridge';
import { GridModel } from '../../grid/grid.svelte';
import type { GridSource } from '../../grid/types';
import { isLineColumn, reconciledLineColumns } from './line-columns';

interface LinesViewState {
  readonly query: LineQuery;
  readonly listPosition: GridModel['listPosition'];
}

/** The last view of the lines, by result, restored when the user returns from an account. */
const savedViews = new Map<string, LinesViewState>();
const MAX_SAVED_VIEWS = 5;

/** The lines of one reconciliation: filter, order and grid. */
export class LineList {
  kind = $state.raw<LineKind | 'any' | null>(null);
  custodian = $state.raw<string | null>(null);
  search = $state('');
  sort = $state.raw<LineQuery['sort']>({ field: 'line', descending: false });
  readonly grid: GridModel;
  #engine: EngineClient;
  #fileId: string;
  #listPosition: LinesViewState['listPosition'] | null = null;
  readonly query: LineQuery = $derived.by(() => ({
    fileId: this.#fileId,
    kind: this.kind,
    custodian: this.custodian,
    search: this.search,
    sort: this.sort,
  }));
  readonly isFiltered = $derived.by(
    () => this.kind !== null || this.custodian !== null || this.search !== '',
  );

  readonly #viewKey: string;

  constructor(
    engine: EngineClient,
    { file, linesSha256, worthALook }: Pick<Reconciliation, 'file' | 'linesSha256' | 'worthALook'>,
    onopen: (key: string) => void,
  ) {
    this.#engine = engine;
    this.#fileId = file.id;
    this.#viewKey = `${file.id} ${linesSha256}`;
    this.grid = new GridModel({
      onsort: ({ field, descending }) => {
        if (isLineColumn(field)) this.sort = { field, descending };
      },
      onlayout: () => undefined, // widths last for this visit only
      onopen,
      onescape: () => false,
    });
    this.grid.arrangement.use(reconciledLineColumns(), null);
    const savedView = savedViews.get(this.#viewKey);
    if (!savedView) {
      // Starts with the lines that need review, the worst first.
      if (worthALook > 0) [this.kind, this.sort] = ['any', { field: 'kinds', descending: false }];
      return;
    }
    this.kind = savedView.query.kind;
    this.custodian = savedView.query.custodian;
    this.search = savedView.query.search;
    this.sort = savedView.query.sort;
    this.#listPosition = savedView.listPosition;
  }

  /** Loads the lines of the query; called whenever it changes. */
  applyQuery(query: LineQuery): void {
    this.grid.sort = query.sort;
    this.grid.load(lineSource(this.#engine, query));
    if (this.#listPosition) this.grid.goWhenLoaded(this.#listPosition);
    this.#listPosition = null;
  }

  clear(): void {
    this.kind = null;
    this.custodian = null;
    this.search = '';
  }

  /** Saves the view for a return from an account, and stops the grid. */
  stop(): void {
    savedViews.delete(this.#viewKey);
    savedViews.set(this.#viewKey, { query: this.query, listPosition: this.grid.listPosition });
    for (const [oldest] of savedViews) if (savedViews.size > MAX_SAVED_VIEWS) savedViews.delete(oldest);
    this.grid.stop();
  }
}

const lineSource = (engine: EngineClient, query: LineQuery): GridSource => {
  const columns = (names: readonly string[]) => names.filter(isLineColumn);
  return {
    window: (names, offset, limit) =>
      engine.reconcile.lines({ query, columns: columns(names), offset, limit }),
    keys: async (offset, limit) =>
      (await engine.reconcile.lines({ query, columns: [], offset, limit })).rows.map(({ key }) => key),
    position: async (key) => (await engine.reconcile.position({ query, key })).index,
    copy: async (selection, names) =>
      (await engine.reconcile.copy({ query, selection, columns: columns(names) })).rows,
  };
};
