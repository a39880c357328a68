import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Incident } from '#contract/features/incident-report/calls';
import IncidentDialog from '../../../../renderer/features/incident-report/IncidentDialog.svelte';
import { deferredPromise, fakeDesktop, fakeEngine } from '../../fakes';

const INCIDENT: Incident = {
  states: [{ state: 'NJ', onComputer: 2, revealed: 1, inFiles: 0 }],
  events: [],
  totalEvents: 0,
  unmatched: 0,
  unnamed: 0,
  unreadFiles: 0,
  unmatchedNumbers: 0,
  openEnds: 0,
  asOf: null,
  logFrom: null,
};

it('does not show a report of earlier dates after the dates were changed', async () => {
  const report = deferredPromise<Incident>();
  const { engine } = fakeEngine({ 'incidentReport.read': () => report.promise });
  const { desktop } = fakeDesktop();
  render(IncidentDialog, { engine, desktop, firm: 'Harborview', onclose: () => undefined });
  const show = screen.getByRole('button', { name: 'Show report' });
  await userEvent.click(show);
  await fireEvent.input(screen.getByLabelText('From'), { target: { value: '2026-01-01' } });
  report.settle(INCIDENT);
  await waitFor(() => expect(show.getAttribute('aria-busy')).not.toBe('true'));
  expect(screen.queryByRole('region', { name: 'Report' })).toBeNull();
  await userEvent.click(show);
  expect(await screen.findByRole('region', { name: 'Report' })).toBeTruthy();
});
