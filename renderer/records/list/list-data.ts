import { sortStepsOf, type CollapsedGroups, type Query } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import type { GridSelection } from '../../grid/selection.svelte';
import type { GridSource } from '../../grid/types';
import type { FacetSource } from './facets.svelte';
import type { ListContext, ListRows, ListView } from './list-view';
import { queryFacets, querySource, withCells, withSentCells, type SentCells } from './source';
import type { UnmatchedSource } from './unmatched-values.svelte';

interface Deps {
  readonly resource: ResourceName;
  readonly connection: string;
  readonly view: ListView;
  readonly context: () => ListContext;
  /** Returns the current engine, which changes after a restart. */
  readonly engine: () => EngineClient;
  readonly collapsed: () => CollapsedGroups;
}

/** Reads a list's data from the engine, or from the view's rows in memory; adds the view's columns. */
export class ListData {
  readonly #deps: Deps;
  /** Values that were sent, but that the service does not show. */
  sentCells: SentCells = new Map();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The view's rows from outside the cache. */
  get rows(): ListRows | undefined {
    const { view, context } = this.#deps;
    return view.rows?.(context());
  }

  /** Returns the values of a field with counts. */
  get facets(): FacetSource {
    return this.rows?.facets ?? queryFacets(this.#deps.engine());
  }

  /** Returns values of pasted lists that no record has. */
  readonly unmatchedValues: UnmatchedSource = async (field, values) => {
    const { engine, resource } = this.#deps;
    return (
      this.rows?.unmatchedValues(field, values) ??
      (await engine().records.unmatchedValues({ resource, field, values: [...values] })).missing
    );
  };

  source(query: Query): GridSource {
    const { engine, connection, view, context } = this.#deps;
    const collapsed = this.#deps.collapsed();
    const source =
      this.rows?.source(query, collapsed) ??
      withSentCells(querySource(engine(), query, { collapsed, connection }), () => this.sentCells);
    const cells = Object.entries(view.columns ?? {}).flatMap(([name, { cell }]) =>
      cell ? [[name, (key: string) => cell(key, context())] as const] : [],
    );
    return cells.length > 0 ? withCells(source, new Map(cells)) : source;
  }

  /** Returns the keys of the selection, up to a limit. Keys selected one by one stay in that order. */
  async selectedKeys(
    selection: GridSelection['value'],
    { group, ...query }: Query,
    limit: number,
  ): Promise<readonly string[]> {
    if (selection.kind === 'keys') return selection.keys.slice(0, limit);
    const except = new Set(selection.except);
    // The query must not be grouped: rows of collapsed groups are selected, too.
    const [first = query.sort, ...next] = sortStepsOf({ ...query, ...(group ? { group } : {}) });
    // The contract allows three further steps.
    const fullQuery = { ...query, sort: { ...first, next: next.slice(0, 3) } };
    const keys = await this.source(fullQuery).keys(0, limit + except.size);
    return keys.filter((key) => !except.has(key)).slice(0, limit);
  }
}
