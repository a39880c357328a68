import type { Finding } from '#contract/features/review/calls';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../ui/toast';
import type { RecordRef } from '../../records/record/opened-record.svelte';
import { follow } from '../../state/follow';

/** Records per call. */
const MAX_RECORDS = 2_000;

/** Open findings about some records, updated with every check and mark; only the latest request counts. */
export class RecordsFindings {
  items = $state.raw<readonly Finding[]>([]);
  /** True once the rules have been checked. */
  isChecked = $state(false);
  #engine: EngineClient | null = null;
  #records: readonly RecordRef[] = [];
  #latestRequest = 0;

  /** Subscribes until the signal aborts. */
  follow(engine: EngineClient, signal: AbortSignal): void {
    this.#engine = engine;
    void follow({
      open: (stop) => engine.review.follow(undefined, { signal: stop }),
      onValue: ({ checkedAt }) => {
        this.isChecked = checkedAt !== null;
        void this.#read();
      },
      signal,
    });
  }

  setRecords(records: readonly RecordRef[]): void {
    this.#records = records;
    this.items = []; // findings of the previous records do not apply
    void this.#read();
  }

  async #read(): Promise<void> {
    const request = ++this.#latestRequest;
    if (!this.#engine || !this.isChecked || this.#records.length === 0) {
      this.items = [];
      return;
    }
    try {
      const records = this.#records.map(({ resource, key }) => ({ resource, key }));
      const findings: Finding[] = [];
      for (let start = 0; start < records.length; start += MAX_RECORDS)
        findings.push(
          ...(await this.#engine.review.findingsOf({ records: records.slice(start, start + MAX_RECORDS) }))
            .items,
        );
      if (request === this.#latestRequest) this.items = findings;
    } catch (error) {
      if (request === this.#latestRequest) showFailure(error);
    }
  }
}
