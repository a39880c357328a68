import Big from 'big.js';
import { untrack } from 'svelte';
import type { ColumnTotal } from '#contract/calls/engine-core';
import type { CollapsedGroups, Query } from '#contract/query';
import { columnsOf, type Column, type Resource } from '#contract/resource';
import type { EngineClient } from '../../bridge';
import { dependsOn } from '../../grid/depends-on';
import type { GridModel } from '../../grid/grid.svelte';
import { callAfterDelay } from '../../ui/debounce';
import { count, countOf, formatValue, isNumeric } from '../../ui/format';
import { showFailure } from '../../ui/toast';
import type { ListContext, ListField } from './list-view';

/** Idle time before sums are requested; a held key would request one per row. */
const DEBOUNCE_MS = 180;

/** Sums of a list's numbers: of all matching rows, and of the selection. Create within a component. */
export class ListSums {
  /** Formatted sums by column. */
  totals = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Formatted facts of the selection; blank for a single item. */
  facts = $state('');

  constructor(context: () => ListContext) {
    /** The search and filters that `totals` are of. */
    let summed = '';
    $effect(() => {
      const { engine, list, live } = context();
      const { query } = list.query;
      const { names } = list.grid.arrangement;
      dependsOn(live.version);
      if (!list.ready || list.rows) return undefined;
      const requested = JSON.stringify([query.search, query.filters]);
      if (summed !== requested) this.totals = untrack(() => withoutValues(this.totals));
      summed = requested;
      return debounceRequest(
        () => totalsOf(engine, query, list.descriptor, names),
        (totals) => (this.totals = totals),
        () => (this.totals = new Map()), // the earlier ones may be those of another query
      );
    });
    $effect(() => {
      const { engine, list, live } = context();
      const selection = list.rows ? null : chosenSums(list.grid, list.descriptor, list.groups.collapsed);
      const { query } = list.query;
      dependsOn(live.version);
      this.facts = '';
      if (!selection) return undefined;
      const columns = selection.columns.map(({ name }) => name);
      return debounceRequest(
        () =>
          columns.length > 0
            ? engine.records.totals({ query, ...selection.scope, columns })
            : Promise.resolve([]),
        (totals) => (this.facts = selectionText(selection, totals)),
      );
    });
  }
}

/**
 * Requests after a delay, and ignores the response if there is a newer request. A failure is shown. The returned
 * function cancels the request.
 */
function debounceRequest<T>(
  request: () => Promise<T>,
  onResponse: (response: T) => void,
  onFailure?: () => void,
): () => void {
  let isStopped = false;
  const cancel = callAfterDelay(DEBOUNCE_MS, () => {
    request().then(
      (response) => {
        if (!isStopped) onResponse(response);
      },
      (error: unknown) => {
        if (!isStopped) onFailure?.();
        showFailure(error);
      },
    );
  });
  return () => {
    isStopped = true;
    cancel();
  };
}

/** Returns totals whose values are not known yet; their line stays, so that the rows do not move. */
const withoutValues = (totals: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...totals.keys()].map((name) => [name, '…']));

/** Number of decimals of an average. */
const AVERAGE_DIGITS = { money: 2, percent: 2, integer: 2, number: 4 } as const;

/** Cells that are not in the cache cannot be summed. */
const isCached = ({ cell }: Partial<ListField>): boolean => cell === undefined;

const columnNamed = (descriptor: Resource, name: string | undefined): Column | undefined =>
  columnsOf(descriptor).find((column) => column.name === name);

/** Returns formatted sums of the visible columns over all matching rows, where a sum is meaningful. */
export async function totalsOf(
  engine: EngineClient,
  query: Query,
  descriptor: Resource,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const columns = columnsOf(descriptor).filter(({ name, summable }) => summable && names.includes(name));
  if (columns.length === 0) return new Map();
  const totals = await engine.records.totals({
    query,
    selection: { kind: 'all', except: [] },
    columns: columns.map(({ name }) => name),
  });
  return new Map(
    totals.flatMap(({ name, sum }) => {
      const column = columnNamed(descriptor, name);
      return column ? [[name, formatValue({ kind: column.kind }, sum)] as const] : [];
    }),
  );
}

/**
 * Returns the sums to request for a range of cells or several selected rows; null for a single item, or for rows
 * without numbers in the column under the cursor.
 */
export function chosenSums(
  grid: GridModel,
  descriptor: Resource,
  collapsed?: CollapsedGroups,
): ChosenSums | null {
  const { box } = grid.range;
  const names = grid.arrangement.names;
  const numericColumns = (wanted: readonly (string | undefined)[]) =>
    wanted
      .flatMap((name) => columnNamed(descriptor, name) ?? [])
      .filter((column) => isNumeric(column.kind) && !column.labels && isCached(column));
  if (box) {
    const limit = box.last - box.first + 1;
    const columns = numericColumns(names.slice(box.left - 1, box.right));
    return {
      scope: { range: { offset: box.first, limit, collapsed } },
      columns,
      label: `${count(limit * (box.right - box.left + 1))} cells`,
    };
  }
  if (grid.selectedCount < 2) return null;
  const columns = numericColumns([names[grid.cursor.column - 1]]);
  return columns.length > 0
    ? { scope: { selection: grid.selection.value }, columns, label: columns[0]?.label ?? '' }
    : null;
}
type Totals = Parameters<EngineClient['records']['totals']>[0];
interface ChosenSums {
  readonly scope:
    | Pick<Extract<Totals, { range: unknown }>, 'range'>
    | Pick<Extract<Totals, { selection: unknown }>, 'selection'>;
  readonly columns: readonly Column[];
  readonly label: string;
}

/**
 * "12 cells · 12 numbers · Sum $1,234.50 · Average $102.88". Only the label if there are no numbers, or numbers of
 * several kinds; no sum of percentages, which would mean nothing.
 */
export function selectionText({ label, columns }: ChosenSums, totals: readonly ColumnTotal[]): string {
  const [first] = columns;
  const numberCount = totals.reduce((all, total) => all + total.count, 0);
  if (!first || numberCount === 0 || columns.some(({ kind }) => kind !== first.kind)) return label;
  const { kind } = first;
  const sum = totals.reduce((all, total) => all.plus(total.sum), new Big(0));
  const average = sum.div(numberCount).round(AVERAGE_DIGITS[kind as keyof typeof AVERAGE_DIGITS]);
  const format = (value: Big) => formatValue({ kind }, value.toFixed());
  return [
    label,
    countOf(numberCount, 'number', 'numbers'),
    ...(kind === 'percent' ? [] : [`Sum ${format(sum)}`]),
    `Average ${format(average)}`,
  ].join(' · ');
}
