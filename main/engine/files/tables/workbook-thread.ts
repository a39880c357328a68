import { parentPort, workerData } from 'node:worker_threads';
import { failureOf, type Failure } from '#contract/failure';
import { readWorkbookParts } from './workbook-reader';

/**
 * Messages of the thread: chunks of rows, so that the engine serves other requests between them, then the
 * remaining data; or a failure.
 */
export type WorkbookMessage =
  | { readonly rows: string[][] }
  | { readonly name: string; readonly formulas: Float64Array; readonly percents: Float64Array }
  | { readonly failure: Failure };

/** Maximum number of rows, and of cells, in one message. */
const MAX_ROWS = 2_000;
const MAX_CELLS = 40_000;

/** The thread that reads a workbook. Bundled to out/main/workbook.js. */
if (!parentPort) throw new Error('A workbook is read in a worker thread.');
const port = parentPort;
const send = (message: WorkbookMessage): void => port.postMessage(message);

try {
  const { name, rows, formulas, percents } = readWorkbookParts(workerData as Uint8Array);
  const step = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / Math.max(1, rows[0]?.length ?? 1))));
  for (let start = 0; start < rows.length; start += step) send({ rows: rows.slice(start, start + step) });
  send({ name, formulas: Float64Array.from(formulas), percents: Float64Array.from(percents) });
} catch (error) {
  send({ failure: failureOf(error) });
}
