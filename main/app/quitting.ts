import type { MessageBoxOptions } from 'electron';
import type { ActiveWork, UnfinishedWork } from '#contract/calls/control';

const NAMES: Record<keyof ActiveWork, readonly [singular: string, plural: string]> = {
  downloads: ['file is being saved', 'files are being saved'],
  jobs: ['set of changes is being sent', 'sets of changes are being sent'],
  exports: ['export is being written', 'exports are being written'],
  lookups: ['tax ID request is running', 'tax ID requests are running'],
};

/** Returns the question to ask before quitting; undefined if no active work would be interrupted. */
export function quitQuestion(pendingWork: ActiveWork): MessageBoxOptions | undefined {
  const lines = (Object.keys(NAMES) as (keyof ActiveWork)[]).flatMap((kind) => {
    const count = pendingWork[kind];
    return count === 0 ? [] : [`${count} ${NAMES[kind][count === 1 ? 0 : 1]}.`];
  });
  if (lines.length === 0) return undefined;
  const consequences = [
    ...(pendingWork.downloads + pendingWork.exports > 0 ? ['Unfinished files are removed.'] : []),
    ...(pendingWork.jobs > 0
      ? ['Changes already sent stay in the service; the rest are not sent, and you can resume them later.']
      : []),
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

interface QuitDeps {
  /** If this fails or times out, the app quits without asking. */
  readonly pendingWork: () => Promise<UnfinishedWork>;
  /** Whether the window has input that is not saved yet. */
  readonly isEditing: () => boolean;
  /** Asks the user; true: quit. */
  readonly confirm: (question: MessageBoxOptions) => Promise<boolean>;
  /** Ends everything; `working`: active work should finish first. Resolves with false if a file may still be open. */
  readonly stop: (working: boolean) => Promise<boolean>;
  /** Called when everything has ended, if quitting interrupted nothing and the computer stays on. */
  readonly installUpdate: () => void;
  readonly quit: () => void;
}

/** Timeout for the engine to list its active work. */
const ANSWER_TIMEOUT_MS = 1_000;

/**
 * Handles quitting, however requested: asks if work is active, then ends everything. Further requests change
 * nothing. `isShuttingDown`: the computer shuts down, so the user is not asked.
 */
export function quitHandler({ pendingWork, isEditing, confirm, stop, installUpdate, quit }: QuitDeps) {
  let state: 'open' | 'confirming' | 'stopped' = 'open';
  const quitOrCancel = async (isShuttingDown: boolean): Promise<void> => {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ANSWER_TIMEOUT_MS));
    // Called in a promise: without an engine, the call throws immediately.
    const activeWork = await Promise.race([Promise.resolve().then(pendingWork), late]).catch(() => undefined);
    const question = activeWork && quitQuestion(activeWork);
    if (question && !isShuttingDown && !(await confirm(question))) {
      state = 'open';
      return;
    }
    const isIdle =
      !isShuttingDown && activeWork !== undefined && !question && !activeWork.isRefreshing && !isEditing();
    // A failing stop does not keep the app from quitting.
    const isClosed = await stop(question !== undefined).catch(() => false);
    if (isIdle && isClosed) installUpdate();
    state = 'stopped';
    quit();
  };
  return {
    /** True from the request to quit until the user decides to stay. */
    get isQuitting(): boolean {
      return state !== 'open';
    },
    /** Called before the app quits or its window closes; returns true if it may. */
    canQuit(isShuttingDown = false): boolean {
      if (state === 'stopped') return true;
      if (state === 'open') {
        state = 'confirming';
        void quitOrCancel(isShuttingDown);
      }
      return false;
    },
  };
}
