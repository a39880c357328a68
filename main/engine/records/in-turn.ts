import { systemClock, type Clock } from '../service/clock';

/** Records that may wait for the lists: some megabytes at most. */
const MOST = 8_000;
/**
 * Lists follow no more often than this: each time costs waits for the disk, for which the outcomes of the next requests
 * would have to wait too.
 */
const PACE_MS = 500;

/**
 * Lets the lists on this computer take up what answers showed while the next requests are on their way, in the order of
 * the answers, those that came meanwhile together. What they cannot take up now comes with the next refresh: the service
 * has it.
 */
export function inTurn<Shown>(
  put: (shown: readonly Shown[]) => Promise<void>,
  { clock = systemClock, paceMs = PACE_MS }: { clock?: Clock; paceMs?: number } = {},
) {
  let waiting: Shown[] = [];
  let writing: Promise<void> | null = null;
  let forget: (() => void) | null = null;

  const write = (): Promise<void> => {
    forget?.();
    forget = null;
    const shown = waiting;
    waiting = [];
    writing = put(shown)
      .catch(() => undefined)
      .then(() => {
        writing = null;
        if (waiting.length > 0) soon();
      });
    return writing;
  };
  const soon = (): void => {
    if (writing === null) forget ??= clock.after(paceMs, () => void write());
  };

  return {
    /** Resolves when so little waits that more may come. Never rejects. */
    async put(shown: readonly Shown[]): Promise<void> {
      if (shown.length === 0) return;
      waiting = waiting.concat(shown);
      soon();
      while (waiting.length > MOST)
        if (writing) await writing;
        else void write();
    },
    /** Writes at once what waits; resolves when nothing does. */
    done: async (): Promise<void> => {
      while (writing !== null || waiting.length > 0) await (writing ?? write());
    },
  };
}
