import { tick } from 'svelte';
import type { Draft } from '#contract/edit';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../ui/toast';
import { sameRoute, type Go, type Route } from '../../routes';
import { openDeletionDraft } from '../outcome/deletion-draft';
import { follow } from '../../state/follow';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { FormTarget } from './targets';
import type { WriteActions } from './write-actions';

/** The open form, if any, and the connection's drafts. */
export class OpenForms implements WriteActions {
  target = $state.raw<FormTarget | null>(null);
  drafts = $state.raw<readonly Draft[]>([]);
  #connection: string | null = null;
  #opener: HTMLElement | null = null;
  readonly #engine: () => EngineClient | null;
  readonly #go: Go;
  readonly #route: () => Route;
  /** Records whose deletion is being drafted. */
  readonly #drafting = new Set<string>();

  constructor(engine: () => EngineClient | null, go: Go, route: () => Route) {
    this.#engine = engine;
    this.#go = go;
    this.#route = route;
  }

  /**
   * Sets the open connection. A form of the previous one closes: it would open again on the record of another firm that
   * has the same ID.
   */
  use(connection: string): void {
    if (connection !== this.#connection) this.target = null;
    this.#connection = connection;
  }
  open(target: FormTarget): void {
    this.#rememberFocus();
    this.target = target;
  }
  /** Drafts a deletion and shows dependent records. Does nothing while the same deletion is being drafted. */
  async remove(resource: ResourceName, key: string): Promise<void> {
    const engine = this.#engine();
    const record = `${resource} ${key}`;
    if (!engine || this.#drafting.has(record)) return;
    this.#drafting.add(record);
    const route = this.#route();
    try {
      const query = { resource, search: '', filters: [], sort: resourceNamed(resource).sort };
      const draft = await engine.edits.remove({ query, selection: { kind: 'keys', keys: [key] } });
      openDeletionDraft(draft, this.#go, !sameRoute(route, this.#route()));
    } catch (error) {
      showFailure(error);
    } finally {
      this.#drafting.delete(record);
    }
  }

  /** Closes the form; the focus returns to where it was, if that still exists. */
  async close(): Promise<void> {
    this.target = null;
    await tick();
    if (document.activeElement === document.body && this.#opener?.isConnected) this.#opener.focus();
  }

  /** Follows the drafts until the signal aborts. */
  follow(engine: EngineClient, signal: AbortSignal): Promise<void> {
    return follow({
      open: (streamSignal) => engine.edits.follow(undefined, { signal: streamSignal }),
      onValue: (drafts) => (this.drafts = drafts),
      signal,
    });
  }

  #rememberFocus(): void {
    this.#opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }
}
