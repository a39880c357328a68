import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, it, vi } from 'vitest';
import { BillingPeriod } from '../../../../renderer/features/period/billing-period.svelte';
import SampleSection from '../../../../renderer/features/period/SampleSection.svelte';
import { fakeEngine, waitForRestoredFocus } from '../../fakes';

afterAll(waitForRestoredFocus);

it('reports a wrong number of accounts when the sample is drawn, not while it is typed', async () => {
  const { engine, calls } = fakeEngine({
    'period.get': () => new Promise(() => undefined),
    'period.drawSample': () => undefined,
  });
  const period = new BillingPeriod(engine, { firm: '39', endDate: '2026-06-30' });
  const facts = { name: 'sample' as const, drawn: null, items: [] };
  render(SampleSection, { facts, period, mayChange: true, go: vi.fn() });
  const drawn = () => calls.filter(({ name }) => name === 'period.drawSample').map(({ input }) => input);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Draw a sample…' }));
  const size = await screen.findByLabelText('Number of accounts');
  await user.clear(size);
  expect(screen.queryByRole('alert')).toBeNull();
  const press = () => user.click(screen.getByRole('button', { name: 'Draw' }));
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a number from 0 to 1,000.');
  await user.type(size, '0');
  expect(screen.queryByRole('alert')).toBeNull();
  const draw = { name: 'Draw', description: 'Enter a number of accounts, or choose some by hand.' };
  expect(screen.getByRole('button', draw)).toBeTruthy();
  expect(drawn()).toEqual([]);
  await user.clear(size);
  await user.type(size, '40');
  await press();
  await vi.waitFor(() => expect(drawn()).toMatchObject([{ size: 40 }]));
});
