import type { Db } from '../sqlite/open-database';

/** Whoever looks again after this long comes again. */
export const AWAY_MS = 2 * 3_600_000;
/** That somebody looks is written down no more often than this. */
const NOTE_MS = 60_000;

interface Stored {
  readonly since: string | null;
  readonly seen: string;
}

/** When somebody last looked at this connection's Today. */
export const visitStore = (db: Db) => ({
  /** Somebody looks now. Answers when the visit before this one ended (ISO, UTC); null: this is the first. */
  look(now: Date): string | null {
    const at = now.toISOString();
    const before = db.prepare<[], Stored>('SELECT since, seen FROM visit').get();
    if (!before) {
      db.prepare('INSERT INTO visit VALUES (1, NULL, ?)').run(at);
      return null;
    }
    const away = now.getTime() - Date.parse(before.seen);
    const since = away >= AWAY_MS ? before.seen : before.since;
    // A clock that was set back is believed from then on.
    if (away >= NOTE_MS || away < 0) db.prepare('UPDATE visit SET since = ?, seen = ?').run(since, at);
    return since;
  },
});
