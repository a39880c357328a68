import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { CodeRow } from '#contract/features/advisor-codes/calls';
import AdvisorCodesView from '../../../../renderer/features/advisor-codes/AdvisorCodesView.svelte';
import { AdvisorCodes } from '../../../../renderer/features/advisor-codes/codes.svelte';
import { stubLayout } from '../../grid/support';
import { sampleCodeRow } from './samples';
import {
  connectionOf,
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  liveOf,
  waitForRestoredFocus,
} from '../../fakes';

beforeEach(stubLayout);
afterAll(waitForRestoredFocus);

const UNNAMED = { firms: [{ id: 39, name: null }], isListed: false };
const LISTED = { firms: [{ id: 39, name: 'Juniper' }], isListed: true };

it('offers the firms in the dialog that is open once the first download has them', async () => {
  let response: typeof LISTED | typeof UNNAMED = { firms: [], isListed: false };
  const { engine } = fakeEngine({
    'advisorCodes.overview': () => ({ rows: [], codesAsOf: null, accountsAsOf: null }),
    'advisorCodes.firms': () => response,
    'layout.get': () => null,
  });
  const props = { engine, desktop: fakeDesktop().desktop, connection: connectionOf(), go: vi.fn() };
  const route = { screen: 'task', task: 'advisorCodes' } as const;
  const { rerender } = render(AdvisorCodesView, { ...props, route, live: liveOf() });
  await userEvent.click(await screen.findByRole('button', { name: 'New code…' }));
  expect(await screen.findByText(/No firms are known yet/)).toBeTruthy();
  response = LISTED;
  await rerender({ live: liveOf({ version: 2 }) });
  expect(await screen.findByRole('option', { name: 'Juniper (39)' })).toBeTruthy();
  expect(screen.queryByText(/No firms are known yet/)).toBeNull();
});

it('requests the firms one request at a time, until the service lists them', async () => {
  const first = deferredPromise<typeof UNNAMED>();
  const responses = [first.promise, Promise.resolve(UNNAMED), Promise.resolve(LISTED)];
  const { engine, calls } = fakeEngine({ 'advisorCodes.firms': () => responses.shift() });
  const codes = new AdvisorCodes(engine);
  const reads = [codes.loadFirms(), codes.loadFirms(), codes.loadFirms()];
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  first.settle(UNNAMED);
  await Promise.all(reads);
  expect(calls).toHaveLength(2);
  await codes.loadFirms();
  await codes.loadFirms();
  expect(calls).toHaveLength(3);
  expect(codes.firms).toEqual(LISTED.firms);
});

it('keeps the known firms if they cannot be read again', async () => {
  const responses = [() => UNNAMED, () => Promise.reject(declaredFailure('engine-lost'))];
  const { engine } = fakeEngine({ 'advisorCodes.firms': () => responses.shift()?.() });
  const codes = new AdvisorCodes(engine);
  await codes.loadFirms();
  await codes.loadFirms();
  expect(codes.firms).toEqual(UNNAMED.firms);
});

it('drops codes that arrive after those of a later read', async () => {
  const older = deferredPromise<object>();
  const overviewOf = (rows: readonly CodeRow[]) => ({ rows, codesAsOf: null, accountsAsOf: null });
  const responses = [older.promise, Promise.resolve(overviewOf([sampleCodeRow()]))];
  const { engine } = fakeEngine({ 'advisorCodes.overview': () => responses.shift() });
  const codes = new AdvisorCodes(engine);
  const firstRead = codes.load();
  await codes.load();
  older.settle(overviewOf([]));
  await firstRead;
  expect(codes.rows).toEqual([sampleCodeRow()]);
});
