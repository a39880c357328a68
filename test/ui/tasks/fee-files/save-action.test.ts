import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, it } from 'vitest';
import ActionButton from '../../../../renderer/resource/list/ActionButton.svelte';
import type { ListMeans } from '../../../../renderer/resource/list/list-view';
import { FEE_FILES_LIST } from '../../../../renderer/tasks/fee-files/fee-files-list';
import { feeFilesOf } from '../../../../renderer/tasks/fee-files/fee-files.svelte';
import { fakeDesktop, fakeEngine } from '../../fakes';

it('saving offers the folder of last time as soon as it is known, whoever asked for the saved files first', async () => {
  const { engine } = fakeEngine();
  const { desktop } = fakeDesktop();
  const means = { engine, desktop, list: { grid: { selected: 1 } } } as unknown as ListMeans;
  const action = FEE_FILES_LIST.actions?.find(({ name }) => name === 'save');
  if (!action) throw new Error('no way to save');
  render(ActionButton, { props: { action, means, onact: () => undefined } });
  const button = () => screen.getByRole('button', { name: 'Save…' });
  expect(button().getAttribute('aria-haspopup')).toBeNull();
  feeFilesOf({ engine, desktop }).state = { saved: [], jobs: [], folder: '/fees', auto: false };
  await tick();
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
});
