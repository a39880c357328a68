import type { ActivityFacts } from '../../../preload/contract/calls/activity';
import type { OpenConnection } from '../connection/open-connection';

/**
 * Puts rows on the clipboard. Several of them are an export like any other, and written down; one is what people do all
 * day. Answers how many rows.
 */
export function copyRows(
  { workspace: { activity }, requests }: Pick<OpenConnection, 'workspace' | 'requests'>,
  { text, html, rows }: { readonly text: string; readonly html?: string; readonly rows: number },
  facts: ActivityFacts,
): { rows: number } {
  if (rows > 1) activity.note({ kind: 'records-copy', count: rows, facts });
  requests.emit({ kind: 'clipboard', text, ...(html === undefined ? {} : { html }) });
  return { rows };
}
