import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { standingProblem, type StandingExport } from '#contract/features/standing-exports/schemas';
import { fail } from '#contract/failure';
import AddExportDialog from '../../../../renderer/features/standing-exports/AddExportDialog.svelte';
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
  timesDue: 0,
  ...overrides,
});
const followAnswer = (...lists: StandingExport[][]) =>
  async function* () {
    for (const list of lists) {
      yield list;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
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

it('does not show why a write failed once another one has started', async () => {
  let fails = true;
  const { engine } = fakeEngine({
    'standingExports.run': () => {
      if (fails) throw fail('disk-full');
    },
  });
  const exports = new StandingExportList(engine);
  const view = exportOf({ source: { kind: 'view', resource: 'accounts', view: 'v1' } });
  expect(await exports.run(view)).toBe(false);
  expect(exports.failure?.kind).toBe('disk-full');
  fails = false;
  expect(await exports.run(view)).toBe(true);
  expect(exports.failure).toBeNull();
});

describe('a review export that a refresh made due', () => {
  it('is written once, with headings, after the new data was checked', async () => {
    const order: string[] = [];
    const due = exportOf({ isDue: true, timesDue: 1 });
    const { engine } = fakeEngine({
      'standingExports.follow': followAnswer(
        [due],
        [{ ...due, isRunning: true }],
        [exportOf({ timesDue: 1 })],
      ),
      'review.settle': () => {
        order.push('checked');
        return { ...UNCHECKED_REVIEW, stamp: 1, state: 'done', checkedAt: AT };
      },
      'review.report': () => ({ stamp: 1, items: [], total: 0 }),
      'standingExports.run': ({ table }: { table: { headings: string[] } }) => {
        order.push(`written with ${table.headings.slice(0, 2).join(', ')}`);
      },
    });
    const stop = new AbortController();
    const exports = new StandingExportList(engine);
    exports.follow(stop.signal, { writesDue: true });
    await expect.poll(() => exports.list?.[0]?.isDue).toBe(false);
    expect(order).toEqual(['checked', 'written with Severity, Finding']);
    stop.abort();
  });

  it('records why its findings could not be read, which its row in the settings shows', async () => {
    const { engine, calls } = fakeEngine({
      'standingExports.follow': followAnswer([exportOf({ isDue: true, timesDue: 3 })]),
      'review.settle': () => ({ ...UNCHECKED_REVIEW, failure: { kind: 'disk-full' } }),
      'standingExports.recordFailure': () => undefined,
    });
    const stop = new AbortController();
    new StandingExportList(engine).follow(stop.signal, { writesDue: true });
    const recorded = () => calls.filter(({ name }) => name === 'standingExports.recordFailure');
    await expect.poll(recorded).toHaveLength(1);
    expect(recorded()[0]?.input).toMatchObject({ id: 'one', timesDue: 3, failure: { kind: 'disk-full' } });
    stop.abort();
  });

  it('is tried again after the next refresh if its findings could not be read, and not before', async () => {
    let tries = 0;
    const due = (timesDue: number) => [exportOf({ isDue: true, timesDue })];
    const { engine } = fakeEngine({
      'standingExports.follow': followAnswer(due(1), due(1), due(2), due(2)),
      'review.settle': () => {
        tries += 1;
        throw fail('engine-lost');
      },
      'standingExports.recordFailure': () => undefined,
    });
    const stop = new AbortController();
    const exports = new StandingExportList(engine);
    exports.follow(stop.signal, { writesDue: true });
    await expect.poll(() => exports.list?.[0]?.timesDue).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(tries).toBe(2);
    stop.abort();
  });

  it.each([
    ['when it is due again after the data was rebuilt', [exportOf({ timesDue: 0 })], '/exports'],
    ['in another folder that was chosen since', [], '/other'],
  ])('is written again %s', async (_when, between, folder) => {
    const due = exportOf({ isDue: true, timesDue: 1 });
    const { engine, calls } = fakeEngine({
      'standingExports.follow': followAnswer([due], between, [{ ...due, folder }]),
      'review.settle': () => ({ ...UNCHECKED_REVIEW, stamp: 1, state: 'done', checkedAt: AT }),
      'review.report': () => ({ stamp: 1, items: [], total: 0 }),
      'standingExports.run': () => undefined,
    });
    const stop = new AbortController();
    new StandingExportList(engine).follow(stop.signal, { writesDue: true });
    await expect.poll(() => calls.filter(({ name }) => name === 'standingExports.run')).toHaveLength(2);
    stop.abort();
  });
});

describe('the dialog that adds a standing export', () => {
  it('says to save a view only once it knows that there is none', async () => {
    let fails = true;
    const { engine } = fakeEngine({
      'views.list': () => {
        if (fails) throw fail('workspace-unreadable');
        return [];
      },
    });
    const props = { desktop: fakeDesktop().desktop, engine, onclose: () => undefined };
    const { unmount } = render(AddExportDialog, { props });
    await screen.findByRole('alert');
    expect(screen.queryByText(/save it as a view first/)).toBeNull();
    unmount();
    fails = false;
    render(AddExportDialog, { props });
    expect(await screen.findByText(/save it as a view first/)).toBeTruthy();
  });
});
