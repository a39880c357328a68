import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { standingProblem, type StandingExport } from '#contract/features/standing-exports/calls';
import { exportSentence } from '../../../../renderer/features/standing-exports/messages';
import StandingExportSettings from '../../../../renderer/features/standing-exports/StandingExportSettings.svelte';
import { StandingExportList } from '../../../../renderer/features/standing-exports/standing-exports.svelte';
import { fakeDesktop, fakeEngine, UNCHECKED_REVIEW } from '../../fakes';

const AT = '2026-11-27T06:00:00Z';
const exportOf = (overrides: Partial<StandingExport> = {}): StandingExport => ({
  id: 'one',
  source: { kind: 'review' },
  name: null,
  format: 'csv',
  folder: '/exports',
  file: 'review-findings.csv',
  afterRefresh: true,
  last: null,
  writtenAt: null,
  isRunning: false,
  isDue: false,
  ...overrides,
});
const followAnswer = (list: StandingExport[]) =>
  async function* () {
    yield await Promise.resolve(list);
    await new Promise(() => undefined);
  };

describe('the message about a standing export', () => {
  it.each(standingProblem.options)(
    'has a sentence for %s and says when a file was last written',
    (problem) => {
      const last = { how: 'not-written', at: AT, problem } as const;
      expect(exportSentence(exportOf({ last }))).toMatch(/\. No file was written\.$/);
      expect(exportSentence(exportOf({ last, writtenAt: AT }))).toMatch(/Last written: .*\.$/);
    },
  );
});

it('says why a file could not be written, such as a full disk', () => {
  const last = { how: 'not-written', at: AT, problem: 'failed', failure: { kind: 'disk-full' } } as const;
  expect(exportSentence(exportOf({ last }))).toMatch(/disk is full\. .+\. No file was written\.$/i);
});

describe('the settings of standing exports', () => {
  it('show each with its folder and how it ended, and write it on demand', async () => {
    const standingExport = exportOf({
      source: { kind: 'view', resource: 'accounts', view: 'v1' },
      name: 'My accounts',
      last: { how: 'done', at: AT, rows: 12 },
      writtenAt: AT,
    });
    const { engine, calls } = fakeEngine({
      'standingExports.follow': followAnswer([standingExport]),
      'standingExports.run': () => undefined,
    });
    render(StandingExportSettings, { desktop: fakeDesktop().desktop, engine });
    expect(await screen.findByText('Accounts: My accounts')).toBeTruthy();
    expect(screen.getByText('review-findings.csv in /exports, after each refresh')).toBeTruthy();
    expect(screen.getByText(/^12 rows, /)).toBeTruthy();
    screen.getByRole('button', { name: 'More for Accounts: My accounts' }).focus();
    const user = userEvent.setup();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByText('Write now'));
    expect(calls.filter(({ name }) => name === 'standingExports.run')).toEqual([
      { name: 'standingExports.run', input: { id: 'one' } },
    ]);
  });
});

describe('a review export that a refresh made due', () => {
  it('is written once, with labels, after the new data was checked', async () => {
    const order: string[] = [];
    const { engine } = fakeEngine({
      'standingExports.follow': followAnswer([exportOf({ isDue: true })]),
      'review.settle': () => {
        order.push('checked');
        return { ...UNCHECKED_REVIEW, stamp: 1, state: 'done', checkedAt: AT };
      },
      'review.report': () => ({ stamp: 1, items: [], total: 0 }),
      'standingExports.run': ({ table }: { table: { headings: string[] } }) => {
        order.push(`written with ${table.headings.length} columns`);
      },
    });
    const stop = new AbortController();
    new StandingExportList(engine).follow(stop.signal, { writesDue: true });
    await expect.poll(() => order).toEqual(['checked', 'written with 15 columns']);
    stop.abort();
  });
});
