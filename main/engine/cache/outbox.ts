import type { FoundChange, FoundRun, HistoryWriter } from '../history/history-writer';
import type { Db } from '../sqlite/open-database';
import { metaValue } from './schema';

/** Changes taken over in one transaction. */
const BATCH = 2_000;

/**
 * Lets the history take over what the cache has noted. The history commits first and remembers how far it got, then the
 * notes go: whatever a kill leaves in between is taken over at the next time, once.
 */
export function drainOutbox(db: Db, history: HistoryWriter): void {
  const cache = metaValue(db, 'cache') ?? '';
  const runs = db
    .prepare<[], FoundRun>('SELECT id, started, state, ended, progress AS report FROM run ORDER BY id')
    .all();
  // A power cut must not take back what the history is told next: this commit brings those before it to the disk.
  if (db.prepare('SELECT 1 FROM outbox').get() !== undefined) {
    db.pragma('synchronous = FULL');
    db.exec(`UPDATE meta SET value = value WHERE name = 'cache'`);
    db.pragma('synchronous = NORMAL');
  }
  const next = db.prepare<[number, number], FoundChange>(
    'SELECT * FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const done = db.prepare<[number]>('DELETE FROM outbox WHERE seq <= ?');
  for (let last = history.takenOf(cache); ;) {
    const found = next.all(last, BATCH);
    last = history.take(cache, runs, found);
    done.run(last);
    if (found.length < BATCH) return;
  }
}
