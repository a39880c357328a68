import { dependsOn } from '../../grid/depends';
import { showFailure } from '../../kit/toast';
import type { ListMeans } from './list-view';
import { chosen, chosenWords, totalsOf } from './sums';

/** Numbers are added up once nothing has changed for so long: a held key would ask for each row on its way. */
const CALM_MS = 180;

/** What the numbers of a list come to: of all that match, and of what is chosen. Made within a component. */
export class ListSums {
  /** In words, by column. */
  totals = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** What is chosen, in words; blank where it is a single thing. */
  facts = $state('');

  constructor(means: () => ListMeans) {
    $effect(() => {
      const { engine, list, live } = means();
      const { query } = list.query;
      const { names } = list.grid.arrangement;
      dependsOn(live.version);
      if (!list.ready || list.rows) return undefined;
      return soon(
        () => totalsOf(engine, query, list.descriptor, names),
        (totals) => (this.totals = totals),
      );
    });
    $effect(() => {
      const { engine, list, live } = means();
      const what = list.rows ? null : chosen(list.grid, list.descriptor, list.groups.folded);
      const { query } = list.query;
      dependsOn(live.version);
      this.facts = '';
      if (!what) return undefined;
      const columns = what.columns.map(({ name }) => name);
      return soon(
        () =>
          columns.length > 0 ? engine.records.totals({ query, ...what.of, columns }) : Promise.resolve([]),
        (totals) => (this.facts = chosenWords(what, totals)),
      );
    });
  }
}

/** Asks in a moment, and takes the answer unless something else is asked by then. The answer stops it. */
function soon<T>(ask: () => Promise<T>, take: (answer: T) => void): () => void {
  let isStopped = false;
  const timer = setTimeout(() => {
    ask().then((answer) => {
      if (!isStopped) take(answer);
    }, showFailure);
  }, CALM_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
