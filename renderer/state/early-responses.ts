import { z } from 'zod';
import { query, type Query } from '#contract/query';
import type { EngineClient } from '../bridge';

/** Maximum wait for rows to be painted: a hidden window paints none. */
const MAX_PAINT_WAIT_MS = 500;

/** Stored by earlier versions too: never renamed. */
const STORAGE_KEY = 'first-question';

/** The first request of the last open list; never a search or a filter, which may contain a person's name. */
const storedRequest = z.object({
  connection: z.string(),
  resource: query.shape.resource,
  sort: query.shape.sort,
  columns: z.array(z.string()),
  limit: z.int(),
});
type StoredRequest = z.output<typeof storedRequest>;

/** A grid's request. */
interface GridRequest {
  readonly query: Query;
  readonly columns: readonly string[];
  readonly offset: number;
  readonly limit: number;
}
type Kind = 'layout' | 'view' | 'rows';

/**
 * Sends a list's first requests as soon as the engine runs: the responses wait only for the databases and
 * arrive while the page is still being built.
 */
export class EarlyResponses {
  readonly #storage: Storage | undefined;
  readonly #responses = new Map<string, Promise<unknown>>();
  #rows: Promise<unknown> = Promise.resolve();
  #storedText: string | undefined;

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
  }

  /**
   * Requests layout, default view and first rows of the list that was open last in a connection; returns
   * whether there was one.
   */
  prefetch(engine: EngineClient, connection: string, resource: string): boolean {
    this.forget();
    const stored = this.#read();
    if (stored?.connection !== connection || stored.resource !== resource) return false;
    const { columns, limit, sort } = stored;
    const list = { resource: stored.resource };
    const request = { query: { ...list, sort, search: '', filters: [] }, columns, offset: 0, limit };
    this.#storeResponse('layout', list.resource, engine.layout.get(list));
    this.#storeResponse('view', list.resource, engine.views.get(list));
    this.#rows = engine.records.window(request);
    this.#storeResponse('rows', request, this.#rows);
    return true;
  }

  /** Resolves once the window has painted the prefetched rows, or after half a second. Never rejects. */
  rowsPainted(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, MAX_PAINT_WAIT_MS);
      // The list shows the rows when they arrive. The task after the next frame comes after its painting.
      const afterFrame = () => requestAnimationFrame(() => setTimeout(resolve));
      this.#rows.then(afterFrame, () => resolve());
    });
  }

  /** Returns the early response to a request, once; calls `send` if there is none, or it failed. */
  async takeResponse<T>(kind: Kind, request: string | GridRequest, send: () => Promise<T>): Promise<T> {
    const key = requestKey(kind, request);
    const early = this.#responses.get(key) as Promise<T> | undefined;
    this.#responses.delete(key);
    return early ? early.catch(send) : send();
  }

  /** Drops all responses, which are now outdated. */
  forget(): void {
    this.#responses.clear();
  }

  /** Stores a list's first request for the next start. */
  store(
    connection: string,
    { query: { resource, sort, search, filters, group }, ...request }: GridRequest,
  ): void {
    if (search !== '' || filters.length > 0 || group || request.offset > 0) return;
    const stored: StoredRequest = {
      connection,
      resource,
      sort,
      columns: [...request.columns],
      limit: request.limit,
    };
    const text = JSON.stringify(stored);
    if (text === this.#storedText) return;
    this.#storedText = text;
    this.#storage?.setItem(STORAGE_KEY, text);
  }

  /** Drops connections that no longer exist. */
  retainOnly(connections: readonly string[]): void {
    const stored = this.#read();
    if (stored && !connections.includes(stored.connection)) this.#storage?.removeItem(STORAGE_KEY);
  }

  #storeResponse(kind: Kind, request: string | GridRequest, response: Promise<unknown>): void {
    response.catch(() => undefined); // the caller requests it again
    this.#responses.set(requestKey(kind, request), response);
  }

  /** Ignores invalid data, for example data of another version. */
  #read(): StoredRequest | undefined {
    try {
      return storedRequest.safeParse(JSON.parse(this.#storage?.getItem(STORAGE_KEY) ?? 'null')).data;
    } catch {
      return undefined;
    }
  }
}

/** Returns a key that is the same for equal requests. */
function requestKey(kind: Kind, request: string | GridRequest): string {
  if (typeof request === 'string') return `${kind} ${request}`;
  const { resource, search, filters, sort, group } = request.query;
  return JSON.stringify([
    kind,
    resource,
    search,
    filters,
    sort,
    group,
    request.columns,
    request.offset,
    request.limit,
  ]);
}

export const earlyResponses = new EarlyResponses(globalThis.localStorage);
