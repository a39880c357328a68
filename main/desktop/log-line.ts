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
