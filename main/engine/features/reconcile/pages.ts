import { LatestResult } from '#common/latest-result';
import { KINDS_BY_SEVERITY, LINE_KINDS, type LineColumn } from '#contract/features/reconcile/reconciliation';
import type { LineQuery } from '#contract/features/reconcile/calls';
import { getOrCompute } from '#contract/maps';
import type { Cell, Row, Selection } from '#contract/query';
import { lineIssuesText } from '#contract/features/reconcile/messages';
import { KIND_BITS, kindsIn, NEEDS_REVIEW, type ReconciledLine } from './lines';
import { sortKeyOf, wordMatcher } from '#contract/text';
import { compareMoney } from '#contract/money';

/** The displayed value of a line in a column. */
const CELLS: Readonly<Record<LineColumn, (line: ReconciledLine) => Cell>> = {
  kinds: (line) =>
    kindsIn(line.kinds)
      .map((kind) => LINE_KINDS[kind])
      .join(', ') || null,
  number: (line) => line.number || null,
  amount: (line) => line.amount,
  name: (line) => line.account?.name ?? null,
  status: (line) => line.account?.status ?? null,
  custodian: (line) => line.account?.custodian ?? (line.mapping.custodian || null),
  household: (line) => line.account?.household ?? null,
  billed: (line) => line.account?.paymentSource ?? null,
  closed_on: (line) => line.account?.closeDate ?? null,
  issue: (line) => line.issue || null,
  entry: (line) => line.mapping.entry,
  line: (line) => line.lineNumber,
  written: (line) => line.written || null,
};

export const lineCell = (line: ReconciledLine, column: LineColumn): Cell => CELLS[column](line);

/** Key of a line in lists: its position, after `g` for a missing account, and the key of the account that it opens. */
const keyOf = (line: ReconciledLine): string =>
  `${(line.kinds & KIND_BITS.gone) === 0 ? '' : 'g'}${line.at}:${line.account?.key ?? ''}`;

/** Lines of a result for the grid; the last query is memoized. */
export class LinePages {
  readonly #lines: readonly ReconciledLine[];
  readonly #removed: readonly ReconciledLine[];
  readonly #latest = new LatestResult<readonly ReconciledLine[]>();

  constructor(lines: readonly ReconciledLine[], removed: readonly ReconciledLine[]) {
    this.#lines = lines;
    this.#removed = removed;
  }

  window(query: LineQuery, columns: readonly LineColumn[], offset: number, limit: number) {
    const lines = this.#linesFor(query);
    return {
      rows: lines.slice(offset, offset + limit).map((line): Row => rowOf(line, columns)),
      total: lines.length,
    };
  }

  position(query: LineQuery, key: string): number | null {
    const index = this.#linesFor(query).findIndex((line) => keyOf(line) === key);
    return index < 0 ? null : index;
  }

  /** Yields the cells of the selected lines, in query order. */
  *selected(query: LineQuery, selection: Selection, columns: readonly LineColumn[]): Generator<Cell[]> {
    const keys = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
    for (const line of this.#linesFor(query))
      if (keys.has(keyOf(line)) === (selection.kind === 'keys'))
        yield columns.map((column) => lineCell(line, column));
  }

  #linesFor(query: LineQuery): readonly ReconciledLine[] {
    return this.#latest.get(JSON.stringify(query), () => this.#filterLines(query));
  }

  #filterLines({ kind, custodian, search, sort }: LineQuery): ReconciledLine[] {
    const matchesSearch = wordMatcher(search);
    const bits = kind === null ? 0 : kind === 'any' ? NEEDS_REVIEW : KIND_BITS[kind];
    const matching = (kind === 'gone' ? this.#removed : this.#lines).filter(
      (line) =>
        (bits === 0 || (line.kinds & bits) !== 0) &&
        // The custodian of the file, as in the totals by custodian; the account may be held at another.
        (custodian === null || line.mapping.custodian === custodian) &&
        (search.trim() === '' || matchesSearch(searchedText(line))),
    );
    // `matching` is in file order.
    if (sort.field === 'line') return sort.descending ? matching.reverse() : matching;
    const order =
      sort.field === 'amount' ? byAmount : sort.field === 'kinds' ? bySeverity : byText(sort.field);
    return matching.sort((a, b) => order(a, b, sort.descending ? -1 : 1) || a.at - b.at);
  }
}

const rowOf = (line: ReconciledLine, columns: readonly LineColumn[]): Row => ({
  key: keyOf(line),
  isDrifted: false,
  cells: columns.map((column) => lineCell(line, column)),
});

const searchedText = (line: ReconciledLine): string =>
  `${line.number} ${line.folded} ${line.account?.name ?? ''} ${line.written} ${lineIssuesText(line.issue)}`;

/** Empty cells sort last in both directions. */
function byAmount(a: ReconciledLine, b: ReconciledLine, direction: number): number {
  if (a.amount === null || b.amount === null) return Number(a.amount === null) - Number(b.amount === null);
  return direction * compareMoney(a.amount, b.amount);
}

/**
 * Sorts by the most severe kind, then by amount, largest first; lines without findings sort last in both directions.
 */
function bySeverity(a: ReconciledLine, b: ReconciledLine, direction: number): number {
  const [left, right] = [severityRank(a), severityRank(b)];
  if (left === NO_FINDINGS || right === NO_FINDINGS)
    return Number(left === NO_FINDINGS) - Number(right === NO_FINDINGS);
  return direction * (left - right) || byAmount(a, b, -1);
}
const NO_FINDINGS = KINDS_BY_SEVERITY.length;
/** Returns the position of a line's most severe kind; `NO_FINDINGS` if it has none. */
function severityRank({ kinds }: ReconciledLine): number {
  const index = KINDS_BY_SEVERITY.findIndex((kind) => (kinds & KIND_BITS[kind]) !== 0);
  return index < 0 ? NO_FINDINGS : index;
}

function byText(column: LineColumn) {
  const keys = new Map<ReconciledLine, string | null>();
  const keyOf = (line: ReconciledLine): string | null => {
    const cell = lineCell(line, column);
    return cell === null ? null : sortKeyOf(String(cell));
  };
  return (a: ReconciledLine, b: ReconciledLine, direction: number): number => {
    const [left, right] = [getOrCompute(keys, a, keyOf), getOrCompute(keys, b, keyOf)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * (left < right ? -1 : left > right ? 1 : 0);
  };
}
