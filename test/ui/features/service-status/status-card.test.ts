import { setImmediate } from 'node:timers/promises';
import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { ServiceStatus } from '#contract/features/service-status/schemas';
import ServiceStatusCard from '../../../../renderer/features/service-status/ServiceStatusCard.svelte';
import { arrivedText, runningJobText } from '../../../../renderer/features/service-status/status-messages';
import { fakeDesktop, fakeEngine } from '../../fakes';

function show(status: ServiceStatus | null) {
  const { engine, calls } = fakeEngine({ 'serviceStatus.get': () => status });
  render(ServiceStatusCard, {
    engine,
    desktop: fakeDesktop().desktop,
    version: 1,
    settledVersion: 1,
    isComplete: () => true,
    go: vi.fn(),
  });
  return calls;
}

it('names what has not arrived, by custodian, and the running jobs', async () => {
  show({
    asOf: '2026-11-27T10:00:00.000Z',
    data: [
      { custodian: 'SWB', arrived: ['balances'], missing: ['lots', 'transactions'] },
      { custodian: 'NFS', arrived: ['balances'], missing: [] },
    ],
    jobs: [{ type: 'billing_run', step: 3, steps: 8 }],
  });
  expect(await screen.findByText('Missing: lots, transactions')).toBeTruthy();
  expect(screen.getByText('Complete: Fidelity.')).toBeTruthy();
  expect(screen.getByText('Billing run: step 3 of 8')).toBeTruthy();
});

it('shows nothing if the service has no status', async () => {
  const calls = show(null);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await setImmediate(); // the card has the response
  expect(screen.queryByRole('heading')).toBe(null);
});

it('describes unknown jobs and complete data', () => {
  expect(runningJobText({ type: '', step: null, steps: null })).toBe('A job');
  expect(runningJobText({ type: 'x-y', step: 2, steps: null })).toBe('X y: step 2');
  const custodians = ['SWB', 'NFS', 'PER', 'APX'].map((custodian) => ({
    custodian,
    arrived: ['lots'],
    missing: [],
  }));
  expect(arrivedText(custodians)).toBe('All data of 4 custodians has arrived.');
});
