import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  downloadFailure,
  noUpdateReason,
  refusalReason,
  type UpdateChoice,
  type UpdateSettingState,
  type UpdateState,
} from '#contract/updates';
import { updateText } from '../../../renderer/app/settings/update-messages';
import UpdateSettings from '../../../renderer/app/settings/UpdateSettings.svelte';
import { declaredFailure, deferredPromise, fakeDesktop, type Answers } from '../fakes';
import { flushAsync } from '../grid/support';

const checkedAt = '2026-11-27T12:00:00Z';
const USER_SETTING: UpdateSettingState = {
  mode: 'notify',
  address: 'https://updates.harbor.example/',
  isModeManaged: false,
  isAddressManaged: false,
  canInstall: true,
};
const MANAGED = { ...USER_SETTING, isModeManaged: true, isAddressManaged: true };
const desktopOf = (
  state: UpdateState,
  { checked = state, setting = MANAGED, answers = {} }: DesktopOptions = {},
) =>
  fakeDesktop({
    'updates.state': () => state,
    'updates.check': () => checked,
    'updates.setting': () => setting,
    ...answers,
  });
interface DesktopOptions {
  readonly checked?: UpdateState;
  readonly setting?: UpdateSettingState;
  readonly answers?: Answers;
}
const radio = (name: string) => screen.findByRole('radio', { name });

it('turns updates on as selected, and checks at the https address that was entered', async () => {
  const available = { kind: 'available', version: '0.2.0', checkedAt } as const;
  const { desktop, calls } = desktopOf(
    { kind: 'off' },
    {
      setting: { ...USER_SETTING, mode: 'off', address: '' },
      answers: { 'updates.choose': ({ address }: UpdateChoice) => (address ? available : { kind: 'off' }) },
    },
  );
  render(UpdateSettings, { desktop });
  const user = userEvent.setup();
  expect((await radio('Off')).matches(':checked')).toBe(true);
  expect(screen.queryByLabelText('Update address')).toBeNull();
  await user.click(await radio('Notify'));
  const choices = () => calls.filter(({ name }) => name === 'updates.choose').map(({ input }) => input);
  expect(choices()).toEqual([{ mode: 'notify' }]);
  const field = await screen.findByLabelText('Update address');
  await user.type(field, 'http://updates.harbor.example/');
  await user.click(screen.getByRole('button', { name: 'Save address' }));
  await screen.findByText('Enter an address that starts with https://.');
  expect(choices()).toHaveLength(1);
  await user.clear(field);
  await user.type(field, ' https://updates.harbor.example/{Enter}');
  await screen.findByText(
    'Version 0.2.0 is available. Select Install to have Firm Desk install it when you quit.',
  );
  expect(choices().at(-1)).toEqual({ address: 'https://updates.harbor.example/' });
});

it('does not offer Install if the app cannot replace itself', async () => {
  const { desktop } = desktopOf(
    { kind: 'not-checked' },
    { setting: { ...USER_SETTING, mode: 'install', canInstall: false } },
  );
  render(UpdateSettings, { desktop });
  expect((await radio('Notify')).matches(':checked')).toBe(true);
  expect(screen.queryByRole('radio', { name: 'Install' })).toBeNull();
});

it('offers no choice of what the organization manages', async () => {
  const { unmount } = render(UpdateSettings, { desktop: desktopOf({ kind: 'not-checked' }).desktop });
  await screen.findByText('Managed by your organization.');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  unmount();
  const setting = { ...USER_SETTING, isAddressManaged: true };
  render(UpdateSettings, { desktop: desktopOf({ kind: 'not-checked' }, { setting }).desktop });
  await screen.findByText('Managed by your organization. Update server: https://updates.harbor.example/.');
  await radio('Install');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('shows the stored choice again if another one was not saved', async () => {
  const { desktop } = desktopOf(
    { kind: 'not-checked' },
    {
      setting: USER_SETTING,
      answers: {
        'updates.choose': () => {
          throw declaredFailure('disk-full');
        },
      },
    },
  );
  render(UpdateSettings, { desktop });
  await userEvent.click(await radio('Off'));
  await screen.findByRole('alert');
  expect((await radio('Notify')).matches(':checked')).toBe(true);
});

it('checks for a newer version on request', async () => {
  const { desktop } = desktopOf(
    { kind: 'none', reason: 'up-to-date', checkedAt },
    { checked: { kind: 'available', version: '0.2.0', checkedAt } },
  );
  render(UpdateSettings, { desktop });
  await screen.findByText('This is the newest version.');
  await userEvent.click(screen.getByRole('button', { name: 'Check for updates' }));
  await screen.findByText('Version 0.2.0 is available. Your IT department can install it.');
});

it('shows no outcome of a check that ends after updates were turned off', async () => {
  const check = deferredPromise<UpdateState>();
  const { desktop } = desktopOf(
    { kind: 'off' },
    {
      setting: { ...USER_SETTING, mode: 'off' },
      answers: {
        'updates.choose': ({ mode }: UpdateChoice) => (mode === 'notify' ? check.promise : { kind: 'off' }),
      },
    },
  );
  render(UpdateSettings, { desktop });
  await userEvent.click(await radio('Notify'));
  await userEvent.click(await radio('Off'));
  check.settle({ kind: 'available', version: '0.2.0', checkedAt });
  await flushAsync();
  expect(screen.queryByText(/Checking|0\.2\.0/)).toBeNull();
});

it('shows how a check ended that was running', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let state: UpdateState = { kind: 'not-checked' };
  const { desktop } = desktopOf(state, { answers: { 'updates.state': () => state } });
  render(UpdateSettings, { desktop });
  await vi.advanceTimersByTimeAsync(1);
  screen.getByText('Not checked yet.');
  state = { kind: 'checking' };
  await vi.advanceTimersByTimeAsync(2_000);
  screen.getByText('Checking…');
  state = { kind: 'none', reason: 'up-to-date', checkedAt };
  await vi.advanceTimersByTimeAsync(2_000);
  screen.getByText('This is the newest version.');
});

it('explains that a build without keys can’t check for updates, and offers no check', async () => {
  render(UpdateSettings, { desktop: desktopOf({ kind: 'no-keys' }, { setting: USER_SETTING }).desktop });
  await screen.findByText(/can’t verify updates/);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
});

it('says when a downloaded version is installed, and that an earlier attempt failed', () => {
  const ready = { kind: 'ready', version: '0.2.0', checkedAt } as const;
  expect(updateText({ ...ready, hasFailed: false }, USER_SETTING)).toBe(
    'Version 0.2.0 is ready. Firm Desk installs it when you quit.',
  );
  expect(updateText({ ...ready, hasFailed: true }, USER_SETTING)).toContain(
    'couldn’t be installed last time',
  );
});

it('leaves a version to the IT department if Install is selected and could not install it', () => {
  const available = { kind: 'available', version: '0.2.0', checkedAt } as const;
  expect(updateText(available, { ...USER_SETTING, mode: 'install' })).toBe(
    'Version 0.2.0 is available. Your IT department can install it.',
  );
});

it('has a distinct sentence for every outcome', () => {
  const reasons = [...refusalReason.options, ...downloadFailure.options];
  const texts = [
    ...noUpdateReason.options.map((reason) => updateText({ kind: 'none', reason, checkedAt }, MANAGED)),
    ...reasons.map((reason) => updateText({ kind: 'failed', reason, checkedAt }, MANAGED)),
  ];
  expect(texts.every((text) => text?.endsWith('.'))).toBe(true);
  expect(new Set(texts).size).toBe(texts.length);
});
