import { failureOf, type Failure } from '#contract/failure';

/** Runs the actions of a page or form one at a time; knows which is running, and why the last one failed. */
export class PageWork<Action extends string> {
  busy = $state<Action | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Why the last `readData` failed. */
  readFailure = $state.raw<Failure | null>(null);

  /** Reads data, also during an action. Does not change `busy` or `failure`, which are of the actions. */
  async readData(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.readFailure = null;
    } catch (error) {
      this.readFailure = failureOf(error);
    }
  }

  /** Returns null if the action failed, or was not started because another one is running. */
  async run<T>(action: Action, work: () => Promise<T>): Promise<T | null> {
    if (this.busy !== null) return null;
    this.busy = action;
    this.failure = null;
    try {
      return await work();
    } catch (error) {
      this.failure = failureOf(error);
      return null;
    } finally {
      this.busy = null;
    }
  }
}

/** Runs `work`, and sets `failure` of a page or form to why it failed, or to null. */
export async function trackFailure(
  page: { failure: Failure | null },
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
    page.failure = null;
  } catch (error) {
    page.failure = failureOf(error);
  }
}

/** The export of a page. */
export class PageExport extends PageWork<'export'> {
  /** `save` returns why the file was not written, or whether the user chose one. */
  async save(save: () => Promise<Failure | boolean>): Promise<void> {
    const result = await this.run('export', save);
    if (result !== null && typeof result !== 'boolean') this.failure = result;
  }
}
