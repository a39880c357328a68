import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterAll, expect, it, vi } from 'vitest';
import type { SampleDetail } from '#contract/features/period/schemas';
import type { SampleItem } from '#contract/features/period/sections';
import { BillingPeriod } from '../../../../renderer/features/period/billing-period.svelte';
import SampleDialog from '../../../../renderer/features/period/SampleDialog.svelte';
import { declaredFailure, fakeEngine, waitForRestoredFocus } from '../../fakes';

afterAll(waitForRestoredFocus);

const ID = { firm: '39', endDate: '2026-06-30' };
const detailWith = (debit: string): SampleDetail => ({ terms: null, expected: null, debit });
const item: SampleItem = {
  ...{ account: '1', name: 'Account 1', number: '001', isChosen: false, debit: '10.00' },
  ...{ verdict: null, reason: '', judged: null },
};

it('judges what it shows, and shows the account’s data again if that has changed', async () => {
  let detail = detailWith('10.00');
  const { engine, calls } = fakeEngine({
    'period.get': () => new Promise(() => undefined),
    'period.sampleDetail': () => detail,
    'period.judge': ({ shown }: { shown: SampleDetail }) => {
      if (shown.debit !== detail.debit) throw declaredFailure('changed-since', { where: 'decision' });
    },
  });
  const period = new BillingPeriod(engine, ID);
  render(SampleDialog, { item, period, mayChange: true, go: vi.fn(), onclose: vi.fn() });
  expect(await screen.findByText('$10.00')).toBeTruthy();
  expect(screen.getByText('Not determined: the account is not in the data on this computer')).toBeTruthy();
  detail = detailWith('15.00');
  const user = userEvent.setup();
  const agree = () => user.click(screen.getByRole('button', { name: 'Agrees' }));
  await agree();
  expect(await screen.findByText('This changed after you looked at it')).toBeTruthy();
  expect(await screen.findByText('$15.00')).toBeTruthy();
  await agree();
  const verdict = { ...ID, account: '1', verdict: 'agrees', reason: '' };
  expect(calls.flatMap(({ name, input }) => (name === 'period.judge' ? [input] : []))).toEqual([
    { ...verdict, shown: detailWith('10.00') },
    { ...verdict, shown: detailWith('15.00') },
  ]);
});
