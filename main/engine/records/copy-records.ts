import { resourceNamed } from '#contract/resources';
import type { OpenConnection } from '../connection/open-connection';
import { copyRows } from './copy-rows';
import type { Names } from './names/names';
import { selectionAsText, type CopyProgress, type CopyRequest } from './selection-as-text';

/** Minimum interval between progress updates. */
const INTERVAL_MS = 100;

/** Copies records to the clipboard once all are ready. If aborted, the clipboard stays unchanged. */
export async function* copyRecords(
  opened: Pick<OpenConnection, 'reader' | 'workspace' | 'requests'>,
  names: Pick<Names, 'byId' | 'all'>,
  request: CopyRequest,
  signal?: AbortSignal,
): AsyncGenerator<CopyProgress & { isDone: boolean }, void, void> {
  const formatting = selectionAsText({ reader: opened.reader, names }, request);
  let reportedAt = performance.now();
  for (;;) {
    const step = await formatting.next();
    if (signal?.aborted) return;
    if (step.done) {
      const { rows } = copyRows(opened, step.value, { list: resourceNamed(request.query.resource).plural });
      yield { rows, total: rows, isDone: true };
      return;
    }
    if (performance.now() - reportedAt < INTERVAL_MS) continue;
    reportedAt = performance.now();
    yield { ...step.value, isDone: false };
  }
}
