import { shell } from 'electron';
import electronLog from 'electron-log/main';
import path from 'node:path';

/** What a log line may hold. Texts are single lower-case words: a name, number, key or tax id cannot be one. */
export type LogValue = number | boolean | null | string;
export type Log = (event: string, data?: Readonly<Record<string, LogValue>>) => void;

const WORD = /^[a-z]+([-.][a-z]+)*$/i;
const MAX_WORD = 40;

/** Redacts by construction: ids, counts, durations and known words pass; every other text is replaced. */
export const redact = (value: LogValue): LogValue =>
  typeof value === 'string' && !(value.length <= MAX_WORD && WORD.test(value)) ? '(withheld)' : value;

export const logLine = (event: string, data: Readonly<Record<string, LogValue>> = {}): string =>
  [redact(event), ...Object.entries(data).map(([key, value]) => `${key}=${String(redact(value))}`)].join(' ');

/** The log file people can send to support; rotated at one megabyte by the library. */
export function openLog(folder: string): { log: Log; show: () => void } {
  const file = path.join(folder, 'firm-desk.log');
  electronLog.transports.console.level = false;
  electronLog.transports.file.resolvePathFn = () => file;
  electronLog.transports.file.maxSize = 1_048_576;
  electronLog.transports.file.format = '{y}-{m}-{d}T{h}:{i}:{s}.{ms}{z} {text}';
  return {
    log: (event, data) => electronLog.info(logLine(event, data)),
    show: () => shell.showItemInFolder(file),
  };
}
