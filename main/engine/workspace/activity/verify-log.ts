import { createHash } from 'node:crypto';
import type { ActivityBreak } from '#contract/features/activity/calls';
import type { Db } from '../../sqlite/open-database';
import type { WorkspaceNote } from './note';

/** A stored line of the activity log. */
export interface ActivityLine {
  seq: number;
  at: string;
  user: string;
  connection: string;
  kind: string;
  count: number;
  facts: string;
  /** The `seq` of the start line whose action this line ends; null for any other line. */
  of: number | null;
  outcome: string | null;
  hash: string;
}

/** The previous hash for the first line. */
export const FIRST_HASH = '0'.repeat(64);

/** Verifies the log of a file in another thread. */
export type VerifyLogInWorker = (
  file: string,
  keyHex: string,
  noted?: Pick<WorkspaceNote, 'lines' | 'hash'>,
) => Promise<ReturnType<typeof verifyLog>>;

/**
 * Only a completed restore of a backup file counts: not a failed one (a line without an outcome), and not one
 * of quarantined work, whose lines were written on this computer. Tampered facts may be invalid JSON.
 */
const LINES_BEFORE_RESTORE = `SELECT ifnull(max(seq) - 1, 0) FROM activity
  WHERE kind = 'backup-restore' AND outcome = 'done' AND "of" IS NULL
    AND iif(json_valid(facts), json_type(facts, '$."backup of"'), NULL) IS NOT NULL`;

/**
 * Recomputes the hash chain of the activity log in one transaction. Returns the number of lines and the first
 * break; fewer lines than recorded elsewhere are a break. `restored` is how many lines at the start
 * come from a backup: the chain proves only that they are consistent, because a backup's creator can forge its log.
 */
export function verifyLog(
  db: Db,
  noted?: Pick<WorkspaceNote, 'lines' | 'hash'>,
): { lines: number; broken: ActivityBreak | null; restored?: number } {
  return db.transaction(() => {
    const restoredCount = db.prepare<[], number>(LINES_BEFORE_RESTORE).pluck().get() ?? 0;
    const restored = restoredCount > 0 ? { restored: restoredCount } : {};
    const lines = db.prepare<[], number>('SELECT count(*) FROM activity').pluck().get() ?? 0;
    const last = db
      .prepare<[], { seq: number; hash: string }>('SELECT seq, hash FROM activity_head')
      .get() ?? {
      seq: 0,
      hash: FIRST_HASH,
    };
    let previous: { hash: string; at: string | null } = { hash: FIRST_HASH, at: null };
    let lineNumber = 0;
    const broken = (how: ActivityBreak['how'], line: number) => ({
      lines,
      broken: { line, how, lastGood: previous.at },
      ...restored,
    });
    for (const line of db.prepare<[], ActivityLine>('SELECT * FROM activity ORDER BY seq').iterate()) {
      lineNumber += 1;
      if (line.seq !== lineNumber) return broken('missing', lineNumber);
      if (lineNumber > last.seq) return broken('added', lineNumber);
      if (line.hash !== hashLine(previous.hash, line)) return broken('changed', lineNumber);
      if (lineNumber === last.seq && line.hash !== last.hash) return broken('changed', lineNumber);
      if (lineNumber === noted?.lines && line.hash !== noted.hash) return broken('changed', lineNumber);
      previous = line;
    }
    return lineNumber < Math.max(last.seq, noted?.lines ?? 0)
      ? broken('cut', lineNumber + 1)
      : { lines, broken: null, ...restored };
  })();
}

/** Returns the hash of a line, computed from the line and the previous hash. */
export const hashLine = (previousHash: string, line: Omit<ActivityLine, 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        previousHash,
        line.seq,
        line.at,
        line.user,
        line.connection,
        line.kind,
        line.count,
        line.facts,
        line.of,
        line.outcome,
      ]),
    )
    .digest('hex');
