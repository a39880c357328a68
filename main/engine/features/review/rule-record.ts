import type { Cell } from '#contract/query';
import type { Id } from '../../records/id-key';

/** A record as rules see it: its key and each declared field as a property. */
export type RuleRecordView = Readonly<Record<string, Cell>> & { readonly key: Id };

/** One view (flyweight) for all rows, because 100,000 objects with twenty fields would cost more than the rules. */
export interface FlyweightView {
  readonly record: RuleRecordView;
  /** Shows a row: number, key and the cells of the fields. */
  readonly show: (row: readonly Cell[]) => void;
}

/** Returns the view for these fields. Equal fields share a view, so its compiled code is reused. */
export function flyweightViewOf(fields: readonly string[]): FlyweightView {
  const name = fields.join(' ');
  const view = views.get(name) ?? createFlyweightView(fields);
  views.set(name, view);
  return view;
}
const views = new Map<string, FlyweightView>();

function createFlyweightView(fields: readonly string[]): FlyweightView {
  // Getters on a prototype are inlined into the rules; those of a single object are looked up each time.
  class View {
    shown: readonly Cell[] = [];
  }
  for (const [index, name] of ['key', ...fields].entries())
    Object.defineProperty(View.prototype, name, {
      get(this: View) {
        return this.shown[index + 1] ?? null;
      },
    });
  const view = new View();
  return {
    record: view as unknown as RuleRecordView,
    show: (row) => {
      view.shown = row;
    },
  };
}
