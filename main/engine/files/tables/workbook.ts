import { Worker } from 'node:worker_threads';
import { fail, FailureError, type FailureDetail } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { includesCell, cellIndexOf } from './cell-index';
import type { WorkbookMessage } from './workbook-thread';

/** A workbook's table: the first sheet that has any cell. */
export interface WorkbookSheet {
  readonly name: string;
  /** All rows of the sheet, including empty ones; an empty cell is an empty text. */
  readonly rows: string[][];
  /** Returns whether a cell has a formula, of which `rows` has the last result. Row and column are from 0. */
  readonly isFormula: (row: number, column: number) => boolean;
  /** Returns whether a cell is formatted as a percentage: 0.0085 means 0.85%. */
  readonly isPercent: (row: number, column: number) => boolean;
}

/** Maximum compressed size: larger workbooks are likely built to exhaust memory. */
export const MAX_WORKBOOK_BYTES = 30_000_000;
/** The largest accepted workbooks take a few seconds. */
export const WORKBOOK_TIMEOUT_MS = 60_000;
/** Memory limit of the worker thread; the largest accepted workbooks need about half of it. */
const MAX_THREAD_MB = 768;

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];
/** The container of Excel's format before 2007, and of locked workbooks. */
const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0];
/** Number of bytes that `isWorkbook` needs. */
export const MAGIC_BYTES = 4;
const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);

/** Returns whether a file starts like an .xlsx workbook. Fails with `file-unreadable` for an old or locked workbook. */
export function isWorkbook(bytes: Uint8Array): boolean {
  if (startsWith(bytes, OLE_MAGIC)) throw unreadable('old-workbook');
  return startsWith(bytes, ZIP_MAGIC);
}

type Entry = () => string | Promise<string>;
let entryOfThread: Entry | undefined;

/** Sets the path of the bundled workbook-thread; called once at startup. */
export const setWorkbookThread = (entry: Entry): void => void (entryOfThread = entry);

/**
 * Reads the bytes of an .xlsx workbook in a worker thread. Texts are unchanged ("00123" too), numbers have
 * the digits that Excel keeps, dates are 2026-11-21 (with their time, if any), and formulas give their last
 * result. Fails with `file-unreadable` for an invalid, too large or too slow workbook, and on the signal with
 * its reason (`took-too-long`) or `canceled`.
 */
export async function readWorkbook(bytes: Uint8Array, signal?: AbortSignal): Promise<WorkbookSheet> {
  if (bytes.byteLength > MAX_WORKBOOK_BYTES) throw unreadable('big-workbook');
  if (!entryOfThread) throw new Error('no thread for workbooks');
  const entry = await entryOfThread();
  if (signal?.aborted) throw canceled(signal);
  const worker = new Worker(entry, {
    env: {},
    argv: [],
    name: 'workbook',
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MB },
  });
  const cleanup = new AbortController();
  try {
    return await new Promise<WorkbookSheet>((resolve, reject) => {
      const rows: string[][] = [];
      const timer = setTimeout(() => reject(unreadable('slow-workbook')), WORKBOOK_TIMEOUT_MS);
      cleanup.signal.addEventListener('abort', () => clearTimeout(timer));
      signal?.addEventListener('abort', () => reject(canceled(signal)), { signal: cleanup.signal });
      worker.on('message', (message: WorkbookMessage) => {
        if ('failure' in message) reject(new FailureError(message.failure));
        else if ('rows' in message) for (const row of message.rows) rows.push(row);
        else resolve(sheetOf(message, rows));
      });
      worker.on('error', (error: unknown) => reject(threadFailure(error)));
      worker.on('exit', () => reject(fail('engine-lost', { cause: 'the workbook thread ended early' })));
    });
  } finally {
    cleanup.abort();
    await worker.terminate();
  }
}

const sheetOf = (
  { name, formulas, percents }: Extract<WorkbookMessage, { name: string }>,
  rows: string[][],
): WorkbookSheet => ({
  name,
  rows,
  isFormula: (row, column) => includesCell(formulas, cellIndexOf(row, column)),
  isPercent: (row, column) => includesCell(percents, cellIndexOf(row, column)),
});

const threadFailure = (error: unknown): FailureError =>
  errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    ? unreadable('big-workbook', error)
    : fail('engine-lost', { cause: 'the workbook thread stopped' }, error);

/** Returns the failure of an aborted call: the signal's reason if it is one of our failures, else `canceled`. */
const canceled = ({ reason }: AbortSignal): FailureError =>
  reason instanceof FailureError ? reason : fail('canceled', {}, reason);

const unreadable = (code: FailureDetail['code'], cause?: unknown) =>
  fail('file-unreadable', { detail: { code } }, cause);
