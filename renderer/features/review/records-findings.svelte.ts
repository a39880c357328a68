import type { Finding, ReviewState, RuleOverview } from '#contract/features/review/calls';
import { ruleNamed } from '#contract/features/review/rules';
import { isOptionalList, RESOURCE_NAMES } from '#contract/resources';
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
  #check = $state.raw<Pick<ReviewState, 'state' | 'overview'> | null>(null);
  /** The lists of the records. */
  #lists = $state.raw<ReadonlySet<string>>(new Set());
  /** The rules about these lists. */
  readonly #rules = $derived(
    (this.#check?.overview.rules ?? []).filter(({ rule }) => this.#lists.has(ruleNamed(rule).resource)),
  );
  /** Number of these rules that could not run, because lists are not completely on this computer. */
  readonly unchecked = $derived(this.#rules.filter(lacksLists).length);
  /** True if none of these rules could run. */
  readonly isUnchecked = $derived(
    this.unchecked > 0 && this.#rules.every(({ missing }) => missing.length > 0),
  );
  /** True if the latest check failed, so that the findings are those of an earlier one. */
  readonly hasCheckFailed = $derived(this.#check?.state === 'failed');

  /** Subscribes until the signal aborts. */
  follow(engine: EngineClient, signal: AbortSignal): void {
    this.#engine = engine;
    void follow({
      open: (stop) => engine.review.follow(undefined, { signal: stop }),
      onValue: (check) => {
        this.#isChecked = check.checkedAt !== null;
        this.#check = check;
        void this.#read();
      },
      signal,
    });
  }

  setRecords(records: readonly RecordRef[]): void {
    if (sameJson(records, this.#records)) return; // a screen passes them again whenever it reads its data
    this.#records = records;
    this.#lists = new Set(records.map(({ resource }) => resource));
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

/** Returns whether a rule lacks a list that every service has. */
const lacksLists = ({ missing }: RuleOverview): boolean =>
  missing.some((need) => RESOURCE_NAMES.some((list) => list === need && !isOptionalList(list)));
