import { MADE_IN_APP } from '#contract/features/changes/schemas';
import type { ChangeFilter } from '#contract/features/changes/calls';
import { startOfLocalDay } from '#contract/dates';
import { searchWordsOf } from '#contract/text';
import { ftsQueryOf } from '../sqlite/search-text';
import type { Db } from '../sqlite/open-database';
import type { ChangeColumns } from './change-columns';

const FILTER_PARTS = ['resource', 'kind', 'custodian', 'field'] as const;

/** Number of changes by value, highest first. */
export type ValueCounts = { value: string; count: number }[];

/** Finds changes using the columns in memory, the word index and the record index. */
export class ChangeFinder {
  readonly #db: Db;
  readonly #columns: ChangeColumns;
  /** The latest words searched, with the newest change at that time, and the matching changes. */
  #words: { readonly memoKey: string; readonly ids: readonly number[] } | undefined;

  constructor(db: Db, columns: ChangeColumns) {
    this.#db = db;
    this.#columns = columns;
  }

  /** Returns the IDs of the changes that pass a filter, newest first. */
  ids(filter: ChangeFilter): Uint32Array {
    const found = new Uint32Array(this.#columns.end - this.#columns.start);
    const failedParts = this.#failedParts(filter);
    let count = 0;
    for (const index of this.#candidates(filter))
      if (failedParts(index) === 0) {
        found[count] = index + this.#columns.base;
        count += 1;
      }
    return found.subarray(0, count);
  }

  /** Returns the filter options with counts; each option ignores its own part of the filter. */
  facets(filter: ChangeFilter): Record<'resources' | 'kinds' | 'custodians' | 'fields', ValueCounts> {
    const { resource, kind, custodian, fields } = this.#columns;
    const columns = [resource, kind, custodian, fields];
    const counts = columns.map(({ values }) => new Uint32Array(values.length));
    const failedParts = this.#failedParts(filter);
    // A record is identified by list and key, so the same key in other lists counts here too.
    for (const index of this.#candidates({ ...filter, resource: undefined })) {
      const failed = failedParts(index);
      for (const [part, count] of counts.entries())
        // The row passes every part except, at most, this one.
        if ((failed & ~(1 << part)) === 0) {
          const code = columns[part]?.codes[index] ?? 0;
          count[code] = (count[code] ?? 0) + 1;
        }
    }
    const [resources = [], kinds = [], custodians = [], sets = []] = columns.map(({ values }, part) =>
      values.flatMap((value, code) => {
        const count = counts[part]?.[code] ?? 0;
        return value === null || count === 0 ? [] : [{ value, count }];
      }),
    );
    return {
      resources: mergedAndSorted(resources),
      kinds: mergedAndSorted(kinds),
      custodians: mergedAndSorted(custodians),
      fields: mergedAndSorted(
        sets.flatMap(({ value, count }) => value.split('\n').map((name) => ({ value: name, count }))),
      ),
    };
  }

  /**
   * Returns, by list, the number of changes found after a moment, split into those made in the app and in the
   * service, highest first.
   */
  since(moment: number): { resource: string; inApp: number; inService: number }[] {
    const { resource, run, at, kind, start, end } = this.#columns;
    const counts = resource.values.map(() => ({ inApp: 0, inService: 0 }));
    for (let index = end - 1; index >= start; index -= 1) {
      const count = counts[resource.codes[index] ?? 0];
      if (!count || kind.codes[index] === 0 || (at[index] ?? 0) <= moment) continue;
      count[run[index] === MADE_IN_APP ? 'inApp' : 'inService'] += 1;
    }
    return resource.values
      .flatMap((value, code) => {
        const { inApp = 0, inService = 0 } = counts[code] ?? {};
        return value === null || inApp + inService === 0 ? [] : [{ resource: value, inApp, inService }];
      })
      .sort((a, b) => b.inApp + b.inService - a.inApp - a.inService || (a.resource < b.resource ? -1 : 1));
  }

  /**
   * Returns a function that returns which parts of the filter a row fails, as bits in the order of
   * `FILTER_PARTS`; 0 for none.
   */
  #failedParts(filter: ChangeFilter): (index: number) => number {
    const { resource, kind, custodian, fields } = this.#columns;
    const columns = [resource, kind, custodian, fields];
    const tests = FILTER_PARTS.flatMap((part, bit) => {
      const wanted = filter[part];
      const column = columns[bit];
      if (wanted === undefined || !column) return [];
      const failBit = Uint8Array.from(column.values, (value) =>
        (part === 'field' ? value?.split('\n').includes(wanted) : value === wanted) ? 0 : 1 << bit,
      );
      return [{ codes: column.codes, failBit }];
    });
    return (index) => {
      let failed = 0;
      for (const { codes, failBit } of tests) failed |= failBit[codes[index] ?? 0] ?? 0;
      return failed;
    };
  }

  /** Yields the rows that pass the parts of a filter that `#failedParts` does not check, newest first. */
  *#candidates(filter: ChangeFilter): Generator<number, void, void> {
    const { base, start, end, run, at, kind } = this.#columns;
    const { runId } = filter;
    const from = filter.from ? startOfLocalDay(filter.from).getTime() : -Infinity;
    const to = filter.to ? startOfLocalDay(filter.to, 1).getTime() : Infinity;
    const ids = this.#idsFor(filter);
    if (ids) {
      for (let n = ids.length - 1; n >= 0; n -= 1) {
        const index = (ids[n] ?? 0) - base;
        if (index >= start && index < end && fits(index)) yield index;
      }
      return;
    }
    for (let index = end - 1; index >= start; index -= 1) if (fits(index)) yield index;

    function fits(index: number): boolean {
      const when = at[index] ?? 0;
      // A row without a kind stands for an unused ID.
      return (
        kind.codes[index] !== 0 && (runId === undefined || run[index] === runId) && when >= from && when < to
      );
    }
  }

  /** Returns the ascending IDs of changes with these words for this record; undefined means all. */
  #idsFor({ text, resource, key }: ChangeFilter): readonly number[] | undefined {
    const wordIds = text?.trim() ? this.#idsWithWords(searchWordsOf(text)) : undefined;
    if (key === undefined) return wordIds;
    const recordIds = this.#db
      .prepare<string[], number>(
        `SELECT id FROM change WHERE key = ?${resource ? ' AND resource = ?' : ''} ORDER BY id`,
      )
      .pluck()
      .all(...(resource ? [key, resource] : [key]));
    if (!wordIds) return recordIds;
    const wordIdSet = new Set(wordIds);
    return recordIds.filter((id) => wordIdSet.has(id));
  }

  #idsWithWords(words: readonly string[]): readonly number[] {
    // Only punctuation was typed, which matches nothing.
    if (words.length === 0) return [];
    const match = ftsQueryOf(words);
    const memoKey = `${this.#columns.base + this.#columns.end} ${match}`;
    if (this.#words?.memoKey !== memoKey) {
      const ids = this.#db
        .prepare<[string], string>(
          'SELECT json_group_array(rowid) FROM change_words WHERE change_words MATCH ?',
        )
        .pluck()
        .get(match);
      this.#words = { memoKey, ids: JSON.parse(ids ?? '[]') as number[] };
    }
    return this.#words.ids;
  }
}

/** Adds up the counts of equal values; highest first. */
function mergedAndSorted(counted: ValueCounts): ValueCounts {
  const counts = new Map<string, number>();
  for (const { value, count } of counted) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
