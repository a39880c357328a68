import type { MessageBoxOptions } from 'electron';
import type { UnderWay } from '../../preload/contract/calls/control';

const NAMES: Record<keyof UnderWay, readonly [one: string, many: string]> = {
  downloads: ['file is being saved', 'files are being saved'],
  jobs: ['set of changes is being sent', 'sets of changes are being sent'],
  exports: ['export is being written', 'exports are being written'],
  lookUps: ['tax ID request is running', 'tax ID requests are running'],
};

/** The question before quitting ends something; undefined when nothing goes on that people would miss. */
export function quitQuestion(underWay: UnderWay): MessageBoxOptions | undefined {
  const lines = (Object.keys(NAMES) as (keyof UnderWay)[]).flatMap((what) => {
    const count = underWay[what];
    return count === 0 ? [] : [`${count} ${NAMES[what][count === 1 ? 0 : 1]}.`];
  });
  if (lines.length === 0) return undefined;
  const consequences = [
    ...(underWay.downloads + underWay.exports > 0 ? ['Unfinished files are removed.'] : []),
    ...(underWay.jobs > 0
      ? ['Changes already sent stay at the service; the rest are not sent, and you can resume them later.']
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

interface Quitting {
  /** Fails or is late where the engine does not answer: then nothing keeps the app. */
  readonly underWay: () => Promise<UnderWay>;
  /** Asks the person; true: quit. */
  readonly ask: (question: MessageBoxOptions) => Promise<boolean>;
  /** Ends everything; `working`: what goes on is to have its end first. */
  readonly stop: (working: boolean) => Promise<unknown>;
  readonly quit: () => void;
}

/** So long the engine may take to say what goes on. */
const ANSWER_MS = 1_000;

/**
 * What quitting takes, however it was asked for: the question where something goes on, then an end for everything. A
 * second request while the first is being asked or carried out changes nothing. `at once` is for a computer that shuts down.
 */
export function quitting({ underWay, ask, stop, quit }: Quitting) {
  let state: 'open' | 'asked' | 'stopped' = 'open';
  const carryOut = async (atOnce: boolean): Promise<void> => {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ANSWER_MS));
    // Asked in a turn of its own: where the engine is lost, asking fails at once.
    const going = await Promise.race([Promise.resolve().then(underWay), late]).catch(() => undefined);
    const question = going && quitQuestion(going);
    if (question && !atOnce && !(await ask(question))) {
      state = 'open';
      return;
    }
    await stop(question !== undefined).catch(() => undefined); // what does not stop does not keep the app
    state = 'stopped';
    quit();
  };
  return {
    /** For the moment before the app quits or its window closes: true when that may happen now. */
    mayGo(atOnce = false): boolean {
      if (state === 'stopped') return true;
      if (state === 'open') {
        state = 'asked';
        void carryOut(atOnce);
      }
      return false;
    },
  };
}
