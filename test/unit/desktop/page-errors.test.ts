import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { logLine } from '#main/desktop/log-line';
import { reportPageErrors } from '#main/app/page-errors';

/** Returns the log lines for messages of the page's console, in the form of one runtime version. */
function loggedLines(...messages: readonly (readonly unknown[])[]): string[] {
  const contents = new EventEmitter();
  const lines: string[] = [];
  reportPageErrors(contents as never, (error) => lines.push(logLine('page.error', { ...error })));
  for (const message of messages) contents.emit('console-message', ...message);
  return lines;
}
const newer = (message: string, level = 'error') => [{ level, message, lineNumber: 7, sourceId: 'app://x' }];
const older = (message: string, level = 3) => [{}, level, message, 7, 'app://x'];

it.each([
  ['an older runtime', older],
  ['a newer one', newer],
])('logs an uncaught page error by class and line, as reported by %s', (_which, format) => {
  expect(
    loggedLines(
      format('Uncaught TypeError: cannot read "Violet Juns" of undefined'),
      format('Uncaught (in promise) ReferenceError: 078-05-1120 is not defined'),
      format('RangeError'),
      format('Uncaught SmithJonesError: Violet Juns'),
      format('Uncaught Violet Juns'),
    ),
  ).toEqual([
    'page.error kind=TypeError line=7',
    'page.error kind=ReferenceError line=7',
    'page.error kind=RangeError line=7',
    'page.error kind=(withheld) line=7',
    'page.error kind=unknown line=7',
  ]);
});

it('logs errors only, at most 100', () => {
  expect(loggedLines(newer('TypeError', 'warning'), older('TypeError', 2))).toEqual([]);
  const layoutNotice = 'ResizeObserver loop completed with undelivered notifications.';
  expect(loggedLines(newer(layoutNotice), older(layoutNotice))).toEqual([]);
  expect(loggedLines(...Array.from({ length: 1_000 }, () => newer('TypeError')))).toHaveLength(100);
});
