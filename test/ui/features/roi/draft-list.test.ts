import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import DraftList from '../../../../renderer/features/roi/DraftList.svelte';
import { DRAFT_WITHOUT_CC } from './samples';

it.each([
  ['new', null, 'Nothing was sent.'],
  ['restored', '2026-11-20T09:00:00.000Z', 'It may have been sent after the backup.'],
])('says before a %s draft is deleted what is known of its request', async (_kind, restored, text) => {
  render(DraftList, {
    drafts: [{ ...DRAFT_WITHOUT_CC, restored }],
    open: () => undefined,
    onremove: () => Promise.resolve(),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Delete draft: Pershing' }));
  expect(
    await screen.findByText(`Pershing. IP Number 7AB. ${text} What you entered will be lost.`),
  ).toBeTruthy();
});
