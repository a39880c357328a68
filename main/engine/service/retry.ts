/** How often a read is repeated before its failure counts. */
export const RETRIES = 4;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** Milliseconds that a service may ask us to wait; for a longer time people are told instead. */
export const LONGEST_RETRY_AFTER = 120_000;

/**
 * Milliseconds to wait before repeat number `repeats` (from 0). Retry-After among the headers is seconds, or an HTTP
 * date, which counts from the answer's own Date: this computer's clock may be wrong. `random`, 0 to 1, spreads
 * requests that failed together.
 */
export function retryDelay(repeats: number, headers: Headers | null, random: number): number {
  const asked = headers === null ? Number.NaN : askedDelay(headers);
  if (!Number.isNaN(asked)) return Math.max(asked, 0);
  const wait = Math.min(FIRST_WAIT * 2 ** repeats, LONGEST_WAIT);
  return Math.round(wait * (0.75 + 0.5 * random));
}

/** Milliseconds that an answer asks us to wait; NaN where it asks for nothing. */
export function askedDelay(headers: Headers): number {
  const asked = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1000;
  return Date.parse(asked) - Date.parse(headers.get('date') ?? '');
}
