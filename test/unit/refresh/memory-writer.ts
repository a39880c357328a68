import type { Run } from '#contract/calls/live';
import { resources, type ResourceName } from '#contract/resources';
import { FailureError, failureOf } from '#contract/failure';
import { packRecords, unpackRecords } from '#engine/wire/packed-records';
import { checkFilter } from '#engine/wire/filter-check';
import { readPage } from '#engine/wire/page';
import type {
  PageMark,
  OpenRun,
  PagePlace,
  PageParseOptions,
  ParsedPage,
  StoredPageCounts,
  RefreshWriter,
} from '#engine/cache/worker/writer';

interface StoredRow {
  raw: string;
  generation: number;
}

type Progress = { [R in ResourceName]?: (PageMark & { generation: number }) | undefined };

/** The cache writer in memory, with the same rules. */
export class MemoryWriter implements RefreshWriter {
  readonly rows = new Map<ResourceName, Map<string, StoredRow>>();
  readonly finished: { run: number; state: Run['state']; report: Run }[] = [];
  readonly passes: { resource: ResourceName; uncertain: boolean; gone: number; asOf: string }[] = [];
  readonly marks: { resource: ResourceName; mark: PageMark; count: number }[] = [];
  abandoned = 0;
  open: { id: number; startedAt: string; done: ResourceName[]; progress: Progress } | null = null;
  /** Called before each page is stored; throws to make storing fail. */
  onPage: (place: PagePlace) => void = () => undefined;
  /** Called before the end of a run is stored; throws to make that fail. */
  onEnd: () => void = () => undefined;
  #generation = 0;
  #runs = 0;

  keys(resource: ResourceName): string[] {
    return [...(this.rows.get(resource)?.keys() ?? [])];
  }

  startRun(_: ResourceName[], startedAt: string): Promise<number> {
    this.open = { id: ++this.#runs, startedAt, done: [], progress: {} };
    return Promise.resolve(this.open.id);
  }

  openRun(): Promise<OpenRun | null> {
    if (!this.open) return Promise.resolve(null);
    const { progress, ...rest } = structuredClone(this.open);
    const marks = Object.fromEntries(Object.entries(progress).filter(([, mark]) => mark !== undefined));
    return Promise.resolve({ ...rest, progress: marks });
  }

  beginPass(): Promise<number> {
    return Promise.resolve(++this.#generation);
  }

  finishPass(
    _: number,
    resource: ResourceName,
    generation: number,
    { asOf, uncertain }: { asOf: string; uncertain: boolean },
  ): Promise<{ gone: number; unnamed: number }> {
    const table = this.#table(resource);
    const unnamed = [...table].filter(
      ([key, kept]) => kept.generation === generation && key.startsWith('?'),
    ).length;
    let gone = 0;
    for (const [key, kept] of table) {
      if (uncertain || unnamed > 0 || kept.generation === generation) continue;
      table.delete(key);
      gone++;
    }
    this.open?.done.push(resource);
    this.passes.push({ resource, uncertain: uncertain || unnamed > 0, gone, asOf });
    return Promise.resolve({ gone, unnamed });
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

  read({ filter }: PageParseOptions, bytes: ArrayBuffer): Promise<ParsedPage> {
    return Promise.resolve().then(() => {
      try {
        const { meta, records } = readPage(bytes);
        const filterCheck = filter && checkFilter(records, filter);
        return { meta: { ...meta, count: records.count }, records: packRecords(records), filterCheck };
      } catch (error) {
        throw new FailureError(failureOf(error));
      }
    });
  }

  store(place: PagePlace, page: ParsedPage): Promise<StoredPageCounts> {
    return Promise.resolve().then(() => {
      const records = unpackRecords(page.records);
      return this.#put(
        place,
        Array.from({ length: records.count }, (_, which) => records.text(which)),
      );
    });
  }

  #table(resource: ResourceName): Map<string, StoredRow> {
    const table = this.rows.get(resource) ?? new Map<string, StoredRow>();
    this.rows.set(resource, table);
    return table;
  }

  #put(place: PagePlace, raws: readonly string[]): StoredPageCounts {
    this.onPage(place);
    const { resource, generation, mark } = place;
    const table = this.#table(resource);
    const count = { added: 0, changed: 0, unchanged: 0, drifted: 0, repeated: 0 };
    for (const raw of raws) {
      const key = keyOf(resource, raw);
      const old = table.get(key);
      if (old?.generation === generation) count.repeated++;
      if (!old) count.added++;
      else if (old.raw !== raw) count.changed++;
      else count.unchanged++;
      table.set(key, { raw, generation });
    }
    this.marks.push({ resource, mark, count: raws.length });
    if (this.open) this.open.progress[resource] = { ...mark, generation };
    const distinct = [...table.values()].filter((kept) => kept.generation === generation).length;
    return { ...count, distinct };
  }
}

/** Returns the cache's key of a record; a record without its key is keyed by its text. */
function keyOf(resource: ResourceName, raw: string): string {
  const record = JSON.parse(raw) as Record<string, unknown> | null;
  const names = resources[resource].key;
  if (names.length === 1 && (record?.[names[0] ?? ''] ?? null) === null) return `?${raw}`;
  return names.map((name) => String(record?.[name])).join('|');
}
