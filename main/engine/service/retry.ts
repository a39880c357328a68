/** How often a read is repeated before its failure counts. */
export const RETRIES = 4;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** A service may ask us to wait, but not for ever. */
const LONGEST_RETRY_AFTER = 120_000;

/**
 * Milliseconds to wait before repeat number `repeats` (from 0). `retryAfter` is the header: seconds, or an HTTP date;
 * `now` is the time in milliseconds since 1970; `random`, 0 to 1, spreads requests that failed together.
 */
export function retryDelay(repeats: number, retryAfter: string | null, now: number, random: number): number {
  const asked = retryAfter === null ? Number.NaN : askedDelay(retryAfter.trim(), now);
  if (!Number.isNaN(asked)) return Math.min(Math.max(asked, 0), LONGEST_RETRY_AFTER);
  const wait = Math.min(FIRST_WAIT * 2 ** repeats, LONGEST_WAIT);
  return Math.round(wait * (0.75 + 0.5 * random));
}

const askedDelay = (header: string, now: number): number =>
  /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
