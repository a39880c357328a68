import type { Run } from '#contract/calls/live';
import { resourceNamed, resources, type ResourceName } from '#contract/resources';
import { FailureError, failureOf } from '#contract/failure';
import { packRecords, unpackRecords } from '#engine/wire/packed-records';
import { checkFilter, countMatches } from '#engine/wire/filter-check';
import { readPage } from '#engine/wire/page';
import type { FetchWatermark } from '#engine/cache/ingest/fetch-watermarks';
import { changeTimeOf, RecordTimes } from '#engine/cache/ingest/record-times';
import type {
  PagePosition,
  InterruptedRun,
  PassEnd,
  QuickPassEnd,
  PageTarget,
  PageParseOptions,
  ParsedPage,
  StoredPageCounts,
  RefreshWriter,
} from '#engine/cache/worker/writer';

interface StoredRow {
  raw: string;
  generation: number;
}

type Progress = { [R in ResourceName]?: (PagePosition & { generation: number }) | undefined };

/** The cache writer in memory, with the same rules. */
export class MemoryWriter implements RefreshWriter {
  readonly rows = new Map<ResourceName, Map<string, StoredRow>>();
  readonly finished: { run: number; state: Run['state']; report: Run }[] = [];
  readonly passes: { resource: ResourceName; uncertain: boolean; removed: number; asOf: string }[] = [];
  readonly positions: { resource: ResourceName; position: PagePosition; count: number }[] = [];
  abandoned = 0;
  /** The last run, until it is done; a test can alter how far it got. */
  open: { id: number; startedAt: string; done: ResourceName[]; progress: Progress } | null = null;
  /** Called before each page is stored; throws to make storing fail. */
  onPage: (target: PageTarget) => void = () => undefined;
  /** Called before the end of a run is stored; throws to make that fail. */
  onEnd: () => void = () => undefined;
  readonly #watermarks = new Map<ResourceName, FetchWatermark>();
  readonly #backdated = new Set<ResourceName>();
  readonly #times = new Map<ResourceName, RecordTimes>();
  #generation = 0;
  #runs = 0;

  keys(resource: ResourceName): string[] {
    return [...(this.rows.get(resource)?.keys() ?? [])];
  }

  startRun(_: ResourceName[], startedAt: string): Promise<number> {
    this.open = { id: ++this.#runs, startedAt, done: [], progress: {} };
    return Promise.resolve(this.open.id);
  }

  interruptedRun(): Promise<InterruptedRun | null> {
    if (!this.open) return Promise.resolve(null);
    const { progress, ...rest } = structuredClone(this.open);
    const positions = Object.fromEntries(
      Object.entries(progress).filter(([, position]) => position !== undefined),
    );
    return Promise.resolve({ ...rest, progress: positions });
  }

  beginPass(_: number, resource: ResourceName): Promise<number> {
    const timeOf = changeTimeOf(resourceNamed(resource), []);
    if (timeOf) this.#times.set(resource, new RecordTimes(timeOf, this.#watermarkOf(resource)));
    return Promise.resolve(++this.#generation);
  }

  finishPass(
    _: number,
    resource: ResourceName,
    generation: number,
    { asOf, uncertain, clocks }: PassEnd,
  ): Promise<{ removed: number; withoutKey: number }> {
    const table = this.#table(resource);
    const withoutKey = [...table].filter(
      ([key, row]) => row.generation === generation && key.startsWith('?'),
    ).length;
    const isUncertain = uncertain || withoutKey > 0;
    let removed = 0;
    for (const [key, row] of table) {
      if (isUncertain || row.generation === generation) continue;
      table.delete(key);
      removed++;
    }
    const times = this.#times.get(resource);
    if (clocks && !isUncertain && times?.areTimesUnreliable(clocks)) this.#backdated.add(resource);
    const evidence =
      clocks && times?.recordCount === table.size && !isUncertain
        ? times.evidence(clocks.service)
        : undefined;
    this.#watermarks.delete(resource);
    if (clocks && evidence) this.#watermarks.set(resource, { ...clocks, complete: clocks.own, evidence });
    this.#finish(resource, { uncertain: isUncertain, removed, asOf });
    return Promise.resolve({ removed, withoutKey });
  }

  #finish(resource: ResourceName, pass: { uncertain: boolean; removed: number; asOf: string }): void {
    this.open?.done.push(resource);
    this.passes.push({ resource, ...pass });
  }

  #watermarkOf(resource: ResourceName): FetchWatermark | undefined {
    return this.#backdated.has(resource) ? undefined : this.#watermarks.get(resource);
  }

  fetchWatermark(resource: ResourceName): Promise<FetchWatermark | null> {
    return Promise.resolve(this.#watermarkOf(resource) ?? null);
  }

  finishQuickPass(
    resource: ResourceName,
    generation: number,
    { asOf, clocks, total, found }: QuickPassEnd,
  ): Promise<boolean> {
    const watermark = this.#watermarkOf(resource);
    const times = this.#times.get(resource);
    const table = this.#table(resource);
    const withoutKey = [...table].some(([key, row]) => row.generation === generation && key.startsWith('?'));
    if (!watermark || !times || times.isBackdated || withoutKey) return Promise.resolve(false);
    const { since, count } = watermark.evidence;
    if (times.evidenceDelta === undefined || count + times.evidenceDelta !== found || table.size !== total)
      return Promise.resolve(false);
    this.#watermarks.set(resource, {
      ...clocks,
      complete: watermark.complete,
      evidence: { since, count: found },
    });
    this.#finish(resource, { uncertain: false, removed: 0, asOf });
    return Promise.resolve(true);
  }

  abandonPass(resource: ResourceName): Promise<void> {
    this.abandoned++;
    if (this.open) this.open.progress[resource] = undefined;
    return Promise.resolve();
  }

  async finishRun(run: number, state: Run['state'], _: string, report: string): Promise<void> {
    await Promise.resolve().then(this.onEnd);
    if (state === 'done') this.open = null;
    this.finished.push({ run, state, report: JSON.parse(report) as Run });
  }

  read({ filter, recentFilter }: PageParseOptions, bytes: ArrayBuffer): Promise<ParsedPage> {
    return Promise.resolve().then(() => {
      try {
        const { meta, records } = readPage(bytes);
        const filterCheck = filter && checkFilter(records, filter);
        return {
          meta: { ...meta, count: records.count },
          records: packRecords(records),
          filterCheck,
          recentCount: recentFilter && countMatches(records, recentFilter),
        };
      } catch (error) {
        throw new FailureError(failureOf(error));
      }
    });
  }

  store(target: PageTarget, page: ParsedPage): Promise<StoredPageCounts> {
    return Promise.resolve().then(() => {
      const records = unpackRecords(page.records);
      return this.#put(
        target,
        Array.from({ length: records.count }, (_, index) => records.text(index)),
      );
    });
  }

  #table(resource: ResourceName): Map<string, StoredRow> {
    const table = this.rows.get(resource) ?? new Map<string, StoredRow>();
    this.rows.set(resource, table);
    return table;
  }

  #put(target: PageTarget, raws: readonly string[]): StoredPageCounts {
    this.onPage(target);
    const { resource, generation, position } = target;
    const table = this.#table(resource);
    const count = { added: 0, changed: 0, unchanged: 0, drifted: 0, repeated: 0, partial: 0 };
    const times = this.#times.get(resource);
    for (const raw of raws) {
      const key = keyOf(resource, raw);
      const old = table.get(key);
      if (old?.generation === generation) count.repeated++;
      else if (position) times?.countRecord(NO_FINGERPRINT, () => raw);
      if (!position && old && isPartial(old.raw, raw)) {
        count.partial++;
        continue;
      }
      if (old?.raw !== raw)
        times?.noteChange(
          NO_FINGERPRINT,
          () => raw,
          old && { fingerprint: NO_FINGERPRINT, raw: () => old.raw },
        );
      if (!old) count.added++;
      else if (old.raw !== raw) count.changed++;
      else count.unchanged++;
      table.set(key, { raw, generation });
    }
    if (position) this.positions.push({ resource, position, count: raws.length });
    if (position && this.open) this.open.progress[resource] = { ...position, generation };
    const distinct = [...table.values()].filter((row) => row.generation === generation).length;
    return { ...count, distinct };
  }
}

/** An empty fingerprint, because change times are read from the text. */
const NO_FINGERPRINT = { hash: '', dates: '' };

/** Returns true if the later text lacks a field of the earlier one. */
const isPartial = (earlier: string, later: string): boolean => {
  const record = JSON.parse(later) as object;
  return Object.keys(JSON.parse(earlier) as object).some((name) => !Object.hasOwn(record, name));
};

/** Returns the cache's key of a record; a record without its key is keyed by its text. */
function keyOf(resource: ResourceName, raw: string): string {
  const record = JSON.parse(raw) as Record<string, unknown> | null;
  const names = resources[resource].key;
  if (names.length === 1 && (record?.[names[0] ?? ''] ?? null) === null) return `?${raw}`;
  return names.map((name) => String(record?.[name])).join('|');
}
