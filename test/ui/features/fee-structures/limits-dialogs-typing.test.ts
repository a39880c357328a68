import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import CeilingDialog from '../../../../renderer/features/fee-structures/CeilingDialog.svelte';
import FeeThresholdsDialog from '../../../../renderer/features/fee-structures/FeeThresholdsDialog.svelte';
import { feeSettingsOf } from '../../../../renderer/features/fee-structures/fee-settings.svelte';
import { fakeEngine } from '../../fakes';

it.each([
  ['rate ceiling', CeilingDialog, 'Highest rate, in percent'],
  ['fee thresholds', FeeThresholdsDialog, 'Change in percent'],
])('keeps what is typed for the %s while the same settings are read again', async (_name, Dialog, label) => {
  const { engine } = fakeEngine({
    'feeStructures.settings': () => ({
      retired: [],
      ceiling: '2',
      feeChange: { percent: '10', dollars: '50' },
    }),
  });
  render(Dialog, { props: { context: { engine }, onclose: vi.fn() } } as never);
  const box = screen.getByLabelText<HTMLInputElement>(label);
  await waitFor(() => expect(box.disabled).toBe(false));
  await userEvent.clear(box);
  await userEvent.type(box, '3.5');
  await feeSettingsOf({ engine }).reload(); // as a refresh does while a fee structure is open
  expect(box.value).toBe('3.5');
});

it.each([
  ['rate ceiling', CeilingDialog, 'Highest rate, in percent', 'setCeiling'],
  ['fee thresholds', FeeThresholdsDialog, 'Change in percent', 'setFeeChange'],
])('saves the typed %s with the new engine after a restart', async (_name, Dialog, label, call) => {
  const settings = { retired: [], ceiling: '2', feeChange: { percent: '10', dollars: '50' } };
  const { engine: stoppedEngine } = fakeEngine({ 'feeStructures.settings': () => settings });
  const { engine, calls } = fakeEngine({
    'feeStructures.settings': () => settings,
    [`feeStructures.${call}`]: () => settings,
  });
  const onclose = vi.fn();
  const { rerender } = render(Dialog, { props: { context: { engine: stoppedEngine }, onclose } } as never);
  const box = screen.getByLabelText<HTMLInputElement>(label);
  await waitFor(() => expect(box.disabled).toBe(false));
  await userEvent.clear(box);
  await userEvent.type(box, '3.5');
  await rerender({ context: { engine } } as never);
  expect(box.value).toBe('3.5');
  await waitFor(() => expect(box.disabled).toBe(false));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onclose).toHaveBeenCalled());
  expect(calls.map(({ name }) => name)).toContain(`feeStructures.${call}`);
});
