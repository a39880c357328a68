import { render, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Job } from '#contract/job';
import type { EngineClient } from '../../../renderer/bridge';
import { InterruptedJobs } from '../../../renderer/app/shell/interrupted-jobs.svelte';
import { Shell } from '../../../renderer/app/shell/shell.svelte';
import Sidebar from '../../../renderer/app/shell/Sidebar.svelte';
import { connectionOf, fakeDesktop, fakeEngine, liveOf, openStream, sessionOf } from '../fakes';
import { editJobOf, sampleBulkDraft } from '../records/drafts/samples';

it('shows no work of the previous connection while the next one opens', async () => {
  const { engine } = fakeEngine({
    'edits.follow': () => openStream(['1', '2', '3'].map((id) => sampleBulkDraft({ id }))),
    'roi.due': () => 0,
  });
  const connection = connectionOf();
  const shown = {
    desktop: fakeDesktop().desktop,
    engine,
    session: sessionOf({ open: { state: 'open', connection } }),
    live: liveOf(),
    engineState: 'flowing' as const,
    route: { screen: 'today' } as const,
    shell: new Shell(),
    go: () => undefined,
  };
  const { rerender } = render(Sidebar, shown);
  const edits = () => screen.getByRole('button', { name: /^Edits/ }).textContent;
  await waitFor(() => expect(edits()).toContain('3'));
  const next = { ...connection, id: 'conn-0002' };
  await rerender({ session: sessionOf({ open: { state: 'opening', connection: next } }), live: null });
  await waitFor(() => expect(edits()).not.toContain('3'));
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
