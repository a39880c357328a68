import { render, screen, waitFor } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import type { Job } from '#contract/job';
import type { EngineClient } from '../../../renderer/bridge';
import { InterruptedJobs } from '../../../renderer/app/shell/interrupted-jobs.svelte';
import { Shell } from '../../../renderer/app/shell/shell.svelte';
import Sidebar from '../../../renderer/app/shell/Sidebar.svelte';
import {
  connectionOf,
  fakeDesktop,
  fakeEngine,
  liveOf,
  openStream,
  runOf,
  sampleProgress,
  sessionOf,
} from '../fakes';
import { editJobOf, sampleBulkDraft } from '../records/drafts/samples';

afterEach(() => localStorage.clear());

function showSidebar(shell = new Shell()) {
  const { engine } = fakeEngine({
    'edits.follow': () => openStream(['1', '2', '3'].map((id) => sampleBulkDraft({ id }))),
    'roi.due': () => 0,
  });
  const connection = connectionOf();
  const view = render(Sidebar, {
    desktop: fakeDesktop().desktop,
    engine,
    session: sessionOf({ open: { state: 'open', connection } }),
    live: liveOf(),
    engineState: 'flowing',
    route: { screen: 'today' },
    shell,
    go: () => undefined,
  });
  return { ...view, connection };
}

it('shows no work of the previous connection while the next one opens', async () => {
  const { rerender, connection } = showSidebar();
  const edits = () => screen.getByRole('button', { name: /^Edits/ }).textContent;
  await waitFor(() => expect(edits()).toContain('3'));
  const next = { ...connection, id: 'conn-0002' };
  await rerender({ session: sessionOf({ open: { state: 'opening', connection: next } }), live: null });
  await waitFor(() => expect(edits()).not.toContain('3'));
});

it('keeps the name of the refresh button while the percentage changes', async () => {
  const { rerender } = showSidebar();
  const running = (records: number) =>
    liveOf({
      run: runOf({
        state: 'running',
        resources: [sampleProgress('accounts', { state: 'running', records, total: 100 })],
      }),
    });
  for (const records of [37, 38]) {
    await rerender({ live: running(records) });
    const button = screen.getByRole('button', { name: 'Refreshing' });
    expect(button.textContent.trim()).toBe('Refreshing'); // the label for speech control is the name
    expect(screen.getByText(`${records}%`).getAttribute('aria-hidden')).toBe('true');
  }
});

it('offers to expand the sidebar only where it fits, and stores no choice elsewhere', async () => {
  const shell = new Shell();
  shell.width = 800;
  showSidebar(shell);
  expect(screen.getByRole('button', { name: 'Expand sidebar' })).toBeTruthy();
  shell.width = 700;
  await tick();
  expect(screen.queryByRole('button', { name: 'Expand sidebar' })).toBeNull();
  shell.toggleSidebar(); // Ctrl+B
  shell.width = 800;
  expect(shell.narrow).toBe(true);
});

it('drops interrupted jobs of a connection whose response arrives after it was closed', async () => {
  let respond: (jobs: Job[]) => void = () => undefined;
  const engine = {
    jobs: { list: () => new Promise<Job[]>((resolve) => (respond = resolve)) },
  } as unknown as EngineClient;
  const jobs = new InterruptedJobs();
  const loaded = jobs.load(engine);
  await jobs.load(null);
  respond([editJobOf({ state: 'interrupted' })]);
  await loaded;
  expect(jobs.notices).toEqual([]);

  const loadedAgain = jobs.load(engine);
  respond([editJobOf({ state: 'interrupted' })]);
  await loadedAgain;
  expect(jobs.notices).toHaveLength(1);
});
