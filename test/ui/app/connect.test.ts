import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FailureKind } from '#contract/failure';
import { failureMessage } from '../../../renderer/ui/failure-messages';
import ConnectView from '../../../renderer/app/connect/ConnectView.svelte';
import {
  connectionOf,
  declaredFailure,
  fakeDesktop,
  deferredPromise,
  sessionOf,
  type Answers,
} from '../fakes';

function show(responses: Answers = {}, session = sessionOf()) {
  const { desktop, calls } = fakeDesktop(responses);
  const view = render(ConnectView, { desktop, session, go: vi.fn() });
  return { ...view, calls, user: userEvent.setup() };
}

const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input:not([type=radio])' });
const descriptionOf = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const inputsOf = (calls: { name: string; input: unknown }[], name: string) =>
  calls.filter((call) => call.name === name).map(({ input }) => input);

async function fillKey(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field('Service address'), 'https://api.harborview.example/v2/');
  await user.type(field('API key'), 'a-key-of-the-firm');
}

describe('connecting with an API key', () => {
  const failures: FailureKind[] = [
    'offline',
    'wrong-address',
    'proxy-login',
    'certificate',
    'redirected',
    'timeout',
    'credential-refused',
    'not-allowed',
    'not-the-service',
    'keychain-locked',
    'keychain-denied',
    'too-long-to-store',
  ];
  it.each(failures)('shows a specific message for %s', async (kind) => {
    const { user } = show({
      'connections.test': () => Promise.reject(declaredFailure(kind, { status: 401 })),
    });
    await fillKey(user);
    await user.click(button('Test'));
    const message = failureMessage({ kind });
    const notice = await screen.findByRole('alert');
    for (const sentence of [message.title, message.meaning, message.next])
      expect(notice.textContent).toContain(sentence);
  });

  it('tests first, then saves and opens the connection, and discards the key', async () => {
    const { user, calls } = show({ 'connections.test': () => ({ accounts: 98_214 }) });
    await fillKey(user);
    await user.click(button('Connect'));
    await vi.waitFor(() => expect(inputsOf(calls, 'connections.create')).toHaveLength(1));
    const access = { kind: 'api-key', key: 'a-key-of-the-firm' };
    const addresses = {
      baseUrl: 'https://api.harborview.example/v2',
      authUrl: 'https://api.harborview.example/v2',
    };
    expect(inputsOf(calls, 'connections.test')).toEqual([{ ...addresses, credential: access }]);
    expect(inputsOf(calls, 'connections.create')).toEqual([
      { ...addresses, name: 'api.harborview.example', application: 'production', access },
    ]);
    await vi.waitFor(() => expect(field('API key').value).toBe(''));
  });

  it('uses the service address if the sign-in address is cleared, as its placeholder says', async () => {
    const { user, calls } = show({ 'connections.test': () => ({ accounts: 1 }) });
    await fillKey(user);
    await user.clear(field('Sign-in address'));
    expect(field('Sign-in address').placeholder).toBe('The same as the service address');
    await user.click(button('Connect'));
    await vi.waitFor(() =>
      expect(inputsOf(calls, 'connections.create')).toMatchObject([
        { authUrl: 'https://api.harborview.example/v2' },
      ]),
    );
  });

  it('connects read-only if the user checks the box', async () => {
    const { user, calls } = show({ 'connections.test': () => ({ accounts: 1 }) });
    await fillKey(user);
    await user.click(screen.getByRole('checkbox', { name: /^Read-only: nothing can be changed/ }));
    await user.click(button('Connect'));
    await vi.waitFor(() =>
      expect(inputsOf(calls, 'connections.create')).toMatchObject([
        { name: 'api.harborview.example', readOnly: true },
      ]),
    );
  });

  it('saves nothing when the test fails', async () => {
    const { user, calls } = show({
      'connections.test': () => Promise.reject(declaredFailure('certificate')),
    });
    await fillKey(user);
    await user.click(button('Connect'));
    await screen.findByRole('alert');
    expect(inputsOf(calls, 'connections.create')).toEqual([]);
  });

  it('shows how many accounts the key can read until a field changes', async () => {
    const { user } = show({ 'connections.test': () => ({ accounts: 98_214 }) });
    await fillKey(user);
    await user.click(button('Test'));
    await screen.findByText(/98,214 accounts can be read/);
    await user.type(field('API key'), 'x');
    expect(screen.queryByText(/can be read/)).toBeNull();
  });

  it('can be stopped while the service does not answer', async () => {
    const { promise, settle } = deferredPromise<{ accounts: number | null }>();
    const { user, calls } = show({ 'connections.test': () => promise });
    await fillKey(user);
    await user.click(button('Connect'));
    await user.click(button('Cancel'));
    settle({ accounts: 1 });
    await new Promise((resolve) => setTimeout(resolve)); // long enough for a canceled task to continue by mistake
    expect(button('Test')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(inputsOf(calls, 'connections.create')).toEqual([]);
  });

  it('cannot be canceled while the connection is saved', async () => {
    const { promise, settle } = deferredPromise<{ id: string }>();
    const { user } = show({
      'connections.test': () => ({ accounts: 1 }),
      'connections.create': () => promise,
    });
    await fillKey(user);
    await user.click(button('Connect'));
    await screen.findByText('Opening…');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    settle({ id: 'c1' });
    expect(await screen.findByRole('button', { name: 'Test' })).toBeTruthy();
  });

  it('shows the rules beside the fields without calling the service', async () => {
    const { user, calls } = show();
    await user.type(field('Service address'), 'http://api.harborview.example');
    await user.type(field('API key'), 'short');
    await user.click(button('Connect'));
    expect(descriptionOf('Service address')).toContain('begins with https');
    expect(descriptionOf('API key')).toBe('Enter the full API key. It has at least 8 characters.');
    expect(field('Sign-in address').getAttribute('aria-invalid')).toBeNull();
    expect(calls.filter(({ name }) => name.startsWith('connections'))).toEqual([]);
  });

  it('hides the key while it is typed', () => {
    show();
    expect(field('API key').type).toBe('password');
  });
});

describe('letting the app create a key', () => {
  it('names the key after the computer and says that the password is discarded', async () => {
    const { user, calls } = show();
    await user.click(screen.getByRole('radio', { name: 'Let the app create a key' }));
    screen.getByText(/the password and the sign-in are discarded/);
    await vi.waitFor(() => expect(field('Name of the new key').value).toBe('Firm Desk on desk-12'));
    await user.type(field('Service address'), 'https://api.harborview.example/v2');
    await user.type(field('User name of the firm’s owner'), 'owner');
    await user.type(field('Password'), 'secret');
    await user.click(button('Create key and connect'));
    await vi.waitFor(() => expect(inputsOf(calls, 'connections.create')).toHaveLength(1));
    expect(inputsOf(calls, 'connections.create')[0]).toMatchObject({
      access: { kind: 'owner', username: 'owner', password: 'secret', keyName: 'Firm Desk on desk-12' },
    });
    await vi.waitFor(() => expect(field('Password').value).toBe(''));
  });
});

describe('first screen', () => {
  it.each([
    ['production', 'Explore the demo firm'],
    ['sandbox', 'Explore the sandbox demo'],
  ])('opens the %s application of the demo firm', async (application, label) => {
    const { user, calls } = show({ 'connections.demo': () => ({ id: `demo-${application}` }) });
    await user.click(button(label));
    expect(inputsOf(calls, 'connections.demo')).toEqual([{ application }]);
  });

  it('reports a missing keychain and retries', async () => {
    let isMissing = true;
    const { user } = show({
      keychain: () => (isMissing ? Promise.reject(declaredFailure('keychain-absent')) : undefined),
    });
    await screen.findByText('This computer has no keychain');
    isMissing = false;
    await user.click(button('Try again'));
    await vi.waitFor(() => expect(screen.queryByText('This computer has no keychain')).toBeNull());
  });

  const openRemoveDialog = async (session: ReturnType<typeof sessionOf>) => {
    const view = show({ 'connections.remove': () => undefined }, session);
    button('More for Harborview').focus();
    await view.user.keyboard('{Enter}');
    await view.user.click(await screen.findByText('Remove…'));
    return { ...view, dialog: await screen.findByRole('dialog', { name: /Remove “Harborview”/ }) };
  };

  it('says what is deleted before it removes a connection and asks for its name', async () => {
    const { user, calls, dialog } = await openRemoveDialog(sessionOf({ connections: [connectionOf()] }));
    expect(dialog.textContent).toContain('the firm’s records and the history of their changes');
    expect(dialog.textContent).toContain('your saved work: views, drafts, review marks, ROI requests');
    expect(dialog.textContent).toContain('the activity log of this connection');
    expect(dialog.textContent).toContain('open the connection first and back it up');
    expect(dialog.textContent).toContain('its API key, its database key, and any team keys');
    expect(dialog.textContent).toContain('the API key stays valid');
    expect(dialog.textContent).toContain('you need a new invitation to join it again');
    const remove = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Remove connection' });
    await user.type(within(dialog).getByLabelText('Type Harborview to remove it'), 'Harbor');
    expect(remove.disabled).toBe(true);
    await user.type(within(dialog).getByLabelText('Type Harborview to remove it'), 'view');
    expect(inputsOf(calls, 'connections.remove')).toEqual([]);
    await user.click(remove);
    expect(inputsOf(calls, 'connections.remove')).toEqual([{ id: 'conn-0001' }]);
  });

  it('names no API key when it removes a connection with a password', async () => {
    const connection = connectionOf({ credentialKind: 'password' });
    const { dialog } = await openRemoveDialog(sessionOf({ connections: [connection] }));
    expect(dialog.textContent).toContain('its password, its database key');
    expect(dialog.textContent).toContain('your user name and password stay valid');
    expect(dialog.textContent).not.toContain('API key');
  });

  it('offers a backup of an open connection before it is removed', async () => {
    const open = connectionOf();
    const session = sessionOf({ connections: [open], open: { connection: open, state: 'open' } });
    const { user, dialog } = await openRemoveDialog(session);
    await user.click(within(dialog).getByRole('button', { name: 'Back up first…' }));
    await screen.findByRole('dialog', { name: 'Back up saved work' });
  });

  it('shows a connection that failed to open as not open and offers no backup of it', async () => {
    const lost = connectionOf();
    const failed = { connection: lost, state: 'failed', failure: { kind: 'keychain-locked' } } as const;
    const { dialog } = await openRemoveDialog(sessionOf({ connections: [lost], open: failed }));
    expect(screen.queryByText(/open now/)).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Back up first…' })).toBeNull();
  });

  it('replaces a key only after testing the new one', async () => {
    const { user, calls } = show(
      {
        'connections.test': () => Promise.reject(declaredFailure('credential-refused')),
        'connections.replaceCredential': () => undefined,
      },
      sessionOf({ connections: [connectionOf()] }),
    );
    button('More for Harborview').focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByText('Replace the key…'));
    const dialog = await screen.findByRole('dialog', { name: 'Replace the credential' });
    await user.type(within(dialog).getByLabelText('API key', { selector: '[type=password]' }), 'another-key');
    await user.click(within(dialog).getByRole('button', { name: 'Replace' }));
    await within(dialog).findByText('Incorrect API key or password');
    expect(inputsOf(calls, 'connections.replaceCredential')).toEqual([]);
  });

  it("lists the firm's keys by name, never by value, and deletes one after confirmation", async () => {
    const { user, calls } = show({
      'apiKeys.list': () => [
        {
          id: 31,
          name: 'Firm Desk on desk-12',
          created_dt_utc: '2026-03-04T10:11:00Z',
          key: 'SECRET-VALUE',
        },
        // Other services use `created_at_utc`, and may leave `created_dt_utc` empty.
        { id: 32, name: 'Nightly export', created_dt_utc: '', created_at_utc: '2025-07-04T10:11:00Z' },
      ],
      'apiKeys.remove': () => undefined,
    });
    await user.click(button('Manage API keys…'));
    const dialog = await screen.findByRole('dialog', { name: 'API keys' });
    await user.type(within(dialog).getByLabelText('Service address'), 'https://api.harborview.example/v2');
    await user.type(within(dialog).getByLabelText('User name of the firm’s owner'), 'owner');
    await user.type(within(dialog).getByLabelText('Password'), 'secret');
    await user.click(within(dialog).getByRole('button', { name: 'Show the keys' }));
    await within(dialog).findByText('Firm Desk on desk-12');
    expect(within(dialog).getByRole('row', { name: /Nightly export/ }).textContent).toMatch(/2025/);
    expect(document.body.textContent).not.toContain('SECRET-VALUE');
    await user.click(within(dialog).getByRole('button', { name: 'Delete Firm Desk on desk-12' }));
    const confirm = await screen.findByRole('dialog', { name: /Delete the key/ });
    await user.click(within(confirm).getByRole('button', { name: 'Delete key' }));
    await vi.waitFor(() => expect(inputsOf(calls, 'apiKeys.remove')).toHaveLength(1));
    expect(inputsOf(calls, 'apiKeys.remove')[0]).toMatchObject({
      id: 31,
      username: 'owner',
      password: 'secret',
    });
    await vi.waitFor(() => expect(within(dialog).queryByText('Firm Desk on desk-12')).toBeNull());
    await within(dialog).findByText('Nightly export');
  });
});

it('reports data of a removed connection that could not be deleted, and deletes it on request', async () => {
  const { user, calls } = show({}, { ...sessionOf(), leftoverData: 1 });
  expect(screen.getByRole('alert').textContent).toContain(
    'This computer still has data of 1 removed connection',
  );
  await user.click(button('Delete data'));
  expect(inputsOf(calls, 'connections.finishRemovals')).toHaveLength(1);
});

it('reports keychain entries of a removed connection and deletes them on request', async () => {
  const { user, calls } = show({}, { ...sessionOf(), leftoverKeys: 1 });
  expect(screen.getByRole('alert').textContent).toContain(
    'The keychain still has the keys of 1 removed connection',
  );
  await user.click(button('Delete keys'));
  expect(inputsOf(calls, 'connections.finishRemovals')).toHaveLength(1);
});

it('opens one demo at a time', async () => {
  const { user, calls } = show({ 'connections.demo': () => new Promise(() => undefined) });
  await user.click(button('Explore the demo firm'));
  await user.click(button('Explore the sandbox demo'));
  expect(inputsOf(calls, 'connections.demo')).toEqual([{ application: 'production' }]);
  expect(button('Explore the sandbox demo').matches(':disabled')).toBe(true);
  expect(button('Explore the sandbox demo').hasAttribute('aria-busy')).toBe(false);
});
