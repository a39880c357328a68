import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { downloadFailure, noUpdateReason, refusalReason, type UpdateState } from '#contract/updates';
import type { DesktopClient } from '../../../renderer/bridge';
import { updateText } from '../../../renderer/app/settings/update-messages';
import UpdateSettings from '../../../renderer/app/settings/UpdateSettings.svelte';

const checkedAt = '2026-11-27T12:00:00Z';
const desktopOf = (state: UpdateState, checked: UpdateState = state) =>
  ({
    updates: { state: () => Promise.resolve(state), check: () => Promise.resolve(checked) },
  }) as unknown as DesktopClient;

it('shows nothing while updates are off', async () => {
  const { container } = render(UpdateSettings, { desktop: desktopOf({ kind: 'off' }) });
  await Promise.resolve();
  expect(container.textContent.trim()).toBe('');
});

it('checks for a newer version on request', async () => {
  const desktop = desktopOf(
    { kind: 'none', reason: 'up-to-date', checkedAt },
    { kind: 'available', version: '0.2.0', checkedAt },
  );
  render(UpdateSettings, { desktop });
  await screen.findByText('This is the newest version.');
  await userEvent.click(screen.getByRole('button', { name: 'Check for updates' }));
  await screen.findByText('Version 0.2.0 is available. Your IT department can install it.');
});

it('explains that a build without keys can’t check for updates, and offers no check', async () => {
  render(UpdateSettings, { desktop: desktopOf({ kind: 'no-keys' }) });
  await screen.findByText(/can’t verify updates/);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says when a downloaded version is installed, and that an earlier attempt failed', () => {
  const ready = { kind: 'ready', version: '0.2.0', checkedAt } as const;
  expect(updateText({ ...ready, hasFailed: false })).toBe(
    'Version 0.2.0 is ready. Firm Desk installs it when you quit.',
  );
  expect(updateText({ ...ready, hasFailed: true })).toContain('couldn’t be installed last time');
});

it('has a sentence for every outcome', () => {
  const reasons = [...refusalReason.options, ...downloadFailure.options];
  const texts = [
    ...noUpdateReason.options.map((reason) => updateText({ kind: 'none', reason, checkedAt })),
    ...reasons.map((reason) => updateText({ kind: 'failed', reason, checkedAt })),
  ];
  expect(texts.every((text) => text?.endsWith('.'))).toBe(true);
  expect(new Set(texts).size).toBe(texts.length);
});
