/** Maximum number of retries of a read. */
export const MAX_RETRIES = 4;

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** Maximum delay in milliseconds that the service may request; longer ones are shown to the user instead. */
export const MAX_RETRY_AFTER_MS = 120_000;

/**
 * Returns the delay in milliseconds before the next retry, after `retries` of them. Retry-After is in seconds or an
 * HTTP date, relative to the response's Date, because this computer's clock may be wrong. `random`, 0 to 1, adds
 * jitter.
 */
export function retryDelay(retries: number, headers: Headers | null, random: number): number {
  const delayMs = headers === null ? Number.NaN : requestedDelay(headers);
  if (!Number.isNaN(delayMs)) return Math.max(delayMs, 0);
  const wait = Math.min(FIRST_WAIT_MS * 2 ** retries, MAX_WAIT_MS);
  return Math.round(wait * (0.75 + 0.5 * random));
}

/** Returns the delay in milliseconds that a response requests; NaN if none. */
export function requestedDelay(headers: Headers): number {
  const retryAfter = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
  return Date.parse(retryAfter) - Date.parse(headers.get('date') ?? '');
}
