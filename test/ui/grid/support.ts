import type { CopyFormat, Selection } from '#contract/query';
import { HEADER_HEIGHT, ROW_HEIGHT, type GridColumn, type GridSource } from '../../../renderer/grid/types';
import { addCleanup } from '../../support/cleanups';

export const VIEW_ROWS = 10;
/** Gives every box 800 pixels of width and the height of a heading and ten rows, because jsdom has no layout. */
export function stubLayout(): void {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', {
    configurable: true,
    get: () => HEADER_HEIGHT + ROW_HEIGHT * VIEW_ROWS,
  });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 800 });
  addCleanup(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'clientHeight');
    Reflect.deleteProperty(HTMLElement.prototype, 'clientWidth');
  });
}

export const column = (name: string, overrides: Partial<GridColumn> = {}): GridColumn => ({
  name,
  label: name.toUpperCase(),
  width: 100,
  shown: true,
  numeric: false,
  filterable: true,
  text: (cell) => (cell === null ? '—' : String(cell)),
  ...overrides,
});

export interface FakeSource extends GridSource {
  /** Requested ranges, as [offset, limit]. */
  readonly requestedRanges: [number, number][];
  readonly copied: { selection: Selection; columns: readonly string[]; format: CopyFormat }[];
  readonly requestedKeyRanges: [number, number][];
}

/** Returns a source of `total` records with the keys k0, k1, …, or those of `keyOf`. */
export function fakeSource(
  total: number,
  keyOf: (index: number) => string = (index) => `k${index}`,
): FakeSource {
  const ranges: [number, number][] = [];
  const keyRanges: [number, number][] = [];
  const copied: FakeSource['copied'] = [];
  const keysInRange = (offset: number, limit: number) =>
    Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => keyOf(offset + index));
  return {
    requestedRanges: ranges,
    copied,
    requestedKeyRanges: keyRanges,
    window: (columns, offset, limit) => {
      ranges.push([offset, limit]);
      const rows = keysInRange(offset, limit).map((key) => ({
        key,
        isDrifted: false,
        cells: columns.map((name) => `${name} of ${key}`),
      }));
      return Promise.resolve({ rows, total });
    },
    keys: (offset, limit) => {
      keyRanges.push([offset, limit]);
      return Promise.resolve(keysInRange(offset, limit));
    },
    position: (key) => {
      const index = keysInRange(0, total).indexOf(key);
      return Promise.resolve(index < 0 ? null : index);
    },
    copy: (selection, columns, format) => {
      copied.push({ selection, columns, format });
      return Promise.resolve(
        selection.kind === 'keys' ? selection.keys.length : total - selection.except.length,
      );
    },
  };
}

/** Waits until pending responses and their effects are processed. */
export const flushAsync = () => new Promise<void>((resolve) => setTimeout(resolve));
