import type { WebContents, WebContentsConsoleMessageEventParams } from 'electron';

/** Maximum number of errors logged per window, so that a failing page cannot push everything else out of the log. */
const MAX_ERRORS = 100;

/** Chromium reports as an error that a layout took another frame, which harms nothing. */
const LAYOUT_NOTICE = 'ResizeObserver loop';

/** The arguments of the event in older Electron versions. Level 3 is an error. */
type OlderConsoleMessage = readonly [event: object, level: number, message: string, line: number];
type NewerConsoleMessage = readonly [
  Pick<WebContentsConsoleMessageEventParams, 'level' | 'message' | 'lineNumber'>,
];

/** The parts of an error that the log may contain: its class and its line in the page's script. */
interface PageError {
  readonly kind: string;
  readonly line: number;
}

/**
 * Returns the error in a console message of the page; undefined if it is not an error. Chromium also reports uncaught
 * errors and scripts that failed to load this way.
 */
function pageErrorOf(args: NewerConsoleMessage | OlderConsoleMessage): PageError | undefined {
  const { message, line } = consoleErrorOf(args) ?? {};
  if (message === undefined || line === undefined || message.startsWith(LAYOUT_NOTICE)) return undefined;
  const [kind = 'unknown'] = /\b[A-Z]\w*(Error|Exception)\b/.exec(message) ?? [];
  return { kind, line };
}

function consoleErrorOf(
  args: NewerConsoleMessage | OlderConsoleMessage,
): { message: string; line: number } | undefined {
  if (args.length > 1) {
    const [, level, message, line] = args as OlderConsoleMessage;
    return level === 3 ? { message, line } : undefined;
  }
  const [{ level, message, lineNumber: line }] = args as NewerConsoleMessage;
  return level === 'error' ? { message, line } : undefined;
}

/**
 * Reports the page's errors: uncaught ones, and those written to its console. The page has no channel to the log, so
 * they are read from its console messages.
 */
export function reportPageErrors(
  contents: Pick<WebContents, 'on'>,
  onError: (error: PageError) => void,
): void {
  let remaining = MAX_ERRORS;
  // The types only know the newer form.
  const onMessage = (...args: readonly unknown[]): void => {
    const error = pageErrorOf(args as unknown as NewerConsoleMessage | OlderConsoleMessage);
    if (error && remaining-- > 0) onError(error);
  };
  contents.on('console-message', onMessage);
}
