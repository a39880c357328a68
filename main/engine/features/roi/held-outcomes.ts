import type { RoiStore } from './saved-work/store';
import type { RoiOutcome } from './saved-work/requests';
import type { StoredRequest } from './saved-work/stored-request';
import type { EndEntry } from '../../workspace/activity/activity';
import type { Workspace } from '../../workspace/open/workspace';
import { systemClock, type Clock } from '../../service/clock';
import { ENDING_OUTCOMES } from './outcome';

/** Time before a failed write of an outcome is retried. */
export const RETRY_MS = 5_000;

interface HeldOutcome {
  readonly ending: RoiOutcome;
  /** End time; ISO, UTC. */
  readonly at: string;
  readonly end: EndEntry;
}

interface HeldOutcomeDeps {
  readonly roi: RoiStore;
  readonly transaction: Workspace['transaction'];
  /** Aborted when the connection and its workspace close. */
  readonly closed: AbortSignal;
  readonly clock?: Pick<Clock, 'after'>;
  readonly now?: () => Date;
}

/**
 * Records how requests ended. The email is sent even if the disk is full, so an outcome that cannot be
 * written is held and shown until it can. Never throws.
 */
export function createHeldOutcomes({
  roi,
  transaction,
  closed,
  clock = systemClock,
  now = () => new Date(),
}: HeldOutcomeDeps) {
  const held = new Map<string, HeldOutcome>();

  function write(id: string, { ending, at, end }: HeldOutcome): boolean {
    try {
      transaction(() => {
        roi.requests.end(id, ending, at);
        end(ENDING_OUTCOMES[ending.state]);
      });
      held.delete(id);
      return true;
    } catch {
      return false; // `isHeld` reports it, and it is retried
    }
  }
  const scheduleRetry = (): void =>
    void clock.after(RETRY_MS, () => {
      if (closed.aborted) return; // requests still in state `sending` become unknown on the next open
      const failed = [...held].filter(([id, outcome]) => !write(id, outcome));
      if (failed.length > 0) scheduleRetry();
    });

  return {
    record(id: string, ending: RoiOutcome, end: EndEntry): void {
      const outcome = { ending, end, at: now().toISOString() };
      held.set(id, outcome);
      // If more are held, a retry is scheduled already.
      if (!write(id, outcome) && held.size === 1) scheduleRetry();
    },
    isHeld: (id: string): boolean => held.has(id),
    /** Returns a request with its held outcome, if any. */
    withHeldOutcome(stored: StoredRequest): StoredRequest {
      const outcome = held.get(stored.id);
      if (!outcome) return stored;
      const { state, response, failure } = outcome.ending;
      return {
        ...stored,
        state,
        ended: outcome.at,
        answer: response === undefined ? null : JSON.stringify(response),
        failure: failure === undefined ? null : JSON.stringify(failure),
      };
    },
  };
}
