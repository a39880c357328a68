import type { RoiStore } from '../../workspace/roi';
import type { Ending, StoredRequest } from '../../workspace/roi-requests';
import type { EndEntry } from '../../workspace/activity';
import type { Workspace } from '../../workspace/workspace';
import { systemClock, type Clock } from '../../service/clock';
import { ENDING_OUTCOMES } from './outcome';

/** A write that found no room is tried again after so long. */
export const AGAIN_MS = 5_000;

interface Held {
  readonly ending: Ending;
  /** When it ended; ISO, UTC. */
  readonly at: string;
  readonly end: EndEntry;
}

interface Parts {
  readonly roi: RoiStore;
  readonly together: Workspace['together'];
  /** Aborted when the connection closes, and the workspace with it. */
  readonly closed: AbortSignal;
  readonly clock?: Pick<Clock, 'after'>;
  readonly now?: () => Date;
}

/**
 * Writes down how requests ended. The e-mail is out whatever the disk does: an outcome that cannot be written is held, and
 * shown, until there is room. Never throws.
 */
export function createOutcomes({
  roi,
  together,
  closed,
  clock = systemClock,
  now = () => new Date(),
}: Parts) {
  const held = new Map<string, Held>();

  function write(id: string, { ending, end }: Held): boolean {
    try {
      together(() => {
        roi.requests.end(id, ending);
        end(ENDING_OUTCOMES[ending.state]);
      });
      held.delete(id);
      return true;
    } catch {
      return false; // told by `isHeld`, and tried again
    }
  }
  const later = (): void =>
    void clock.after(AGAIN_MS, () => {
      if (closed.aborted) return; // what is still `sending` is unknown at the next opening
      const left = [...held].filter(([id, one]) => !write(id, one));
      if (left.length > 0) later();
    });

  return {
    keep(id: string, ending: Ending, end: EndEntry): void {
      const one = { ending, end, at: now().toISOString() };
      held.set(id, one);
      if (!write(id, one) && held.size === 1) later();
    },
    isHeld: (id: string): boolean => held.has(id),
    /** A request as it is, whether it could be written so or not. */
    applied(stored: StoredRequest): StoredRequest {
      const one = held.get(stored.id);
      if (!one) return stored;
      const { state, answer, failure } = one.ending;
      return {
        ...stored,
        state,
        ended: one.at,
        answer: answer === undefined ? null : JSON.stringify(answer),
        failure: failure === undefined ? null : JSON.stringify(failure),
      };
    },
  };
}
