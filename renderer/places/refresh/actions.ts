import { showFailure } from '../../kit/toast';
import type { EngineClient } from '../../bridge';

/** Starts a refresh, or joins the one going on. */
export const startRefresh = (engine: EngineClient): Promise<void> => quietly(() => engine.sync.start({}));

/** Takes up the refresh that a quit or a kill broke off. */
export const takeUpRefresh = (engine: EngineClient): Promise<void> =>
  quietly(() => engine.sync.start({ resume: true }));

export const stopRefresh = (engine: EngineClient): Promise<void> => quietly(() => engine.sync.cancel());

/** Failures of these calls themselves are rare and short; those of the refresh are in its state. */
async function quietly(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    showFailure(error);
  }
}
