import { getOrCompute } from '#contract/maps';
import { groupKey, type Cell, type CollapsedGroups, type Query, type Row } from '#contract/query';
import { sectionsOf, groupSizeOf, type RowSections } from './sections';
import type { TableReader } from './table-reader';

/** A line of a grouped list: a group heading, or a row by its index in the order. */
type GridLine =
  | { readonly group: number; readonly isCollapsed: boolean }
  | { readonly group: null; readonly index: number };

/**
 * The visible lines of a grouped list: a heading per group, followed by its rows unless the group is
 * collapsed.
 */
class GridLines {
  readonly #sections: RowSections;
  /** Line number of each group's heading; the last entry is the total number of lines. */
  readonly #headings: Uint32Array;

  constructor(sections: RowSections, isCollapsed: (group: number) => boolean) {
    this.#sections = sections;
    const groups = sections.first.length - 1;
    const headings = new Uint32Array(groups + 1);
    for (let group = 0; group < groups; group += 1)
      headings[group + 1] =
        (headings[group] ?? 0) + 1 + (isCollapsed(group) ? 0 : groupSizeOf(sections, group));
    this.#headings = headings;
  }

  get total(): number {
    return this.#headings.at(-1) ?? 0;
  }

  headingOf(group: number): number {
    return this.#headings[group] ?? 0;
  }

  /** Returns the line of a row by its index in the order; the heading's line if its group is collapsed. */
  lineOf(index: number): number {
    const { first } = this.#sections;
    const group = lastUpTo(first, index);
    const heading = this.headingOf(group);
    return this.#isCollapsed(group) ? heading : heading + 1 + index - (first[group] ?? 0);
  }

  /** Returns the lines of a range. */
  linesIn(offset: number, limit: number): GridLine[] {
    const lines: GridLine[] = [];
    const end = Math.min(offset + limit, this.total);
    for (let line = offset, group = lastUpTo(this.#headings, offset); line < end; line += 1) {
      if (line >= this.headingOf(group + 1)) group += 1;
      const below = line - this.headingOf(group) - 1;
      lines.push(
        below < 0
          ? { group, isCollapsed: this.#isCollapsed(group) }
          : { group: null, index: (this.#sections.first[group] ?? 0) + below },
      );
    }
    return lines;
  }

  #isCollapsed(group: number): boolean {
    return this.headingOf(group + 1) - this.headingOf(group) === 1;
  }
}

/**
 * Returns the index of the last number that is at most `limit`, or 0. The numbers ascend; the final one is the end of
 * the last group, so it is not a result.
 */
function lastUpTo(numbers: Uint32Array, limit: number): number {
  let [low, high] = [0, Math.max(0, numbers.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

type GroupedQuery = Query & { readonly group: NonNullable<Query['group']> };
export const isGrouped = (query: Query): query is GroupedQuery => query.group !== undefined;

const NONE_COLLAPSED: CollapsedGroups = { kind: 'these', values: [] };

type Sums = readonly (string | null)[];
/** Memoized group data of an order. `QueryResults` caches orders; this data lives as long as its order. */
interface GroupData {
  readonly sections: RowSections;
  /** Column sums by group; null if no row has a number. */
  readonly sums: Map<string, Sums>;
}
const groupDataByRows = new WeakMap<Uint32Array, GroupData>();

/** The rows of one query under group headings. Offsets count lines: headings and visible rows. */
export class GroupedRows {
  readonly #reader: TableReader;
  readonly #rows: Uint32Array;
  readonly #groupData: GroupData;
  readonly #lines: GridLines;
  readonly #valueOf: (n: number) => Cell;

  constructor(reader: TableReader, query: GroupedQuery, { kind, values }: CollapsedGroups = NONE_COLLAPSED) {
    const rows = reader.rows(query);
    const { field } = query.group;
    this.#reader = reader;
    this.#rows = rows;
    this.#groupData = getOrCompute(groupDataByRows, rows, () => ({
      sections: sectionsOf(rows, reader.equalityKeys(field)),
      sums: new Map(),
    }));
    this.#valueOf = reader.valuesOf(field);
    const listed = new Set(values);
    this.#lines = new GridLines(
      this.#groupData.sections,
      (group) => listed.has(this.#value(group)) === (kind === 'these'),
    );
  }

  window(
    columns: readonly string[],
    offset: number,
    limit: number,
  ): { rows: Row[]; total: number; matching: number } {
    const lines = this.#lines.linesIn(offset, limit);
    const found = this.#reader.byNumber(this.#numbers(lines), columns);
    const summed = columns.map((name) => (this.#reader.isSummable(name) ? this.#sums(name) : null));
    const rows = lines.flatMap((line) => {
      if (line.group === null) return found.get(this.#rows[line.index] ?? 0) ?? [];
      const { group, isCollapsed } = line;
      const value = this.#value(group);
      const count = groupSizeOf(this.#groupData.sections, group);
      const cells = summed.map((sums) => sums?.[group] ?? null);
      return { key: groupKey(value), isDrifted: false, cells, group: { value, count, isCollapsed } };
    });
    return { rows, total: this.#lines.total, matching: this.#rows.length };
  }

  /** Returns the rows of a range, without headings. */
  rowsIn(offset: number, limit: number): number[] {
    return this.#numbers(this.#lines.linesIn(offset, limit));
  }

  /** Returns the line of a record or a heading. */
  position(key: string): number | null {
    const n = this.#reader.numberOf(key);
    const index = n === undefined ? -1 : this.#rows.indexOf(n);
    if (index >= 0) return this.#lines.lineOf(index);
    const { first } = this.#groupData.sections;
    for (let group = 0; group < first.length - 1; group += 1)
      if (groupKey(this.#value(group)) === key) return this.#lines.headingOf(group);
    return null;
  }

  #value(group: number): Cell {
    return this.#valueOf(this.#rows[this.#groupData.sections.first[group] ?? 0] ?? 0);
  }

  #numbers(lines: readonly GridLine[]): number[] {
    return lines.flatMap((line) => (line.group === null ? (this.#rows[line.index] ?? []) : []));
  }

  #sums(name: string): Sums {
    const { sums, sections } = this.#groupData;
    return getOrCompute(sums, name, () => {
      const groupOf = new Uint32Array(this.#rows.reduce((maximum, n) => Math.max(maximum, n), 0) + 1);
      for (let group = 0; group < sections.first.length - 1; group += 1)
        for (const n of this.#rows.subarray(sections.first[group], sections.first[group + 1]))
          groupOf[n] = group;
      const groups = { size: sections.first.length - 1, groupOf: (n: number) => groupOf[n] ?? 0 };
      const totals = this.#reader.sums(this.#rows, name, groups);
      return totals.map(({ count, sum }) => (count === 0 ? null : sum));
    });
  }
}
