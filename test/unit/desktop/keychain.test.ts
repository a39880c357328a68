import { afterEach, expect, test, vi } from 'vitest';
import { verifyKeychain, systemKeychain, type Keychain } from '#main/desktop/keychain';

const keytar = { getPassword: vi.fn(), setPassword: vi.fn(), deletePassword: vi.fn() };
const openKeychain = () => systemKeychain('test', undefined, () => keytar as never);

afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

test('reports a keychain as locked if it does not answer within five seconds', async () => {
  vi.useFakeTimers();
  keytar.getPassword.mockReturnValue(new Promise(() => undefined));
  const onError = vi.fn<(error: unknown) => void>();
  void openKeychain().read('a').catch(onError);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(onError).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onError.mock.calls).toMatchObject([[{ failure: { kind: 'keychain-locked' } }]]);
});

test.each([
  ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-absent'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychain-absent'],
  ['Cannot create an item in a locked collection', 'keychain-locked'],
  ['User canceled the operation.', 'keychain-denied'],
  ['The user name or passphrase you entered is not correct: access denied', 'keychain-denied'],
])('maps "%s" to %s', async (message, kind) => {
  keytar.getPassword.mockRejectedValue(new Error(message));
  await expect(openKeychain().read('a')).rejects.toMatchObject({ failure: { kind } });
});

test('reports the keychain as absent if the libraries of its addon are missing', async () => {
  const failToLoad = () => {
    throw new Error('libsecret-1.so.0: cannot open shared object file: No such file or directory');
  };
  await expect(systemKeychain('test', undefined, failToLoad).read('a')).rejects.toMatchObject({
    failure: { kind: 'keychain-absent' },
  });
});

test('rejects an entry that is too long for Windows, counted in bytes', async () => {
  keytar.setPassword.mockResolvedValue(undefined);
  await openKeychain().write('a', 'é'.repeat(1_280));
  expect(keytar.setPassword).toHaveBeenCalledTimes(1);
  await expect(openKeychain().write('a', 'é'.repeat(1_281))).rejects.toMatchObject({
    failure: { kind: 'too-long-to-store' },
  });
  expect(keytar.setPassword).toHaveBeenCalledTimes(1);
});

test('fails the keychain check if the written value is not read back', async () => {
  const forgetful: Keychain = {
    read: () => Promise.resolve(null),
    write: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
  await expect(verifyKeychain(forgetful)).rejects.toMatchObject({ failure: { kind: 'keychain-denied' } });
});

test('runs checks of a keychain in sequence, so that neither removes the other’s test value', async () => {
  const entries = new Map<string, string>();
  const nextTurn = () => new Promise((done) => setImmediate(done));
  const slow: Keychain = {
    read: async (entry) => (await nextTurn(), entries.get(entry) ?? null),
    write: async (entry, secret) => void (await nextTurn(), entries.set(entry, secret)),
    remove: async (entry) => void (await nextTurn(), entries.delete(entry)),
  };
  expect(await Promise.all([verifyKeychain(slow), verifyKeychain(slow)])).toEqual([undefined, undefined]);
});

test('checks a keychain again after a failed check', async () => {
  const broken = { read: vi.fn(), write: vi.fn(), remove: vi.fn() };
  broken.write.mockRejectedValueOnce(new Error('locked'));
  broken.write.mockImplementation((_, testValue: string) => void broken.read.mockResolvedValue(testValue));
  await expect(verifyKeychain(broken)).rejects.toThrow('locked');
  await expect(verifyKeychain(broken)).resolves.toBeUndefined();
});

test('retries once if an entry was replaced between search and read', async () => {
  const replaced =
    'No such interface “org.freedesktop.Secret.Item” on object at path /org/freedesktop/secrets/7';
  keytar.getPassword.mockRejectedValueOnce(new Error(replaced)).mockResolvedValueOnce('b');
  expect(await openKeychain().read('a')).toBe('b');
  keytar.getPassword.mockRejectedValue(new Error(replaced));
  await expect(openKeychain().read('a')).rejects.toMatchObject({ failure: { kind: 'keychain-absent' } });
  expect(keytar.getPassword).toHaveBeenCalledTimes(4);
});
