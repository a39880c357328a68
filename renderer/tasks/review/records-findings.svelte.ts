import type { Finding } from '../../../preload/contract/calls/review';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../kit/toast';
import type { RecordRef } from '../../resource/record/opened.svelte';
import { follow } from '../../state/follow';

/** What is to be done about some records, kept up with every check and every mark; the latest question wins. */
export class RecordsFindings {
  items = $state.raw<readonly Finding[]>([]);
  /** The rules have been run. */
  checked = $state(false);
  #engine: EngineClient | null = null;
  #records: readonly RecordRef[] = [];
  #question = 0;

  /** Until the signal says stop. */
  follow(engine: EngineClient, signal: AbortSignal): void {
    this.#engine = engine;
    void follow({
      open: (stop) => engine.review.follow(undefined, { signal: stop }),
      onValue: ({ checkedAt }) => {
        this.checked = checkedAt !== null;
        void this.#read();
      },
      signal,
    });
  }

  ask(records: readonly RecordRef[]): void {
    this.#records = records;
    this.items = []; // those of other records are none of these
    void this.#read();
  }

  async #read(): Promise<void> {
    const question = ++this.#question;
    if (!this.#engine || !this.checked || this.#records.length === 0) {
      this.items = [];
      return;
    }
    try {
      const records = this.#records.map(({ resource, key }) => ({ resource, key }));
      const { items } = await this.#engine.review.of({ records });
      if (question === this.#question) this.items = items;
    } catch (error) {
      if (question === this.#question) showFailure(error);
    }
  }
}
