import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import DraftPage from '../../../../renderer/records/drafts/DraftPage.svelte';
import { WRITE_ACTIONS_KEY } from '../../../../renderer/records/form/write-actions';
import { fakeDesktop, fakeEngine, liveOf } from '../../fakes';
import { sampleDraft, sampleDraftRow } from './samples';

afterEach(cleanup);

it('reopens a draft in the form it came from, but not a bulk draft or one of several records', async () => {
  const open = vi.fn();
  const show = (origin: 'form' | 'bulk', total = 1) => {
    const draft = sampleDraft({ kind: 'create', key: null, origin, total, resource: 'assetAdjustments' });
    const { engine } = fakeEngine({
      'edits.get': () => draft,
      'edits.rows': () => ({ rows: [sampleDraftRow()], total: 1 }),
      'edits.follow': async function* () {
        yield await Promise.resolve([draft]);
      },
    });
    return render(DraftPage, {
      props: { engine, desktop: fakeDesktop().desktop, live: liveOf(), id: 'd1', go: vi.fn() },
      context: new Map([[WRITE_ACTIONS_KEY, { open, remove: vi.fn(), drafts: [], target: null }]]),
    });
  };
  show('form');
  await fireEvent.click(await screen.findByRole('button', { name: 'Open form' }));
  expect(open).toHaveBeenCalledWith({ kind: 'draft', draft: 'd1' });
  for (const [origin, total] of [
    ['bulk', 1],
    ['form', 6],
  ] as const) {
    cleanup();
    show(origin, total);
    await screen.findByRole('button', { name: 'Discard…' });
    expect(screen.queryByRole('button', { name: 'Open form' })).toBeNull();
  }
});
