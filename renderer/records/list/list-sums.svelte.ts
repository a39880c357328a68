import { dependsOn } from '../../grid/depends-on';
import { callAfterDelay } from '../../state/debounce';
import { showFailure } from '../../ui/toast';
import type { ListContext } from './list-view';
import { chosenSums, selectionText, totalsOf } from './sums';

/** Idle time before sums are requested; a held key would request one per row. */
const DEBOUNCE_MS = 180;

/** Sums of a list's numbers: of all matching rows, and of the selection. Create within a component. */
export class ListSums {
  /** Formatted sums by column. */
  totals = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Formatted facts of the selection; blank for a single item. */
  facts = $state('');

  constructor(context: () => ListContext) {
    $effect(() => {
      const { engine, list, live } = context();
      const { query } = list.query;
      const { names } = list.grid.arrangement;
      dependsOn(live.version);
      if (!list.ready || list.rows) return undefined;
      return debounceRequest(
        () => totalsOf(engine, query, list.descriptor, names),
        (totals) => (this.totals = totals),
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
 * Requests after a delay, and ignores the response if there is a newer request. The returned function cancels
 * it.
 */
function debounceRequest<T>(request: () => Promise<T>, onResponse: (response: T) => void): () => void {
  let isStopped = false;
  const cancel = callAfterDelay(DEBOUNCE_MS, () => {
    request().then((response) => {
      if (!isStopped) onResponse(response);
    }, showFailure);
  });
  return () => {
    isStopped = true;
    cancel();
  };
}
