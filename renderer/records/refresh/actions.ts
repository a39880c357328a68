import { showFailure } from '../../ui/toast';
import type { EngineClient } from '../../bridge';

/** Starts a refresh, or joins the running one. */
export const startRefresh = (engine: EngineClient): Promise<void> => quietly(() => engine.sync.start({}));

/** Starts a refresh that fetches every record, also those that have not changed. */
export const refreshEverything = (engine: EngineClient): Promise<void> =>
  quietly(() => engine.sync.start({ complete: true }));

/** Resumes a refresh that was interrupted when the app quit or was killed. */
export const resumeRefresh = (engine: EngineClient): Promise<void> =>
  quietly(() => engine.sync.start({ resume: true }));

export const stopRefresh = (engine: EngineClient): Promise<void> => quietly(() => engine.sync.cancel());

/** Failures of these calls are rare; failures of the refresh are in its state. */
async function quietly(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    showFailure(error);
  }
}
