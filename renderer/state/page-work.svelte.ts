import { failureOf, type Failure } from '#contract/failure';

/** The work of a page or form, one at a time: which is running, and why the last one failed. */
export class PageWork<What extends string> {
  busy = $state<What | null>(null);
  failure = $state.raw<Failure | null>(null);

  /** Returns null if the work failed, or was not started because other work is under way. */
  async run<T>(what: What, work: () => Promise<T>): Promise<T | null> {
    if (this.busy !== null) return null;
    this.busy = what;
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

/** The export of a page. */
export class PageExport extends PageWork<'export'> {
  /** `save` returns why the file was not written, or whether the user named one. */
  async save(save: () => Promise<Failure | boolean>): Promise<void> {
    const saved = await this.run('export', save);
    if (saved !== null && typeof saved !== 'boolean') this.failure = saved;
  }
}
