import { fail } from '../../../preload/contract/failure';
import type { Clock } from '../service/clock';
import {
  everyCall,
  type Opened,
  type PageInHand,
  type WriterCalls,
  type WriterThread,
} from '../cache/thread/writer';

/** So long after the opening a first screen has its rows. */
const FIRST_SCREEN_MS = 1_000;

/**
 * A writer whose thread is started by the first call, or once a first screen has had time to be there, whichever comes
 * first. `started` hears what opening told, or why it failed; a call after a failure starts it again.
 */
export function writerLater(
  start: () => Promise<WriterThread & Opened>,
  clock: Clock,
  started: (opening: Promise<Opened>) => void,
): WriterThread {
  let starting: Promise<WriterThread & Opened> | undefined;
  let isClosed = false;
  const writer = (): Promise<WriterThread> => {
    cancel();
    if (starting) return starting;
    if (isClosed) return Promise.reject(fail('engine-lost', { cause: 'the cache writer is closed' }));
    const now = start();
    starting = now;
    now.catch(() => (starting = undefined));
    started(now);
    return now;
  };
  const cancel = clock.after(FIRST_SCREEN_MS, () => void writer().catch(() => undefined)); // `started` heard of it
  const method =
    <M extends keyof WriterCalls>(name: M) =>
    async (...args: Parameters<WriterCalls[M]>): Promise<ReturnType<WriterCalls[M]>> => {
      const call = (await writer())[name] as (...args: unknown[]) => Promise<ReturnType<WriterCalls[M]>>;
      return call(...args);
    };
  return {
    ...everyCall(method),
    page(place, bytes): PageInHand {
      const asked = writer().then((thread) => thread.page(place, bytes));
      const meta = asked.then((hand) => hand.meta);
      const stored = asked.then((hand) => hand.stored);
      // Whoever hears of the failure by the one need not listen to the other.
      meta.catch(() => undefined);
      stored.catch(() => undefined);
      return { meta, stored };
    },
    async close() {
      cancel();
      isClosed = true;
      const thread = await starting?.catch(() => undefined);
      await thread?.close();
    },
  };
}
