import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, it, vi } from 'vitest';
import type { Draft } from '#contract/edit';
import RecordFormDialog from '../../../../renderer/records/form/RecordFormDialog.svelte';
import { WRITE_ACTIONS_KEY } from '../../../../renderer/records/form/write-actions';
import { DRAFT_EXTENSIONS_KEY } from '../../../../renderer/records/outcome/draft-extensions';
import { draftRoute } from '../../../../renderer/records/outcome/edit-routes';
import { canLeaveScreen } from '../../../../renderer/ui/leave-guards';
import { onPendingSave } from '../../../../renderer/ui/open-input';
import {
  declaredFailure,
  deferredPromise,
  fakeEngine,
  openStream,
  waitForRestoredFocus,
  type Answers,
} from '../../fakes';
import { editJobOf, sampleBulkDraft, sampleBulkDraftRow } from '../drafts/samples';
import { RAW, sampleDraft, sampleDraftRow } from './samples';

afterAll(waitForRestoredFocus);

/** Shows the form of an account that also has an unsent cell in its list. */
function show(answers: Answers) {
  const cells = sampleBulkDraft({ origin: 'cells', edits: [], total: 1 });
  const { engine } = fakeEngine({
    'edits.open': () => sampleDraft(),
    'edits.rows': ({ draft }: { draft: string }) => ({
      rows: [draft === cells.id ? sampleBulkDraftRow({ key: '216897' }) : sampleDraftRow()],
      total: 1,
    }),
    'records.get': () => ({ raw: RAW, title: 'Violet Juns', fetchedAt: '2026-11-21T07:00:00Z', drift: [] }),
    ...answers,
  });
  const go = vi.fn();
  const onclose = vi.fn();
  render(RecordFormDialog, {
    props: {
      target: { kind: 'edit', resource: 'accounts', key: '216897' },
      ...{ engine, isOffline: false, version: 1, onclose },
    },
    context: new Map<symbol, unknown>([
      [WRITE_ACTIONS_KEY, { drafts: [cells], target: null }],
      [DRAFT_EXTENSIONS_KEY, { effects: () => undefined, go }],
    ]),
  });
  return { user: userEvent.setup(), go, onclose, cells };
}

it.each([false, true])('leaves for another screen only if the input was stored: %s', async (isStored) => {
  const { user, go, onclose, cells } = show({
    'edits.saveRow': () => {
      if (!isStored) throw declaredFailure('disk-full');
      return sampleDraft();
    },
  });
  const region = await screen.findByRole('region', { name: 'Unsent edits in the list' });
  await user.type(screen.getByLabelText('Notes'), 'x');
  await user.click(within(region).getByRole('button'));
  if (isStored) {
    await waitFor(() => expect(go).toHaveBeenCalledWith(draftRoute(cells.id)));
    expect(onclose).toHaveBeenCalled();
  } else {
    expect(await screen.findByText(/disk is full/i)).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve));
    expect([go.mock.calls, onclose.mock.calls]).toEqual([[], []]);
  }
});

it.each(['the Escape key', 'its close button'])(
  'stays open at %s if its input is not stored',
  async (means) => {
    const { user, onclose } = show({
      'edits.saveRow': () => {
        throw declaredFailure('disk-full');
      },
    });
    await user.type(await screen.findByLabelText('Notes'), 'x');
    if (means === 'the Escape key') await user.keyboard('{Escape}');
    else {
      const dialog = await screen.findByRole('dialog');
      const [closeButton] = within(dialog).getAllByRole('button', { name: 'Close' });
      await user.click(closeButton ?? dialog);
    }
    expect(await screen.findByText(/disk is full/i)).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toContain('x');
    expect(onclose).not.toHaveBeenCalled();
    expect(canLeaveScreen()).toBe(false);
  },
);

it('closes with its screen, which stays while input is not stored', async () => {
  const saved = deferredPromise<Draft>();
  const { user, onclose } = show({ 'edits.saveRow': () => saved.promise });
  const notes = await screen.findByLabelText('Notes');
  await user.type(notes, 'x');
  expect(canLeaveScreen()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve));
  expect(onclose).not.toHaveBeenCalled();
  saved.settle(sampleDraft());
  await waitFor(() => expect(onclose).toHaveBeenCalledOnce());
});

it('closes when its screen is left, if nothing is typed', async () => {
  const { onclose } = show({});
  await screen.findByLabelText('Notes');
  expect([canLeaveScreen(), canLeaveScreen()]).toEqual([true, true]);
  await waitFor(() => expect(onclose).toHaveBeenCalledOnce());
});

it('reports a change as pending until it is saved, so that quitting waits for it', async () => {
  const saved = deferredPromise<Draft>();
  const listener = vi.fn();
  const stop = onPendingSave(listener);
  const { user } = show({ 'edits.saveRow': () => saved.promise });
  await user.type(await screen.findByLabelText('Notes'), 'x');
  await waitFor(() => expect(listener.mock.calls).toEqual([[true]]));
  saved.settle(sampleDraft());
  await waitFor(() => expect(listener.mock.calls).toEqual([[true], [false]]));
  stop();
});

it('opens the record that it created', async () => {
  const created = sampleDraft({ kind: 'create', key: null });
  const rows = (responseIds: string[]) => ({
    rows: [{ index: 0, input: {}, state: 'done', issue: null, responseIds, verified: true }],
    total: 1,
  });
  const fields = [{ field: 'notes', after: '"x"', issue: null }];
  const { user, go, onclose } = show({
    'edits.open': () => created,
    'edits.rows': () => ({ rows: [sampleDraftRow(fields, { key: null })], total: 1 }),
    'edits.saveRow': () => created,
    'edits.check': () => created,
    'edits.send': () => editJobOf(),
    'jobs.follow': () => openStream(editJobOf()),
    'jobs.rows': () => rows(['4711']),
    'jobs.dismiss': () => undefined,
  });
  await user.click(await screen.findByRole('button', { name: 'Review and send…' }));
  await user.click(await screen.findByRole('button', { name: 'Create account' }));
  await user.click(await screen.findByRole('button', { name: 'Open record' }));
  await waitFor(() =>
    expect(go).toHaveBeenCalledWith({ screen: 'resource', resource: 'accounts', record: '4711' }),
  );
  expect(onclose).toHaveBeenCalled();
});
