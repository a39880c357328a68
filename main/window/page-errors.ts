import type { WebContents, WebContentsConsoleMessageEventParams } from 'electron';

/** So many in a run of the app: a page that fails again and again must not drive everything else out of the log. */
const MOST = 100;

/** The same by the older runtime: an event, and then level, message and line; 3 is an error. */
type OlderConsoleMessage = readonly [event: object, level: number, message: string, line: number];
type Given = readonly [Pick<WebContentsConsoleMessageEventParams, 'level' | 'message' | 'lineNumber'>];

/** What the log may know of an error: its class and the line of the page's script. */
interface PageError {
  readonly kind: string;
  readonly line: number;
}

/** What Chromium tells of an error that nothing in the page caught, a part of it that could not be loaded among them. */
function pageErrorOf(given: Given | OlderConsoleMessage): PageError | undefined {
  const { message, line } = consoleErrorOf(given) ?? {};
  if (message === undefined || line === undefined) return undefined;
  const [kind = 'unknown'] = /\b[A-Z]\w*(Error|Exception)\b/.exec(message) ?? [];
  return { kind, line };
}

function consoleErrorOf(given: Given | OlderConsoleMessage): { message: string; line: number } | undefined {
  if (given.length > 1) {
    const [, level, message, line] = given as OlderConsoleMessage;
    return level === 3 ? { message, line } : undefined;
  }
  const [{ level, message, lineNumber: line }] = given as Given;
  return level === 'error' ? { message, line } : undefined;
}

/**
 * Tells of errors of the page that no call met: it has no channel to the log, so they are taken from what Chromium writes into
 * the page's console.
 */
export function hearPageErrors(contents: Pick<WebContents, 'on'>, tell: (error: PageError) => void): void {
  let left = MOST;
  // The types know the newer form alone.
  const hear = (...given: readonly unknown[]): void => {
    const error = pageErrorOf(given as unknown as Given | OlderConsoleMessage);
    if (error && left-- > 0) tell(error);
  };
  contents.on('console-message', hear);
}
