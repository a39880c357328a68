import type { JobRow, RowState } from '../../../preload/contract/job';
import type { Cell } from '../../../preload/contract/query';
import type { EngineClient } from '../../bridge';
import type { GridColumn, GridSource } from '../../grid/types';

/** The most rows that the engine gives at a time. */
const WINDOW = 500;

interface JobRowsSource {
  readonly engine: EngineClient;
  readonly job: string;
  /** Only rows of this state. */
  readonly state: RowState | undefined;
  readonly cells: (row: JobRow) => Readonly<Record<string, Cell>>;
  /** Those that can be copied, in words. */
  readonly columns: () => readonly GridColumn[];
  readonly toClipboard: (text: string) => boolean;
}

/** The rows of a durable job as the grid asks for them: a window at a time, however many there are. */
export function jobRowsSource({
  engine,
  job,
  state,
  cells,
  columns,
  toClipboard,
}: JobRowsSource): GridSource {
  const ask = (offset: number, limit: number) =>
    engine.jobs.rows({ job, ...(state === undefined ? {} : { state }), offset, limit });
  async function all(offset: number, limit: number): Promise<JobRow[]> {
    const found: JobRow[] = [];
    while (found.length < limit) {
      const { rows } = await ask(offset + found.length, Math.min(WINDOW, limit - found.length));
      if (rows.length === 0) break;
      found.push(...rows);
    }
    return found;
  }
  return {
    async window(names, offset, limit) {
      const { rows, total } = await ask(offset, limit);
      return {
        total,
        rows: rows.map((row) => {
          const shown = cells(row);
          return { key: String(row.index), drifted: false, cells: names.map((name) => shown[name] ?? null) };
        }),
      };
    },
    keys: async (offset, limit) => (await all(offset, limit)).map(({ index }) => String(index)),
    async position(key) {
      if (state === undefined) return Number(key);
      const at = (await all(0, Infinity)).findIndex(({ index }) => String(index) === key);
      return at < 0 ? null : at;
    },
    async copy(selection, names) {
      const named = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
      const chosen = (await all(0, Infinity)).filter(
        ({ index }) => named.has(String(index)) === (selection.kind === 'keys'),
      );
      const shown = names.flatMap((name) => columns().filter((column) => column.name === name));
      const lines = chosen.map((row) => {
        const values = cells(row);
        return shown.map(({ name, text }) => {
          const cell = values[name] ?? null;
          return cell === null ? '' : text(cell).replace(/[\t\r\n]+/g, ' ');
        });
      });
      const text = [shown.map(({ label }) => label), ...lines].map((line) => line.join('\t')).join('\n');
      return toClipboard(text) ? chosen.length : 0;
    },
  };
}
