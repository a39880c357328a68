import { systemClock, type Clock } from '../service/clock';

/** Maximum number of records waiting for the lists: some megabytes. */
const MAX_WAITING_RECORDS = 8_000;
/**
 * Minimum interval between list updates: each one syncs to disk, which would delay the next requests'
 * outcomes.
 */
const INTERVAL_MS = 500;

/**
 * Batches returned records into the local lists while the next requests are in flight, in order. If a batch
 * fails, the next refresh brings the records: the service has them.
 */
export function batchWriter<Entry>(
  put: (entries: readonly Entry[]) => Promise<void>,
  { clock = systemClock, intervalMs = INTERVAL_MS }: { clock?: Clock; intervalMs?: number } = {},
) {
  let waiting: Entry[] = [];
  let writing: Promise<void> | null = null;
  let cancelTimer: (() => void) | null = null;

  const write = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    const batch = waiting;
    waiting = [];
    writing = put(batch)
      .catch(() => undefined)
      .then(() => {
        writing = null;
        if (waiting.length > 0) schedule();
      });
    return writing;
  };
  const schedule = (): void => {
    if (writing === null) cancelTimer ??= clock.after(intervalMs, () => void write());
  };

  return {
    /** Resolves when more records may be added. Never rejects. */
    async put(entries: readonly Entry[]): Promise<void> {
      if (entries.length === 0) return;
      waiting = waiting.concat(entries);
      schedule();
      while (waiting.length > MAX_WAITING_RECORDS)
        if (writing) await writing;
        else void write();
    },
    /** Writes all waiting records now; resolves when none is left. */
    drain: async (): Promise<void> => {
      while (writing !== null || waiting.length > 0) await (writing ?? write());
    },
  };
}
