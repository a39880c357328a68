import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'svelte-sonner';
import { expect, it, vi } from 'vitest';
import type { RoiDraft } from '#contract/features/roi/schemas';
import Notes from '../../../../renderer/features/roi/Notes.svelte';
import RequestView from '../../../../renderer/features/roi/RequestView.svelte';
import RoiOutcome from '../../../../renderer/features/roi/RoiOutcome.svelte';
import Tracker from '../../../../renderer/features/roi/Tracker.svelte';
import { DisplayedRoiRequest } from '../../../../renderer/features/roi/request.svelte';
import { accountsWithCodes } from '#contract/filter-values';
import { declaredFailure, deferredPromise, fakeEngine } from '../../fakes';
import { DRAFT_WITHOUT_CC, requestOf } from './samples';

it('shows differing decisions of colleagues, and sends which ones were shown', async () => {
  const contested = [{ id: 'd2', as: 'refused' as const, by: 'Robin Reyes', at: '2026-11-21T10:00:00Z' }];
  const closed = { closed: 'granted', closedAt: '2026-11-21T09:00:00Z', closedBy: 'Ada Park' } as const;
  const request = requestOf({ ...closed, contested });
  const { engine, calls } = fakeEngine({ 'roi.request.close': () => requestOf(closed) });
  render(Tracker, { request, displayed: new DisplayedRoiRequest(engine, request.id), go: vi.fn() });
  expect(screen.getByText(/by Ada Park: Pershing granted the request/)).toBeTruthy();
  expect(screen.getByText(/^Robin Reyes marked it declined on/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Declined' }));
  const closeInputs = calls.filter(({ name }) => name === 'roi.request.close').map(({ input }) => input);
  expect(closeInputs).toEqual([{ id: 'r1', as: 'refused', shownContested: ['d2'] }]);
});

it('links to the counted accounts by any of their codes, in every spelling', async () => {
  const go = vi.fn();
  const request = requestOf({ appeared: 2, spellings: ['7AB', '7ab'] });
  render(Tracker, { request, displayed: new DisplayedRoiRequest(fakeEngine().engine, request.id), go });
  await userEvent.click(screen.getByRole('button', { name: 'See all accounts with these codes' }));
  const codes = ['7AB', '7ab'].map((code) => ({ custodian: request.custodian, code }));
  expect(go).toHaveBeenCalledWith({
    screen: 'resource',
    resource: 'accounts',
    filters: accountsWithCodes(codes),
  });
});

it.each([
  [{}, 'The last refresh showed no new accounts with these codes since the request was sent.'],
  [{ accountsAsOf: '2026-11-20T09:00:00Z' }, 'Accounts have not been refreshed since the request was sent.'],
  [
    { method: 'phone' as const, day: '2026-11-10' },
    'The last refresh showed no new accounts with these codes since the request was logged on Nov 20, 2026.',
  ],
])('says since when no accounts have appeared: %j', (overrides, text) => {
  const request = requestOf(overrides);
  const displayed = new DisplayedRoiRequest(fakeEngine().engine, request.id);
  render(Tracker, { request, displayed, go: vi.fn() });
  expect(screen.getByText(text)).toBeTruthy();
});

it('records one follow-up for a double click', async () => {
  const request = requestOf({ followUp: '2026-12-07' });
  const { engine, calls } = fakeEngine({ 'roi.request.recordFollowUp': () => request });
  render(Tracker, { request, displayed: new DisplayedRoiRequest(engine, request.id), go: vi.fn() });
  await userEvent.dblClick(screen.getByRole('button', { name: 'Followed up' }));
  expect(calls.filter(({ name }) => name === 'roi.request.recordFollowUp')).toHaveLength(1);
});

it('keeps what is typed while a note is saved', async () => {
  const request = requestOf({});
  const saved = deferredPromise<typeof request>();
  const { engine, calls } = fakeEngine({ 'roi.request.addNote': () => saved.promise });
  render(Notes, { request, displayed: new DisplayedRoiRequest(engine, request.id) });
  const field = screen.getByLabelText<HTMLTextAreaElement>('New note');
  await userEvent.type(field, 'Called.');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await userEvent.type(field, ' They need a form.');
  saved.settle(request);
  await vi.waitFor(() => expect(field.value).toBe('They need a form.'));
  expect(calls).toEqual([{ name: 'roi.request.addNote', input: { id: 'r1', text: 'Called.' } }]);
});

it('keeps the request and a typed note if it cannot be read again, and offers to try again', async () => {
  let canRead = true;
  const request = requestOf({});
  const { engine } = fakeEngine({
    'roi.request.get': () => {
      if (!canRead) throw declaredFailure('disk-not-read');
      return request;
    },
  });
  const props = { engine, id: request.id, go: vi.fn(), open: vi.fn() };
  const { rerender } = render(RequestView, { ...props, version: 1 });
  await userEvent.type(await screen.findByLabelText('New note'), 'Called');
  canRead = false;
  await rerender({ ...props, version: 2 });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe('Called');
  canRead = true;
  await userEvent.click(again);
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});

it('prepares a request again once, and does not leave another screen for its draft', async () => {
  const drafted = deferredPromise<RoiDraft>();
  const request = requestOf({ state: 'not-sent', response: null });
  const { engine, calls } = fakeEngine({
    'roi.request.get': () => request,
    'roi.draft.startAgain': () => drafted.promise,
  });
  const open = vi.fn();
  const showView = () => render(RequestView, { engine, id: request.id, version: 1, go: vi.fn(), open });
  render(Toaster);
  const view = showView();
  const button = await screen.findByRole('button', { name: 'Back to the draft' });
  await userEvent.click(button);
  await userEvent.click(button);
  view.unmount();
  drafted.settle(DRAFT_WITHOUT_CC);
  await screen.findByRole('button', { name: 'Open draft' });
  expect(calls.filter(({ name }) => name === 'roi.draft.startAgain')).toHaveLength(1);
  expect(open).not.toHaveBeenCalled();
  showView();
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the draft' }));
  expect(open).toHaveBeenCalledExactlyOnceWith({ kind: 'draft', id: 'd1' }, 'replace');
});

it('offers a viewer of a team no change', () => {
  const request = requestOf({ followUp: '2026-12-07' });
  const displayed = new DisplayedRoiRequest(fakeEngine().engine, request.id);
  render(Tracker, { request, displayed, go: vi.fn(), mayChange: false });
  render(Notes, { request, displayed, mayChange: false });
  const outcome = { onreceived: vi.fn(), onretry: vi.fn(), go: vi.fn(), open: vi.fn(), mayChange: false };
  render(RoiOutcome, { request: requestOf({ state: 'unknown', response: null }), ...outcome });
  render(RoiOutcome, { request: requestOf({ state: 'refused', response: null }), ...outcome });
  expect(screen.getByText('Follow up on Dec 7, 2026.')).toBeTruthy();
  expect(screen.getByText('Viewers can’t change the team’s requests.')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('textbox')).toBeNull();
});
