import { render, screen, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import EditsHome from '../../../../renderer/features/edits/EditsHome.svelte';
import { declaredFailure, fakeEngine, openStream } from '../../fakes';
import { editJobOf } from '../../records/drafts/samples';

it('lists running, unresolved and settled edits apart', async () => {
  const { engine } = fakeEngine({
    'jobs.list': () => [
      editJobOf({ id: 'running', state: 'running', counts: { planned: 2 } }),
      editJobOf({ id: 'unresolved', counts: { done: 1, unknown: 1 } }),
      editJobOf({ id: 'settled', counts: { done: 2 } }),
    ],
    'jobs.follow': () => openStream(editJobOf({ id: 'running', state: 'running', counts: { planned: 2 } })),
  });
  render(EditsHome, { engine, go: vi.fn() });
  for (const title of ['In progress', 'Needs attention', 'Sent']) {
    const card = (await screen.findByRole('heading', { name: title })).closest('section');
    expect(within(card ?? document.body).getAllByRole('listitem')).toHaveLength(1);
  }
});

it('shows no placeholder below the failure of reading', async () => {
  const { engine } = fakeEngine({
    'jobs.list': () => {
      throw declaredFailure('disk-full');
    },
  });
  const { container } = render(EditsHome, { engine, go: vi.fn() });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(container.querySelector('.skeleton')).toBeNull();
});
