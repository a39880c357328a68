import { MAX_DRAFT_RECORDS, type DraftRow } from '#contract/edit';
import type { EngineClient } from '../../bridge';

/** Rows per request; a draft has at most MAX_DRAFT_RECORDS. */
const ROWS_PER_REQUEST = 500;

/** Returns all rows of a draft. */
export async function allDraftRows(
  { edits }: Pick<EngineClient, 'edits'>,
  draft: string,
): Promise<readonly DraftRow[]> {
  const rows: DraftRow[] = [];
  while (rows.length < MAX_DRAFT_RECORDS) {
    const { rows: page, total } = await edits.rows({ draft, offset: rows.length, limit: ROWS_PER_REQUEST });
    rows.push(...page);
    if (page.length === 0 || rows.length >= total) break;
  }
  return rows;
}
