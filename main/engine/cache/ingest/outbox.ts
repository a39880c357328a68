import type { FoundChange, FoundRun, HistoryWriter } from '../../history/history-writer';
import type { Db } from '../../sqlite/open-database';
import { metaValue } from '../schema/schema';

/** Maximum number of changes per transaction. */
const MAX_BATCH_CHANGES = 2_000;

/**
 * Moves recorded changes from the cache to the history, and copies the refreshes (runs), even if there are no changes.
 * The history commits first and stores its position;
 * then the outbox rows are deleted. After a crash in between, the next run continues without duplicates.
 */
export function drainOutbox(db: Db, history: HistoryWriter): void {
  renumberForeignRuns(db, history);
  const cacheId = metaValue(db, 'cache') ?? '';
  const runs = db
    .prepare<[], FoundRun>('SELECT id, started, state, ended, progress AS report FROM run ORDER BY id')
    .all();
  // This commit syncs the earlier ones to disk, so that a power failure cannot undo what the history reads
  // next.
  if (db.prepare('SELECT 1 FROM outbox').get() !== undefined) {
    db.pragma('synchronous = FULL');
    db.exec(`UPDATE meta SET value = value WHERE name = 'cache'`);
    db.pragma('synchronous = NORMAL');
  }
  const next = db.prepare<[number, number], FoundChange>(
    'SELECT * FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const deleteUpTo = db.prepare<[number]>('DELETE FROM outbox WHERE seq <= ?');
  for (let last = history.outboxPosition(cacheId); ;) {
    const changes = next.all(last, MAX_BATCH_CHANGES);
    last = history.storeChanges(cacheId, runs, changes);
    deleteUpTo.run(last);
    if (changes.length < MAX_BATCH_CHANGES) return;
  }
}

/** Where the cache stores numbers of runs. */
const RUN_COLUMNS = [
  ['run', 'id'],
  ['pass', 'run'],
  ['outbox', 'run'],
] as const;

/**
 * Renumbers the cache's runs from the first one whose number is another run's in the history, as after a restore of
 * another computer's history.
 */
function renumberForeignRuns(db: Db, history: HistoryWriter): void {
  const runs = db
    .prepare<[], Pick<FoundRun, 'id' | 'started'>>('SELECT id, started FROM run ORDER BY id')
    .all();
  const first = runs.find(({ id, started }) => (history.startOfRun(id) ?? started) !== started)?.id;
  if (first === undefined) return;
  const last = Math.max(history.lastRun(), runs.at(-1)?.id ?? 0);
  db.transaction(() => {
    for (const [table, column] of RUN_COLUMNS)
      db.prepare(`UPDATE ${table} SET ${column} = ${column} + ? WHERE ${column} >= ?`).run(
        last - first + 1,
        first,
      );
  })();
}
