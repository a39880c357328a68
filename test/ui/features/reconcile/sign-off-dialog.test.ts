import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import SignOffDialog from '../../../../renderer/features/reconcile/SignOffDialog.svelte';
import { resultOf } from './samples';

it.each([
  [0, undefined],
  [36, '36 lines need attention.'],
])('says before a sign-off how many lines need attention: %i', async (worthALook, text) => {
  render(SignOffDialog, {
    open: true,
    result: resultOf('40', '10.00', { worthALook }),
    onsign: () => Promise.resolve(),
  });
  await screen.findByRole('dialog', { name: 'Sign off this reconciliation' });
  expect(screen.queryByText(/attention/)?.textContent.trim()).toBe(text);
});
