import type { Query, Selection } from '../../../preload/contract/query';
import { columnsOf } from '../../../preload/contract/resource';
import { resourceNamed } from '../../../preload/contract/resources';
import { clipboardCell } from '../../../preload/contract/domain/leaving-cell';
import type { CacheReader } from '../cache/reader';

/** More rows than this belong in a file, not on a clipboard. */
const MOST_ROWS = 200_000;

/** The selected rows as tab-separated text with a heading line, in the order of the query. */
export function selectionAsText(
  reader: CacheReader,
  request: { query: Query; selection: Selection; columns: string[] },
): { text: string; rows: number } {
  const labels = new Map(
    columnsOf(resourceNamed(request.query.resource)).map((column) => [column.name, column.label]),
  );
  const lines = [request.columns.map((name) => labels.get(name) ?? name).join('\t')];
  for (const cells of reader.selected(request, MOST_ROWS)) lines.push(cells.map(clipboardCell).join('\t'));
  return { text: lines.join('\n'), rows: lines.length - 1 };
}
