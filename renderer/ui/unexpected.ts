import type { Failure } from '#contract/failure';

/**
 * Logs the class of an unexpected failure to the console, where the app process picks it up for the log
 * (main/app/page-errors.ts). Nothing else, because a message may quote a record.
 */
export function noteUnexpected({ kind, cause }: Failure): void {
  if (kind === 'unexpected') console.error(/^[A-Z]\w*(?=:|$)/.exec(cause ?? '')?.[0] ?? 'UnknownError');
}
