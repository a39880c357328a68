import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import ConnectionDetails from '../../../renderer/app/connect/ConnectionDetails.svelte';
import { connectionOf, declaredFailure, fakeEngine, type Answers } from '../fakes';

const CLAIMS = {
  userId: '5001',
  profileId: null,
  firmId: '39',
  isFirmUser: true,
  isClientUser: false,
  firmIds: ['39', '41'],
  issuedAt: '2026-11-21T07:00:00.000Z',
  expiresAt: '2026-11-21T08:00:00.000Z',
};

function show(responses: Answers | null) {
  const engine = responses ? fakeEngine(responses).engine : null;
  render(ConnectionDetails, { connection: connectionOf(), engine, onclose: vi.fn() });
}
const valueOf = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the user of a connection', () => {
  it('shows the claims of the sign-in, and which are missing', async () => {
    show({ 'identity.get': () => ({ kind: 'claims', claims: CLAIMS }) });
    await screen.findByText('User ID');
    expect(valueOf('User ID')).toBe('5001');
    expect(valueOf('Profile ID')).toBe('Not stated');
    expect(valueOf('Firms it can access')).toBe('39, 41');
    expect([valueOf('Firm user'), valueOf('End client')]).toEqual(['Yes', 'No']);
    expect(screen.getByText(/doesn’t say whether the user is the firm’s owner/)).toBeTruthy();
  });

  it.each([
    ['no firms', [], 'None'],
    ['nothing about firms', null, 'Not stated'],
  ])('shows the accessible firms if the sign-in states %s', async (_what, firmIds, expected) => {
    show({ 'identity.get': () => ({ kind: 'claims', claims: { ...CLAIMS, firmIds } }) });
    await screen.findByText('User ID');
    expect(valueOf('Firms it can access')).toBe(expected);
  });

  it('says that an API key has no stated user', async () => {
    show({ 'identity.get': () => ({ kind: 'api-key' }) });
    expect(await screen.findByText(/An API key doesn’t say who it acts as/)).toBeTruthy();
  });

  it('says why signing in failed, and tries again', async () => {
    let isOffline = true;
    show({
      'identity.get': () => (isOffline ? Promise.reject(declaredFailure('offline')) : { kind: 'unreadable' }),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('No network connection');
    isOffline = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/doesn’t say who the user is/)).toBeTruthy();
  });

  it('asks to open a connection that is not open', () => {
    show(null);
    expect(screen.getByText(/Open this connection/)).toBeTruthy();
  });
});
