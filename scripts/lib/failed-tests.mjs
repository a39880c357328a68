// Reads the runners' JSON reports: which tests failed, and which passed only after a retry.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const FAILED = 'failed';
const SECOND_TRY = 'second try';
const firstLine = (text) => stripVTControlCharacters(text).trim().split('\n')[0];
const relativePath = (root, file) => path.relative(root, file).split(path.sep).join('/');

/**
 * Returns lines from vitest's report: `failed: file > title`, `second try: file > title` for a passed test with an error,
 * or `failed: file > message` for a failure outside tests.
 * @param {{ testResults: { name: string, status: string, message: string, assertionResults:
 *   { ancestorTitles: string[], title: string, status: string, failureMessages: string[] }[] }[] }} report
 * @param {string} root paths are relative to it
 * @returns {string[]}
 */
export function failedOrFlakyUnits({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relativePath(root, name);
    const lines = assertionResults.flatMap(
      ({ ancestorTitles, title, status: testStatus, failureMessages }) => {
        if (testStatus !== 'failed' && (testStatus !== 'passed' || failureMessages.length === 0)) return [];
        const outcome = testStatus === 'failed' ? FAILED : SECOND_TRY;
        return [`${outcome}: ${[file, ...ancestorTitles.filter(Boolean), title].join(' > ')}`];
      },
    );
    const failedInTest = lines.some((line) => line.startsWith(`${FAILED}:`));
    if (status !== 'failed' || failedInTest) return lines;
    return [...lines, `${FAILED}: ${file}${message ? ` > ${firstLine(message)}` : ''}`];
  });
}

/**
 * Returns lines from Playwright's report: `failed: file:line › title` or `second try: …`, and errors outside tests.
 * @param {{ config: { rootDir: string }, suites: object[], errors: { message?: string }[] }} report
 * @param {string} root paths are relative to it
 * @returns {string[]}
 */
export function failedOrFlakyEndToEnd({ config, suites, errors }, root) {
  const linesOfSuite = ({ specs = [], suites: inner = [] }, titles) => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests.flatMap(({ status }) => {
        const outcome = { unexpected: FAILED, flaky: SECOND_TRY }[status];
        const place = `${relativePath(root, path.join(config.rootDir, file))}:${line}`;
        return outcome ? [`${outcome}: ${[place, ...titles, title].join(' › ')}`] : [];
      }),
    ),
    ...inner.flatMap((suite) => linesOfSuite(suite, [...titles, suite.title])),
  ];
  return [
    ...suites.flatMap((suite) => linesOfSuite(suite, [])), // the files
    ...errors.map(({ message }) => `${FAILED}: ${firstLine(message ?? 'an error outside of any test')}`),
  ];
}

/**
 * Returns the counts of a runner that has ended. One that fails without a failed test (a crash, an error outside
 * tests, no report) counts as one failure, which is named.
 * @param {{ code: number, output: string }} ended `output`: what to add to the message, such as why it was ended
 * @param {{ passed: number, failed: number, skipped: number, failedOrFlaky: string[] } | undefined} counts
 */
export function countFailures({ code, output }, counts) {
  const because = output.trim() ? `: ${output.trim()}` : '';
  if (!counts) {
    const failedOrFlaky = [`${FAILED}: the runner wrote no report, code ${code}${because}`];
    return { passed: 0, failed: 1, skipped: 0, failedOrFlaky };
  }
  if (code === 0 || counts.failed > 0) return counts;
  const isNamed = counts.failedOrFlaky.some((line) => line.startsWith(`${FAILED}:`));
  const failedOrFlaky = isNamed
    ? counts.failedOrFlaky
    : [
        ...counts.failedOrFlaky,
        `${FAILED}: an error outside of any test, shown above, code ${code}${because}`,
      ];
  return { ...counts, failed: 1, failedOrFlaky };
}
