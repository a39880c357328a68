import { orderOf, type Folded, type Query } from '../../../preload/contract/query';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import type { GridSelection } from '../../grid/selection.svelte';
import type { GridSource } from '../../grid/types';
import type { FacetSource } from './facets.svelte';
import type { ListMeans, ListRows, ListView } from './list-view';
import { queryFacets, querySource, withCells, withSent, type SentCells } from './source';
import type { UnlistedSource } from './unlisted.svelte';

interface Given {
  readonly resource: ResourceName;
  readonly connection: string;
  readonly view: ListView;
  readonly means: () => ListMeans;
  /** Of now: another one after a restart. */
  readonly engine: () => EngineClient;
  readonly folded: () => Folded;
}

/** Who answers a list's questions: the engine, or rows in memory where its view has such; with the view's own columns. */
export class ListAnswers {
  readonly #given: Given;
  /** What was sent to rows, and the service does not show. */
  sent: SentCells = new Map();

  constructor(given: Given) {
    this.#given = given;
  }

  /** Rows that come from elsewhere than the cache. */
  get rows(): ListRows | undefined {
    const { view, means } = this.#given;
    return view.rows?.(means());
  }

  /** Who counts the values of a field. */
  get facets(): FacetSource {
    return this.rows?.facets ?? queryFacets(this.#given.engine());
  }

  /** Which values of pasted lists no record has. */
  readonly unlisted: UnlistedSource = async (field, values) => {
    const { engine, resource } = this.#given;
    return (
      this.rows?.unlisted(field, values) ??
      (await engine().records.unlisted({ resource, field, values: [...values] })).missing
    );
  };

  source(query: Query): GridSource {
    const { engine, connection, view, means } = this.#given;
    const folded = this.#given.folded();
    const source =
      this.rows?.source(query, folded) ??
      withSent(querySource(engine(), query, { folded, connection }), () => this.sent);
    const cells = Object.entries(view.columns ?? {}).flatMap(([name, { cell }]) =>
      cell ? [[name, (key: string) => cell(key, means())] as const] : [],
    );
    return cells.length > 0 ? withCells(source, new Map(cells)) : source;
  }

  /** Keys of what is selected, at most so many, in the order of the list. */
  async selectedKeys(
    selection: GridSelection['value'],
    { group, ...query }: Query,
    most: number,
  ): Promise<readonly string[]> {
    if (selection.kind === 'keys') return selection.keys.slice(0, most);
    const except = new Set(selection.except);
    // What is folded is selected, too.
    const [first = query.sort, ...next] = orderOf({ ...query, ...(group ? { group } : {}) });
    const whole = { ...query, sort: { ...first, next: next.slice(0, 3) } };
    const keys = await this.source(whole).keys(0, most + except.size);
    return keys.filter((key) => !except.has(key)).slice(0, most);
  }
}
