import { SvelteMap } from 'svelte/reactivity';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import type { ChangeKind } from './change-words';

const PAGE = 100;
/** Pages held at a time: what is in sight and a way around it. */
const HELD = 12;

type Page = Awaited<ReturnType<EngineClient['changes']['list']>>;
export type Change = Page['items'][number];

export interface ChangeQuestion {
  readonly runId: number;
  readonly resource?: ResourceName;
  readonly kind?: ChangeKind;
}

/** The changes of one refresh, fetched page by page as they come in sight. */
export class ChangeList {
  /** Null until the first answer. */
  total = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #pages = new SvelteMap<number, readonly Change[]>();
  /** Pages that are here or on their way. */
  #asked: readonly number[] = [];

  constructor(
    readonly engine: EngineClient,
    readonly question: ChangeQuestion,
  ) {}

  at(index: number): Change | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Makes sure that these rows come; they may be there already, or be on their way. */
  async need(first: number, last: number): Promise<void> {
    const wanted: number[] = [];
    for (let page = Math.floor(first / PAGE); page * PAGE < Math.max(last, first + 1); page++)
      wanted.push(page);
    await Promise.all(wanted.filter((page) => !this.#asked.includes(page)).map((page) => this.#fetch(page)));
  }

  async #fetch(page: number): Promise<void> {
    this.#asked = [...this.#asked, page];
    try {
      const answer = await this.engine.changes.list({ ...this.question, offset: page * PAGE, limit: PAGE });
      this.total = answer.total;
      this.failure = null;
      this.#pages.set(page, answer.items);
      const nearest = [...this.#pages.keys()].sort((a, b) => Math.abs(a - page) - Math.abs(b - page));
      nearest.slice(HELD).forEach((far) => this.#drop(far));
    } catch (error) {
      this.#drop(page);
      this.failure = failureOf(error);
    }
  }

  #drop(page: number): void {
    this.#pages.delete(page);
    this.#asked = this.#asked.filter((asked) => asked !== page);
  }
}
