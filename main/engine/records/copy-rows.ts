import type { ActivityFacts } from '#contract/features/activity/schemas';
import type { OpenConnection } from '../connection/open-connection';

/**
 * Copies rows to the clipboard. Several rows count as an export and are logged; a single row is everyday
 * work. Returns the number of rows.
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
