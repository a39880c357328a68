import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { RoiDraftContent } from '#contract/features/roi/schemas';
import type { EngineClient } from '../../../../renderer/bridge';
import Wizard from '../../../../renderer/features/roi/Wizard.svelte';
import { EMPTY_DRAFT } from '../../../../renderer/features/roi/steps';
import { connectionOf, declaredFailure, fakeEngine, deferredPromise } from '../../fakes';

const savedDraftOf = ({ content }: { content: RoiDraftContent }) => ({
  ...content,
  id: 'd1',
  replaces: null,
  updatedAt: '2026-11-20T10:00:00Z',
});

/** Renders the wizard with a draft that is not stored yet. */
const renderNewDraft = (engine: EngineClient, open: () => void = () => undefined) =>
  render(Wizard, {
    engine,
    connection: connectionOf(),
    version: 1,
    id: null,
    oncreated: () => undefined,
    open,
  });

it('fills in the next step even if the user opens it before the saved values have loaded', async () => {
  const history = deferredPromise<object>();
  const { engine } = fakeEngine({
    'roi.custodian': () => history.promise,
    'roi.draft.save': savedDraftOf,
  });
  renderNewDraft(engine);
  await fireEvent.click(await screen.findByRole('radio', { name: /Pershing/ }));
  await fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await fireEvent.input(await screen.findByLabelText('Other IP Numbers'), { target: { value: 'NEW-1' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  history.settle({
    codes: [],
    expected: { first: 5, last: 10 },
    isUserSet: false,
    expectedChanged: null,
    latestContacts: [],
    advisors: { 'NEW-1': 'Ann Lee' },
    contacts: [
      {
        id: 1,
        custodian: 'PER',
        role: 'firm',
        value: 'Harborview Wealth',
        name: null,
        usedAt: '2026-11-20T10:00:00Z',
        changed: null,
      },
    ],
  });
  expect(await screen.findByLabelText('Your firm')).toHaveProperty('value', 'Harborview Wealth');
  expect(screen.getByLabelText(/on whose behalf/)).toHaveProperty('value', 'Ann Lee');
});

it('gives the reason for a code that is too long, with the code as typed', async () => {
  const { engine } = fakeEngine({
    'roi.custodian': () => new Promise(() => undefined),
    'roi.draft.save': savedDraftOf,
  });
  renderNewDraft(engine);
  await fireEvent.click(await screen.findByRole('radio', { name: /Pershing/ }));
  await fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await fireEvent.input(await screen.findByLabelText('Other IP Numbers'), {
    target: { value: `a${'7'.repeat(64)}` },
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(/^a7{64}: only letters.* can be sent, 64 at most\./)).toBeTruthy();
});

it('saves a new draft when the user leaves, and does not open it then', async () => {
  const oncreated = vi.fn();
  const saved = deferredPromise<object>();
  const { engine, calls } = fakeEngine({
    'roi.custodian': () => new Promise(() => undefined),
    'roi.draft.save': () => saved.promise,
  });
  const view = render(Wizard, {
    engine,
    connection: connectionOf(),
    version: 1,
    id: null,
    oncreated,
    open: () => undefined,
  });
  await fireEvent.click(await screen.findByRole('radio', { name: /Pershing/ }));
  view.unmount();
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('roi.draft.save'));
  saved.settle(savedDraftOf({ content: { ...EMPTY_DRAFT, custodian: 'PER' } }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(oncreated).not.toHaveBeenCalled();
});

it('stays open with the input and the reason if the draft cannot be saved on leaving', async () => {
  const open = vi.fn();
  let isDiskFull = true;
  const { engine } = fakeEngine({
    'roi.custodian': () => new Promise(() => undefined),
    'roi.draft.save': (input: { content: RoiDraftContent }) =>
      isDiskFull ? Promise.reject(declaredFailure('disk-full')) : savedDraftOf(input),
  });
  renderNewDraft(engine, open);
  await fireEvent.click(await screen.findByRole('radio', { name: /Pershing/ }));
  const back = screen.getByRole('button', { name: 'Back to ROI requests' });
  await fireEvent.click(back);
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve));
  expect(open).not.toHaveBeenCalled();
  expect(screen.getByRole('radio', { name: /Pershing/ })).toHaveProperty('checked', true);
  isDiskFull = false;
  await fireEvent.click(back);
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce());
});
