import type { MessageBoxOptions } from 'electron';
import type { ActiveWork, UnfinishedWork } from '#contract/calls/control';

const PHRASES: Record<keyof ActiveWork, readonly [singular: string, plural: string]> = {
  downloads: ['file is being saved', 'files are being saved'],
  jobs: ['set of changes is being sent', 'sets of changes are being sent'],
  exports: ['export is being written', 'exports are being written'],
  lookups: ['tax ID request is running', 'tax ID requests are running'],
  backups: ['backup or restore is running', 'backups or restores are running'],
};

/** Returns the question to ask before quitting; undefined if no active work would be interrupted. */
export function quitQuestion(activeWork: ActiveWork): MessageBoxOptions | undefined {
  const lines = (Object.keys(PHRASES) as (keyof ActiveWork)[]).flatMap((kind) => {
    const count = activeWork[kind];
    return count === 0 ? [] : [`${count} ${PHRASES[kind][count === 1 ? 0 : 1]}.`];
  });
  if (lines.length === 0) return undefined;
  const consequences = [
    ...(activeWork.downloads + activeWork.exports > 0 ? ['Unfinished files are removed.'] : []),
    ...(activeWork.jobs > 0
      ? ['Changes already sent stay in the service; the rest are not sent, and you can resume them later.']
      : []),
    ...(activeWork.backups > 0 ? ['An unfinished backup or restore has no effect.'] : []),
  ];
  return {
    type: 'warning',
    title: 'Firm Desk',
    message: 'Quit while work is in progress?',
    detail: [...lines, '', ...consequences].join('\n').trim(),
    buttons: ['Keep working', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
}

/** Whether the window has changes that it is about to save, without any action of the user. */
export class PendingSave {
  #isPending = false;
  #onEnd: (() => void)[] = [];

  set(isPending: boolean): void {
    this.#isPending = isPending;
    if (!isPending) this.#onEnd.splice(0).forEach((notify) => notify());
  }

  /** Resolves once nothing is waiting to be saved. */
  async ended(): Promise<void> {
    if (this.#isPending) await new Promise<void>((resolve) => this.#onEnd.push(resolve));
  }
}

interface QuitDeps {
  /** If this fails or times out, the app quits without asking. */
  readonly pendingWork: () => Promise<UnfinishedWork>;
  /** Whether the window has input that is not saved yet. */
  readonly isEditing: () => boolean;
  /** Resolves once the window has saved the changes that it saves by itself. */
  readonly saved: () => Promise<void>;
  /** Asks the user; true: quit, also if the computer shuts down before the answer. */
  readonly confirm: (question: MessageBoxOptions, shutdown: AbortSignal) => Promise<boolean>;
  /**
   * Ends everything; with `hasActiveWork`, that work gets time to end first. Resolves with false if a file may still be
   * open.
   */
  readonly stop: (hasActiveWork: boolean) => Promise<boolean>;
  /** Called when everything has ended, if quitting interrupted nothing and the computer stays on. */
  readonly installUpdate: () => void;
  readonly quit: () => void;
}

/** Timeout for the engine to list its active work. */
const ANSWER_TIMEOUT_MS = 1_000;
/** Timeout for the window to save its last changes. A page that hangs must not keep the app from quitting. */
const SAVE_TIMEOUT_MS = 2_000;

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

/**
 * Handles every request to quit: asks the user if work is active, then ends everything. A second request in that time
 * changes nothing. With `isShuttingDown`, the user is not asked, or the question is withdrawn.
 */
export class QuitHandler {
  readonly #deps: QuitDeps;
  #state: 'open' | 'quitting' | 'stopped' = 'open';
  readonly #shutdown = new AbortController();

  constructor(deps: QuitDeps) {
    this.#deps = deps;
  }

  /** True from the request to quit until the user decides to stay. */
  get isQuitting(): boolean {
    return this.#state !== 'open';
  }

  /**
   * Returns whether the app may quit or close its window now. Otherwise it starts to quit, after a question to the
   * user if work is active.
   */
  requestQuit(isShuttingDown = false): boolean {
    if (isShuttingDown) this.#shutdown.abort();
    if (this.#state === 'stopped') return true;
    if (this.#state === 'open') {
      this.#state = 'quitting';
      void this.#quitOrCancel();
    }
    return false;
  }

  async #quitOrCancel(): Promise<void> {
    const { pendingWork, isEditing, saved, confirm, stop, installUpdate, quit } = this.#deps;
    const shutdown = this.#shutdown.signal;
    // Called in a promise: without an engine, the call throws immediately.
    const activeWork = await Promise.race([
      Promise.resolve().then(pendingWork),
      after(ANSWER_TIMEOUT_MS),
    ]).catch(() => undefined);
    const question = activeWork && quitQuestion(activeWork);
    if (question && !shutdown.aborted && !(await confirm(question, shutdown))) {
      this.#state = 'open';
      return;
    }
    // Before the engine ends, which has the drafts.
    await Promise.race([saved(), after(SAVE_TIMEOUT_MS)]);
    const isIdle = activeWork !== undefined && !question && !activeWork.isRefreshing && !isEditing();
    // A failing stop does not keep the app from quitting.
    const isClosed = await stop(question !== undefined).catch(() => false);
    if (isIdle && isClosed && !shutdown.aborted) installUpdate();
    this.#state = 'stopped';
    quit();
  }
}
