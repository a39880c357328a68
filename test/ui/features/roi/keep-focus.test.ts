import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import Notes from '../../../../renderer/features/roi/Notes.svelte';
import RoiOutcome from '../../../../renderer/features/roi/RoiOutcome.svelte';
import { DisplayedRoiRequest } from '../../../../renderer/features/roi/request.svelte';
import { fakeEngine } from '../../fakes';
import { requestOf } from './samples';

const noop = () => undefined;

it('replaces “Received” after use and moves focus to the outcome', async () => {
  const props = { request: requestOf({ state: 'unknown', response: null }), go: noop, open: noop };
  const markReceived = () => void view.rerender({ ...props, request: requestOf() });
  const view = render(RoiOutcome, { ...props, onreceived: markReceived, onretry: noop });
  await userEvent.click(screen.getByRole('button', { name: 'Received' }));
  const outcome = await screen.findByRole('region', { name: 'Email sent to Pershing' });
  await waitFor(() => expect(document.activeElement).toBe(outcome));
});

it('moves focus to the notes after one is deleted, not to the next delete button', async () => {
  const notes = [1, 2].map((id) => ({ id, at: '2026-11-20T10:00:00Z', text: `Called ${id}.`, by: null }));
  const request = requestOf({ notes });
  const { engine } = fakeEngine({
    'roi.request.removeNote': () => {
      void view.rerender({ request: requestOf({ notes: notes.slice(1) }) });
      return requestOf({ notes: notes.slice(1) });
    },
  });
  const view = render(Notes, { request, displayed: new DisplayedRoiRequest(engine, request.id) });
  const [deleteButton] = screen.getAllByRole('button', { name: 'Delete this note' });
  if (deleteButton) await userEvent.click(deleteButton);
  await waitFor(() => expect(screen.queryByText('Called 1.')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Notes so far' })),
  );
});

it('moves focus to the emptied field after a note is added, and announces that', async () => {
  const request = requestOf();
  const { engine } = fakeEngine({ 'roi.request.addNote': () => requestOf() });
  render(Notes, { request, displayed: new DisplayedRoiRequest(engine, request.id) });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New note' });
  await userEvent.type(field, 'Called.');
  screen.getByRole('button', { name: 'Add note' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(field.value).toBe(''));
  expect(document.activeElement).toBe(field);
  expect(await screen.findByText('Note added')).toBeTruthy();
});
