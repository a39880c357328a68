import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import DraftPage from '../../../../renderer/records/drafts/DraftPage.svelte';
import { WRITE_ACTIONS_KEY } from '../../../../renderer/records/form/write-actions';
import { OpenForms } from '../../../../renderer/records/form/open-forms.svelte';
import { declaredFailure, deferredPromise, fakeDesktop, fakeEngine, liveOf } from '../../fakes';
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

it('says on the page of an unfinished new record how many fields are missing', async () => {
  const draft = sampleDraft({
    ...{ kind: 'create', key: null, resource: 'assetAdjustments', title: null },
    counts: { ready: 0, unchanged: 0, wrong: 1, conflict: 0, gone: 0 },
  });
  const missing = { field: 'name', after: 'null', issue: { code: 'required' as const } };
  const { engine } = fakeEngine({
    'edits.get': () => draft,
    'edits.rows': () => ({ rows: [sampleDraftRow([missing], { key: null, state: 'wrong' })], total: 1 }),
    'edits.follow': async function* () {
      yield await Promise.resolve([draft]);
    },
  });
  render(DraftPage, {
    props: { engine, desktop: fakeDesktop().desktop, live: liveOf(), id: 'd1', go: vi.fn() },
    context: new Map([[WRITE_ACTIONS_KEY, { open: vi.fn(), remove: vi.fn(), drafts: [], target: null }]]),
  });
  expect(await screen.findByText('Incomplete: 1 field missing.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open form' }).classList).toContain('primary');
});

it('leaves the page of a draft that was sent from its form, when the form closes', async () => {
  const draft = sampleDraft({ kind: 'create', key: null, resource: 'assetAdjustments' });
  const [sent, isListed] = [deferredPromise<void>(), { value: true }];
  const { engine } = fakeEngine({
    'edits.get': () => {
      if (isListed.value) return draft;
      throw declaredFailure('not-found');
    },
    'edits.rows': () => ({ rows: [sampleDraftRow()], total: 1 }),
    'edits.follow': async function* () {
      yield [draft];
      await sent.promise;
      yield [];
      await new Promise(() => undefined);
    },
    'team.draftHolderOf': () => null,
  });
  const go = vi.fn();
  const forms = new OpenForms(
    () => engine,
    go,
    () => ({ screen: 'today' }),
  );
  render(DraftPage, {
    props: { engine, desktop: fakeDesktop().desktop, live: liveOf(), id: 'd1', go },
    context: new Map([[WRITE_ACTIONS_KEY, forms]]),
  });
  await fireEvent.click(await screen.findByRole('button', { name: 'Open form' }));
  isListed.value = false;
  sent.settle();
  expect(await screen.findByText('This draft is no longer saved')).toBeTruthy();
  expect(go).not.toHaveBeenCalled();
  await forms.close();
  await vi.waitFor(() =>
    expect(go).toHaveBeenCalledExactlyOnceWith({ screen: 'task', task: 'edits' }, 'replace'),
  );
});
