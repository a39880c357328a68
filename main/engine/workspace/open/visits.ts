import type { Db } from '../../sqlite/open-database';

/** Time away after which the user's return counts as a new visit. */
export const NEW_VISIT_MS = 2 * 3_600_000;
/** Minimum time between two writes of the last visit. */
const WRITE_INTERVAL_MS = 60_000;

interface StoredVisit {
  readonly since: string | null;
  readonly last_seen: string;
}

/** Stores the time of the user's last visit to this connection's Today screen. */
export const visitStore = (db: Db) => ({
  /** Records a visit. Returns the end of the previous one (ISO, UTC); null on the first visit. */
  recordVisit(now: Date): string | null {
    const at = now.toISOString();
    const previous = db.prepare<[], StoredVisit>('SELECT since, last_seen FROM visit').get();
    if (!previous) {
      db.prepare('INSERT INTO visit VALUES (1, NULL, ?)').run(at);
      return null;
    }
    const awayMs = now.getTime() - Date.parse(previous.last_seen);
    const since = awayMs >= NEW_VISIT_MS ? previous.last_seen : previous.since;
    // If the clock was set back, its new time is used.
    if (awayMs >= WRITE_INTERVAL_MS || awayMs < 0)
      db.prepare('UPDATE visit SET since = ?, last_seen = ?').run(since, at);
    return since;
  },
  /** Returns the end of the visit before the last one (ISO, UTC); null if there were not two. */
  since: (): string | null =>
    db.prepare<[], StoredVisit>('SELECT since, last_seen FROM visit').get()?.since ?? null,
});
export type VisitStore = ReturnType<typeof visitStore>;
