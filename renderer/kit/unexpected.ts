import type { Failure } from '../../preload/contract/failure';

/**
 * A failure that nobody foresaw goes to the page's console, where the app process finds its class for the log
 * (main/window/page-errors.ts). Nothing else of it: it may quote a record.
 */
export function noteUnexpected({ kind, cause }: Failure): void {
  if (kind === 'unexpected') console.error(/^[A-Z]\w*(?=:|$)/.exec(cause ?? '')?.[0] ?? 'UnknownError');
}
