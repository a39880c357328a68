import type { Finding } from '#contract/features/review/calls';
import { sameJson } from '#contract/same-value';
import type { EngineClient } from '../../bridge';
import { showFailure } from '../../ui/toast';
import type { RecordRef } from '../../records/record/opened-record.svelte';
import { follow } from '../../state/follow';

/** Maximum number of records per call. */
const MAX_RECORDS = 2_000;

/** Open and flagged findings about some records, read again after every check and mark; only the latest request counts. */
export class RecordsFindings {
  items = $state.raw<readonly Finding[]>([]);
  /** True once the findings of these records were read after a check: before that, an empty list proves nothing. */
  isKnown = $state(false);
  /** True if the latest read failed. */
  hasFailed = $state(false);
  #engine: EngineClient | null = null;
  #isChecked = false;
  #records: readonly RecordRef[] = [];
  #latestRequest = 0;

  /** Subscribes until the signal aborts. */
  follow(engine: EngineClient, signal: AbortSignal): void {
    this.#engine = engine;
    void follow({
      open: (stop) => engine.review.follow(undefined, { signal: stop }),
      onValue: ({ checkedAt }) => {
        this.#isChecked = checkedAt !== null;
        void this.#read();
      },
      signal,
    });
  }

  setRecords(records: readonly RecordRef[]): void {
    if (sameJson(records, this.#records)) return; // a screen passes them again whenever it reads its data
    this.#records = records;
    this.#clear(); // findings of the previous records do not apply
    void this.#read();
  }

  #clear(): void {
    this.items = [];
    this.isKnown = false;
    this.hasFailed = false;
  }

  async #read(): Promise<void> {
    const request = ++this.#latestRequest;
    if (!this.#engine || !this.#isChecked) {
      this.#clear();
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
      if (request !== this.#latestRequest) return;
      this.items = findings;
      this.isKnown = true;
      this.hasFailed = false;
    } catch (error) {
      if (request !== this.#latestRequest) return;
      this.hasFailed = true;
      showFailure(error);
    }
  }
}
