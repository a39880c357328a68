import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import EditsHome from '../../../../renderer/features/edits/EditsHome.svelte';
import { fakeEngine } from '../../fakes';
import { sampleBulkDraft, editJobOf } from '../../records/drafts/samples';

it('draws the first 50 of 500 drafts and of 500 outcomes, and offers more', async () => {
  const { engine } = fakeEngine({
    'edits.follow': async function* () {
      yield Array.from({ length: 500 }, (_, index) => sampleBulkDraft({ id: `d${index}` }));
      await new Promise(() => undefined);
    },
    'jobs.list': () =>
      Array.from({ length: 500 }, (_, index) => editJobOf({ id: `j${index}`, counts: { done: 2 } })),
  });
  render(EditsHome, { engine, go: vi.fn() });
  expect(await screen.findAllByText('Show more (450)')).toHaveLength(2);
  expect(document.querySelectorAll('li')).toHaveLength(100);
});
