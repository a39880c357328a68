import { constants } from 'node:os';
import { logEvent, type LogEvent } from '#contract/log-events';
import { applicationKind } from '#contract/connection';
import { failure } from '#contract/failure';
import { resourceProgress, refreshRun } from '#contract/calls/live';
import { folderPolicy } from '#contract/policies';
import { RESOURCE_NAMES } from '#contract/resources';
import { downloadFailure, noUpdateReason, refusalReason, updateState } from '#contract/updates';

/** Allowed values of a log line. Text is withheld unless listed below: it could be a name or a key. */
export type LogValue = number | boolean | null | string;
export type Log = (event: LogEvent, data?: Readonly<Record<string, LogValue>>) => void;

/** Every word that the app itself logs: failure codes, states, list names and error classes. */
const WORDS: ReadonlySet<string> = new Set([
  ...logEvent.options,
  ...failure.shape.kind.options,
  ...refreshRun.shape.state.options,
  ...resourceProgress.shape.state.options,
  ...applicationKind.options,
  ...RESOURCE_NAMES,
  ...folderPolicy.options,
  ...updateState.options.flatMap(({ shape: { kind } }) =>
    'options' in kind ? kind.options : [...kind.values],
  ),
  ...noUpdateReason.options,
  ...refusalReason.options,
  ...downloadFailure.options,
  ...Object.keys(constants.errno),
  // How a process ended, in the runtime's terms.
  ...['clean-exit', 'abnormal-exit', 'killed', 'crashed', 'oom', 'launch-failed', 'integrity-failure'],
  ...[
    'Error',
    'TypeError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'AbortError',
    'FailureError',
    'SqliteError',
    'unknown',
  ],
]);

/** Codes of the network layer and SQLite, which support needs. */
const CODE = /^(net::)?(ERR|SQLITE)(_[A-Z0-9]{2,20}){1,5}$/;

/** Redacts by construction: numbers, booleans, known words and codes pass; any other text is replaced. */
export const redactLogValue = (value: LogValue): LogValue =>
  typeof value === 'string' && !WORDS.has(value) && !CODE.test(value) ? '(withheld)' : value;

export const logLine = (event: LogEvent, data: Readonly<Record<string, LogValue>> = {}): string =>
  [
    redactLogValue(event),
    ...Object.entries(data).map(([key, value]) => `${key}=${String(redactLogValue(value))}`),
  ].join(' ');
