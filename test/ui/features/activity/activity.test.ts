import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import ActivityView from '../../../../renderer/features/activity/ActivityView.svelte';
import { connectionOf, declaredFailure, fakeDesktop, fakeEngine, liveOf, type Answers } from '../../fakes';

const ENTRY = {
  seq: 4,
  at: '2026-11-20T10:00:00.000Z',
  user: 'ann',
  connection: 'Harborview',
  kind: 'tax-reveal',
  count: 3,
  facts: { reason: 'Tax form' },
  outcome: 'done',
  isRunning: false,
  endedAt: '2026-11-20T10:00:00.000Z',
};

function show(responses: Answers = {}, chosenFiles: object[] = []) {
  const { engine, calls } = fakeEngine({
    'activity.list': () => ({ entries: [ENTRY], total: 1 }),
    ...responses,
  });
  const { desktop } = fakeDesktop({ choose: () => chosenFiles });
  render(ActivityView, {
    engine,
    desktop,
    live: liveOf(),
    connection: connectionOf(),
    route: { screen: 'task', task: 'activity' },
    go: vi.fn(),
  });
  const inputs = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user: userEvent.setup(), inputs };
}

it('reloads when the search or a filter changes', async () => {
  const { user, inputs } = show();
  await screen.findByText('1 entry');
  await user.type(screen.getByLabelText('Search the log'), 'tax');
  await user.selectOptions(screen.getByLabelText('Type'), 'Tax IDs shown or copied');
  await user.selectOptions(screen.getByLabelText('Outcome'), 'Unknown');
  await vi.waitFor(() =>
    expect(inputs('activity.list').at(-1)).toMatchObject({
      filter: { text: 'tax', kinds: ['tax-reveal'], outcomes: ['unknown'] },
      offset: 0,
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Show everything' }));
  await vi.waitFor(() => expect(inputs('activity.list').at(-1)).toHaveProperty('filter', {}));
});

it('announces the number of results after the search or a filter has changed', async () => {
  const { user } = show({
    'activity.list': ({ filter }: { filter: object }) =>
      'text' in filter ? { entries: [], total: 0 } : { entries: [ENTRY], total: 1 },
  });
  await screen.findByRole('listbox');
  const announced = () => document.querySelector('.visually-hidden[aria-live=polite]')?.textContent.trim();
  expect(announced()).toBe('');
  await user.type(screen.getByLabelText('Search the log'), 'x');
  await vi.waitFor(() => expect(announced()).toBe('No entries match'));
  await user.clear(screen.getByLabelText('Search the log'));
  await vi.waitFor(() => expect(announced()).toBe('1 entry'));
});

it('moves the focus from the search to the first result, whose details Enter opens', async () => {
  const { user } = show();
  await screen.findByText('1 entry');
  await user.type(screen.getByLabelText('Search the log'), 'tax');
  const list = await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(list);
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('complementary', { name: 'Details' })).toBeTruthy();
});

it('keeps the list when a page of it fails, and loads the page when tried again', async () => {
  let isFailing = true;
  const { user } = show({
    'activity.list': ({ offset }: { offset: number }) => {
      if (offset > 0 && isFailing) throw declaredFailure('timeout');
      const entries = Array.from({ length: 100 }, (_, index) => ({ ...ENTRY, seq: 300 - offset - index }));
      return {
        entries: offset > 0 ? entries.map((entry) => ({ ...entry, user: 'ben' })) : entries,
        total: 300,
      };
    },
  });
  const list = await screen.findByRole('listbox');
  list.scrollTop = 110 * 28;
  await fireEvent.scroll(list);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('listbox')).toBe(list);
  isFailing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByText('ben')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that the log is intact', async () => {
  const { user } = show({ 'activity.verify': () => ({ entries: 206, lines: 412, broken: null }) });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect((await screen.findByRole('status')).textContent).toContain('Log verified: 206 entries intact');
});

it('says of lines from a backup only that their chain is intact', async () => {
  const { user } = show({
    'activity.verify': () => ({ entries: 206, lines: 412, broken: null, restored: 400 }),
  });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  const notice = await screen.findByText(/^Log verified since the restore: 12 lines intact/);
  expect(notice.parentElement?.textContent).toContain('The 400 lines before it came with a backup.');
  expect(screen.queryByText(/No entries were changed/)).toBeNull();
});

it('says where the log was changed', async () => {
  const { user } = show({
    'activity.verify': () => ({
      entries: 206,
      lines: 412,
      broken: { line: 12, how: 'missing', lastGood: ENTRY.at },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Line 12 is missing');
});

it('exports the results to the chosen file, and nothing if the dialog was dismissed', async () => {
  const chosenFiles: object[] = [];
  const { user, inputs } = show({ 'activity.export': () => ({ entries: 1 }) }, chosenFiles);
  await screen.findByText('1 entry');
  await user.click(screen.getByRole('button', { name: 'Export…' }));
  // The list is loaded again once an export has ended.
  await vi.waitFor(() => expect(inputs('activity.list').length).toBeGreaterThan(1));
  expect(inputs('activity.export')).toEqual([]);
  chosenFiles.push({ grant: 'g1', path: '/x/log.csv', name: 'log.csv' });
  await user.click(screen.getByRole('button', { name: 'Export…' }));
  await vi.waitFor(() => expect(inputs('activity.export')).toEqual([{ filter: {}, grant: 'g1' }]));
});
