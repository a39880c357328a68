import { datedFilter } from '../../../preload/contract/domain/relative-days';
import { orderOf, type Filter, type Query } from '../../../preload/contract/query';
import type { ColumnStore, Dictionary } from './column-store';
import { listedAs } from '../../../preload/contract/domain/listed';
import { isWithin } from '../../../preload/contract/domain/is-within';
import { holdsPart } from '../../../preload/contract/domain/holds-part';
import { holdsMany } from '../../../preload/contract/fields';
import { LIST_GAP } from './cells';
import type { Table } from './schema';
import type { CommonWords } from './common-words';
import { equals, refined } from './ordering';
import { largestFirst, sectionsOf } from './sections';
import { RowSet } from './row-set';
import { wordsOf } from '../../../preload/contract/domain/search-words';
import { numbersFirst } from './numbers-first';

/** Results kept for windows further down and for going back. */
const KEPT = 8;
const REHEARSALS = 3;
/** Below this share of all rows it is faster to sort the matches than to walk the whole order. */
const FEW = 8;

type Asked = Pick<Query, 'search' | 'filters' | 'sort' | 'group'>;

/** Which codes of a column a filter lets through, by code. */
interface Test {
  readonly codes: Uint32Array;
  readonly allowed: Uint8Array;
}

/**
 * The rows that are in all sets and pass all tests, in their order. A plain loop, for it runs a million times for a key;
 * an iterator over the rows would cost the first search, which is not compiled yet, ten milliseconds.
 */
function picked(rows: Uint32Array, sets: readonly RowSet[], tests: readonly Test[]): Uint32Array {
  const kept = new Uint32Array(rows.length);
  let count = 0;
  let at = 0;
  next: while (at < rows.length) {
    const n = rows[at] ?? 0;
    at += 1;
    for (const set of sets) if (!set.has(n)) continue next;
    for (const { codes, allowed } of tests) if (allowed[codes[n] ?? 0] === 0) continue next;
    kept[count] = n;
    count += 1;
  }
  return kept.slice(0, count);
}

/** The rows of a query, in its order. Remembers the last few. */
export class Results {
  readonly #store: ColumnStore;
  readonly #common: CommonWords;
  readonly #table: Table;
  readonly #named: (word: string) => readonly number[];
  readonly #kept = new Map<string, Uint32Array>();
  /** A column of whose order only the beginning was read. */
  #wanted: string | undefined;
  #isRehearsed = false;

  /** `named`: rows that hold the ID of something whose name has a word that begins like this. */
  constructor(
    store: ColumnStore,
    common: CommonWords,
    table: Table,
    named: (word: string) => readonly number[] = () => [],
  ) {
    this.#named = named;
    this.#store = store;
    this.#common = common;
    this.#table = table;
  }

  forget(): void {
    this.#kept.clear();
    this.#wanted = undefined;
  }

  of(asked: Asked): Uint32Array {
    // What counts from today is another question tomorrow.
    const now = new Date();
    const kinds = new Map(this.#table.columns.map(({ name, kind }) => [name, kind]));
    const filters = asked.filters.map((filter) => datedFilter(filter, kinds.get(filter.field), now));
    const query = { ...asked, filters };
    const name = JSON.stringify([query.search, query.filters, query.sort, query.group]);
    const known = this.#kept.get(name);
    if (known) {
      this.#kept.delete(name);
      this.#kept.set(name, known);
      return known;
    }
    const made = this.#make(query);
    this.#kept.set(name, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return made;
  }

  /** The first rows of a whole list in the order of one column, where that is not in memory yet (ColumnStore.head). */
  head({ search, filters, sort, group }: Asked, limit: number): Uint32Array | undefined {
    if (filters.length > 0 || group || sort.next?.length) return undefined;
    if (search !== '' && wordsOf(search).length > 0) return undefined;
    const head = this.#store.head(sort.field, sort.descending, limit);
    if (head) this.#wanted = sort.field;
    return head;
  }

  /** Reads the order whose first rows were asked for; false when nothing is left to be done. */
  prepare(): boolean {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted !== undefined) this.#store.order(wanted);
    return wanted !== undefined;
  }

  /** Goes through the whole list a few times, so that the loop is compiled before a person waits for it; false: it is. */
  rehearse(): boolean {
    const set = this.#isRehearsed ? undefined : this.#common.first;
    if (!set) return false;
    this.#isRehearsed = true;
    const { order } = this.#store.order(this.#table.resource.sort.field);
    for (let times = 0; times < REHEARSALS; times += 1) picked(order, [set], []);
    return true;
  }

  #make({ search, filters, sort, group }: Asked): Uint32Array {
    const steps = orderOf({ sort, ...(group ? { group } : {}) });
    const [first = sort] = steps;
    const tests = filters.map((filter) => this.#test(filter));
    const { order, rank } = this.#store.order(first.field);
    const sets: RowSet[] = [];
    const rare: string[] = [];
    const lists: Uint32Array[] = [];
    const { size } = this.#store;
    for (const word of wordsOf(search)) {
      const set = this.#common.of(word);
      const named = set ? [] : this.#named(word);
      if (set) sets.push(set);
      else if (named.length > 0) {
        const found = this.#store.matching([word]);
        lists.push(new RowSet(size, found, named).rows(found.length + named.length));
      } else rare.push(word);
    }
    const matches = rare.length > 0 ? this.#store.matching(rare) : (lists.shift() ?? null);
    for (const list of lists) sets.push(new RowSet(size, list));
    let ascending: Uint32Array;
    if (matches !== null && matches.length < order.length / FEW) {
      const found = picked(matches, sets, tests);
      const places = found.map((n) => rank[n] ?? 0).sort();
      ascending = places.map((place) => order[place] ?? 0);
    } else {
      if (matches !== null) sets.push(new RowSet(size, matches));
      ascending = sets.length + tests.length === 0 ? order : picked(order, sets, tests);
    }
    const sorted = first.descending ? this.#descending(ascending, first.field) : ascending;
    const ordered = steps.length > 1 ? refined(this.#store, sorted, steps) : sorted;
    if (group?.order === 'largest')
      return largestFirst(ordered, sectionsOf(ordered, equals(this.#store, group.field)));
    if (group || steps.length > 1) return ordered;
    // Whoever chose another order than the list opens in wants that one.
    const usual = this.#table.resource.sort;
    const isUsual = sort.field === usual.field && sort.descending === usual.descending;
    return isUsual ? numbersFirst(ordered, search, this.#table, this.#store) : ordered;
  }

  /** Backwards, but with the empty cells still last. */
  #descending(ascending: Uint32Array, field: string): Uint32Array {
    const { filled, rank } = this.#store.order(field);
    let firstEmpty = ascending.length;
    while (firstEmpty > 0 && (rank[ascending[firstEmpty - 1] ?? 0] ?? 0) >= filled) firstEmpty -= 1;
    const turned = ascending.slice();
    turned.subarray(0, firstEmpty).reverse();
    return turned;
  }

  #test(filter: Filter): Test {
    const column = this.#table.columns.find((one) => one.name === filter.field);
    const { values, codes } = this.#store.dictionary(filter.field);
    const many = holdsMany(column?.kind);
    const allowed = new Uint8Array(values.length + 1);
    const allow = (test: (text: string, value: string | number) => boolean) => {
      for (const [at, value] of values.entries()) if (test(String(value), value)) allowed[at + 1] = 1;
    };
    if (filter.op === 'in') {
      const wanted = new Set(filter.values);
      if (wanted.has(null)) allowed[0] = 1;
      allow((text) => (many ? text.split(LIST_GAP).some((item) => wanted.has(item)) : wanted.has(text)));
    } else if (filter.op === 'not-in') {
      const unwanted = new Set(filter.values);
      if (!unwanted.has(null)) allowed[0] = 1;
      allow((text) =>
        many ? !text.split(LIST_GAP).some((item) => unwanted.has(item)) : !unwanted.has(text),
      );
    } else if (filter.op === 'contains') {
      allow((text) => holdsPart(text, filter));
    } else if (filter.op === 'listed') {
      const fold = (text: string) => listedAs(text, column ?? {});
      const wanted = new Set(filter.values.map(fold));
      allow((text) =>
        many ? text.split(LIST_GAP).some((item) => wanted.has(fold(item))) : wanted.has(fold(text)),
      );
    } else if (filter.op === 'range') {
      allow((_, value) => isWithin(value, filter));
    }
    return { codes, allowed };
  }

  dictionary(field: string): Dictionary {
    return this.#store.dictionary(field);
  }
}
