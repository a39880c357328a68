import type { Cell } from '../../../../preload/contract/query';
import type { Id } from '../../records/firm/ids';

/** A record as rules see it: its key and the fields that are read, each as a property. */
export type RecordView = Readonly<Record<string, Cell>> & { readonly key: Id };

/** One record that shows row after row: 100,000 objects with twenty fields each would cost more than the rules. */
export interface MovingView {
  readonly record: RecordView;
  /** `row`: number, key and the cells of the fields. */
  readonly show: (row: readonly Cell[]) => void;
}

/** The view of these fields. The same fields have the same one: what is compiled for it stays good for the next check. */
export function viewOf(fields: readonly string[]): MovingView {
  const name = fields.join(' ');
  const view = views.get(name) ?? made(fields);
  views.set(name, view);
  return view;
}
const views = new Map<string, MovingView>();

function made(fields: readonly string[]): MovingView {
  // Getters of a prototype are compiled into the rules that read them; those of a lone object are looked up each time.
  class View {
    shown: readonly Cell[] = [];
  }
  for (const [at, name] of ['key', ...fields].entries())
    Object.defineProperty(View.prototype, name, {
      get(this: View) {
        return this.shown[at + 1] ?? null;
      },
    });
  const view = new View();
  return {
    record: view as unknown as RecordView,
    show: (row) => {
      view.shown = row;
    },
  };
}
