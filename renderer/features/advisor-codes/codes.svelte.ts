import type { CodeRow, Firm } from '#contract/features/advisor-codes/calls';
import { FailureError, failureOf, type Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { perEngine } from '../../state/per-engine.svelte';

/** Codes that the user wants to create: one in the dialog, or several in the pasted list. */
export type CodesToCreate = { readonly kind: 'one' | 'many'; readonly rows: readonly CodeRow[] };

/** All known codes: the mapping, and codes that only accounts have. */
export class AdvisorCodes {
  rows = $state.raw<readonly CodeRow[] | null>(null);
  accountsAsOf = $state.raw<string | null>(null);
  firms = $state.raw<readonly Firm[]>([]);
  codesToCreate = $state.raw<CodesToCreate | null>(null);
  #failure: Failure | null = null;
  #reads = 0;
  /** Number of the displayed read; older answers are dropped. */
  #displayedRead = 0;
  /** True after the service has listed the firms; until then, they are those named in the records. */
  #areFirmsListed = false;
  #areFirmsWanted = false;
  #firmsRead: Promise<void> | undefined;

  readonly #engine: EngineClient;

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  /** Reads the codes; the displayed ones stay until the new ones have arrived. */
  async load(): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    try {
      const { rows, accountsAsOf } = await this.#engine.advisorCodes.overview();
      if (read < this.#displayedRead) return;
      this.#displayedRead = read;
      this.rows = rows;
      this.accountsAsOf = accountsAsOf;
      this.#failure = null;
    } catch (error) {
      this.#failure = failureOf(error);
    }
  }

  /** Reads the firms unless the service has listed them; calls during a read cause one more. */
  loadFirms(): Promise<void> {
    this.#areFirmsWanted = true;
    this.#firmsRead ??= this.#readFirms();
    return this.#firmsRead;
  }

  async #readFirms(): Promise<void> {
    while (this.#areFirmsWanted && !this.#areFirmsListed) {
      this.#areFirmsWanted = false;
      try {
        const { firms, isListed } = await this.#engine.advisorCodes.firms();
        this.firms = firms;
        this.#areFirmsListed = isListed;
      } catch {
        // The known firms stay; without any, their IDs are displayed.
      }
    }
    this.#firmsRead = undefined;
  }

  /** Resolves when the codes have been read; rejects with the read error. */
  readonly ensureLoaded = async (): Promise<void> => {
    if (this.rows === null) await this.load();
    if (this.rows === null) throw new FailureError(this.#failure ?? { kind: 'unexpected' });
  };
}

/** Returns the codes of an engine: the same instance for the list and for its task. */
export const codesOf = perEngine(({ engine }: { engine: EngineClient }) => new AdvisorCodes(engine));
