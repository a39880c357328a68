import { showFailure } from '../../ui/toast';
import type { EngineClient } from '../../bridge';

/** Starts a refresh, or joins the running one. */
export const startRefresh = (engine: EngineClient): Promise<void> =>
  withFailureToast(() => engine.refresh.start({}));

/** Starts a refresh that fetches every record, including those that have not changed. */
export const refreshEverything = (engine: EngineClient): Promise<void> =>
  withFailureToast(() => engine.refresh.start({ complete: true }));

/** Resumes the last refresh, which ended early: stopped by the user, by a failure, or with the app. */
export const resumeRefresh = (engine: EngineClient): Promise<void> =>
  withFailureToast(() => engine.refresh.start({ resume: true }));

export const stopRefresh = (engine: EngineClient): Promise<void> =>
  withFailureToast(() => engine.refresh.cancel());

/** Shows a failure of the call itself; failures of the refresh are in its state. */
async function withFailureToast(call: () => Promise<unknown>): Promise<void> {
  await call().catch(showFailure);
}
