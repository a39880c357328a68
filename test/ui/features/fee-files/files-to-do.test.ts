import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { FeeFilesToDo } from '#contract/features/fee-files/calls';
import FilesToDo from '../../../../renderer/features/fee-files/FilesToDo.svelte';
import { fakeDesktop, fakeEngine, openStream } from '../../fakes';

const NONE: FeeFilesToDo = { total: 8, unsaved: [], lost: [], unreconciled: [], unsigned: [] };
function show(found: FeeFilesToDo, whole = true) {
  const { engine, calls } = fakeEngine({
    'feeFiles.state': () => openStream({ saved: [], jobs: [], folder: null, auto: false }),
    'feeFiles.toDo': () => found,
    'records.window': () => ({
      rows: [{ key: '40', drifted: false, cells: ['2026-09-30', 1200, '5000.25'] }],
      total: 1,
      version: 1,
    }),
  });
  const go = vi.fn();
  render(FilesToDo, { engine, desktop: fakeDesktop().desktop, version: 1, isComplete: () => whole, go });
  return Object.assign(go, { asked: () => calls.map(({ name }) => name) });
}

it('links each count to the list of exactly those files', async () => {
  const go = show({ ...NONE, unsaved: ['40', '39'], unsigned: ['33'] });
  await userEvent.click(await screen.findByRole('button', { name: /^Not saved.*2$/ }));
  expect(go).toHaveBeenCalledWith({
    place: 'resource',
    resource: 'feeUploadFiles',
    filters: [{ op: 'in', field: 'id', values: ['40', '39'] }],
  });
  expect(screen.getByRole('button', { name: /^Reconciled, not signed off.*1$/ })).toBeTruthy();
  expect(screen.queryByText('Saved, not reconciled')).toBeNull();
});

it('lists and links the unsaved files by name in a large window', async () => {
  const media = vi.spyOn(globalThis, 'matchMedia');
  media.mockReturnValue(Object.assign(new EventTarget(), { matches: true }) as MediaQueryList);
  onTestFinished(() => media.mockRestore());
  const go = show({ ...NONE, unsaved: ['40'] });
  await userEvent.click(
    await screen.findByRole('button', { name: /Ended Sep 30, 2026\s*1,200 accounts · \$5,000.25/ }),
  );
  expect(go).toHaveBeenCalledWith({ place: 'resource', resource: 'feeUploadFiles', record: '40' });
});

it('requests no names if there is no space for them', async () => {
  const go = show({ ...NONE, unsaved: ['40'] });
  await screen.findByRole('button', { name: /^Not saved.*1$/ });
  await new Promise((done) => setTimeout(done)); // all requests have arrived by then
  expect(go.asked()).not.toContain('records.window');
});

it('says that nothing is left to do', async () => {
  show(NONE);
  expect(await screen.findByText('All 8 files are saved, reconciled and signed off.')).toBeTruthy();
});

it('shows no count of an incomplete list, and nothing for a firm without files', async () => {
  show({ ...NONE, unsaved: ['40'] }, false);
  expect(await screen.findByRole('heading', { name: 'Fee upload files' })).toBeTruthy();
  expect(screen.queryByText('Not saved')).toBeNull();
  document.body.innerHTML = '';
  show({ ...NONE, total: 0 });
  await Promise.resolve();
  expect(screen.queryByRole('heading', { name: 'Fee upload files' })).toBeNull();
});
