import { expect, it } from 'vitest';
import {
  countFailures,
  failedOrFlakyEndToEnd,
  failedOrFlakyUnits,
} from '../../../scripts/lib/failed-tests.mjs';

const root = '/clone';
const unit = (
  title: string,
  status: string,
  failureMessages: string[] = [],
  ancestorTitles: string[] = [],
) => ({
  title,
  status,
  failureMessages,
  ancestorTitles,
});

it('reports failed and retried unit tests by file and title', () => {
  const assertionResults = [
    unit('adds', 'passed'),
    unit('is not ready', 'skipped'),
    unit('waits', 'passed', ['Error: too early'], ['', 'a clock']),
    unit('subtracts', 'failed', ['Error: 1', 'Error: 1']),
  ];
  const file = { name: '/clone/test/unit/sums.test.ts', status: 'failed', message: '', assertionResults };
  expect(failedOrFlakyUnits({ testResults: [file] }, root)).toEqual([
    'second try: test/unit/sums.test.ts > a clock > waits',
    'failed: test/unit/sums.test.ts > subtracts',
  ]);
});

it('reports a unit test file that failed outside its tests, with its message', () => {
  const broken = {
    name: '/clone/test/a.test.ts',
    status: 'failed',
    message: 'No such\nfile',
    assertionResults: [],
  };
  const silent = {
    ...broken,
    message: '',
    assertionResults: [unit('waits', 'passed', ['Error: too early'])],
  };
  expect(failedOrFlakyUnits({ testResults: [broken, silent] }, root)).toEqual([
    'failed: test/a.test.ts > No such',
    'second try: test/a.test.ts > waits',
    'failed: test/a.test.ts',
  ]);
});

it('reports end-to-end tests by file, line and title, including errors outside tests', () => {
  const spec = (title: string, line: number, status: string) => ({
    title,
    file: 'roi.test.ts',
    line,
    tests: [{ status }],
  });
  const suites = [
    {
      title: 'roi.test.ts',
      specs: [
        spec('opens', 3, 'expected'),
        spec('sends', 6, 'unexpected'),
        spec('is left out', 9, 'skipped'),
      ],
      suites: [{ title: 'offline', specs: [spec('waits', 12, 'flaky')] }],
    },
  ];
  const errors = [{ message: 'Error: no desktop\n  at …' }];
  expect(failedOrFlakyEndToEnd({ config: { rootDir: '/clone/test/e2e' }, suites, errors }, root)).toEqual([
    'failed: test/e2e/roi.test.ts:6 › sends',
    'second try: test/e2e/roi.test.ts:12 › offline › waits',
    'failed: Error: no desktop',
  ]);
});

it('names a failure without a failed test once, and counts it as one', () => {
  const passed = { passed: 3, failed: 0, skipped: 0, failedOrFlaky: ['second try: a.test.ts > waits'] };
  expect(countFailures({ code: 0, output: '' }, passed)).toEqual(passed);
  expect(countFailures({ code: 1, output: '' }, passed)).toMatchObject({
    failed: 1,
    failedOrFlaky: [
      'second try: a.test.ts > waits',
      'failed: an error outside of any test, shown above, code 1',
    ],
  });
  const broken = { ...passed, failedOrFlaky: ['failed: b.test.ts > No such'] };
  expect(countFailures({ code: 1, output: '' }, broken)).toEqual({ ...broken, failed: 1 });
  expect(countFailures({ code: 1, output: 'ended by SIGTERM' }, undefined)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failedOrFlaky: ['failed: the runner wrote no report, code 1: ended by SIGTERM'],
  });
});
