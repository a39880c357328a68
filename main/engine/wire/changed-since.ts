import type { SinceCondition } from '#contract/operations';

/**
 * Time that a quick refresh looks back beyond the last fetch: longer than a service may take to respond, and
 * than its clocks may differ.
 */
export const LOOKBACK_MS = 30 * 60_000;

/** Returns a time in the service's format, without fractions: `2026-11-20T04:17:09Z`. */
export const utcText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Returns the condition for records changed at or after a moment, in whole seconds. */
export const changedSince = (ms: number): SinceCondition => ({
  conditions: [{ value: utcText(ms), op: 'gte' }],
});

const TIME_TEXT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Returns a record's change time in milliseconds since 1970; undefined if the text is not a time. Without a zone it is
 * UTC.
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const parts = TIME_TEXT.exec(value);
  if (!parts) return undefined;
  const ms = Date.parse(parts[3] === undefined ? `${value.replace(' ', 'T')}Z` : value);
  return Number.isNaN(ms) ? undefined : ms;
}
