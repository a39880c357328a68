import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { BulkAddForm } from '../../../../renderer/features/advisor-codes/bulk-add-form.svelte';
import BulkAddCodes from '../../../../renderer/features/advisor-codes/BulkAddCodes.svelte';
import { connectionOf, fakeDesktop, fakeEngine } from '../../fakes';
import { flushAsync } from '../../grid/support';
import { sampleCodesJob } from './samples';

it.each([
  ['opens the checked lines', false],
  ['does not open the checked lines if the user has left the page', true],
])('%s', async (_title, leaves) => {
  let respond: (job: object) => void = () => undefined;
  const { engine } = fakeEngine({
    'advisorCodes.planCreate': () => new Promise<object>((resolve) => (respond = resolve)),
  });
  const form = new BulkAddForm(() => engine);
  const { desktop } = fakeDesktop();
  const open = vi.fn();
  const { unmount } = render(BulkAddCodes, { desktop, form, firms: [], connection: connectionOf(), open });
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Codes, one per line' }), 'AB1');
  await user.click(screen.getByRole('button', { name: 'Check lines' }));
  if (leaves) unmount();
  respond(sampleCodesJob());
  await flushAsync();
  expect(open).toHaveBeenCalledTimes(leaves ? 0 : 1);
});
