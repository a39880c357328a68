import type keytar from 'keytar';
import { createRequire } from 'node:module';
import { fail, FailureError, type FailureKind } from '#contract/failure';
import { getOrCompute } from '#contract/maps';
import { SerialQueue } from '../common/serial-queue';

const CALL_TIMEOUT_MS = 5_000;
/** Longer credentials are refused by Windows (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
const MAX_ENTRY_BYTES = 2_560;
/** Loaded with require: import would first load a parser to find the addon's exports. */
const requireAddon = createRequire(import.meta.url);

/** The system keychain. Entries share one service name and are named `<connection>/<what>`; `proof` tests writing. */
export interface Keychain {
  read(entry: string): Promise<string | null>;
  write(entry: string, secret: string): Promise<void>;
  remove(entry: string): Promise<void>;
}

export interface SystemKeychain extends Keychain {
  /** Returns whether a call is still pending, even if its caller gave up. */
  hasPendingCall(): boolean;
}

/**
 * Opens the keychain lazily. Every call completes or fails within five seconds with a keychain failure. There
 * is no fallback to a file. No system stores an entry that Windows refuses: that fails with `too-long-to-store`.
 */
export function systemKeychain(
  service: string,
  timeoutMs = CALL_TIMEOUT_MS,
  // Loaded on first use: without libsecret on Linux, loading fails, and the user gets a message.
  loadAddon = () => requireAddon('keytar') as typeof keytar,
): SystemKeychain {
  let pendingCalls = 0;
  const callKeytar = async <T>(operation: (system: typeof keytar) => Promise<T>): Promise<T> => {
    pendingCalls += 1;
    try {
      const system = loadAddon();
      return await operation(system).catch((error: unknown) => {
        if (isReplacedEntry(error)) return operation(system);
        throw error;
      });
    } finally {
      pendingCalls -= 1;
    }
  };
  return {
    read: (entry) => guarded(timeoutMs, () => callKeytar((system) => system.getPassword(service, entry))),
    write: (entry, secret) =>
      guarded(timeoutMs, () => {
        if (Buffer.byteLength(secret) > MAX_ENTRY_BYTES) throw fail('too-long-to-store');
        return callKeytar((system) => system.setPassword(service, entry, secret));
      }),
    remove: (entry) =>
      guarded(timeoutMs, () =>
        callKeytar(async (system) => void (await system.deletePassword(service, entry))),
      ),
    hasPendingCall: () => pendingCalls > 0,
  };
}

/** The checks of each keychain run one after the other, because all use the same entry. */
const checks = new WeakMap<Keychain, SerialQueue>();

/** Writes, reads back and removes a test entry. */
export function verifyKeychain(keychain: Keychain): Promise<void> {
  return getOrCompute(checks, keychain, () => new SerialQueue()).run(() => testRoundTrip(keychain));
}

async function testRoundTrip(keychain: Keychain): Promise<void> {
  const proof = String(Math.random());
  await keychain.write('proof', proof);
  const readBack = await keychain.read('proof');
  await keychain.remove('proof');
  if (readBack !== proof) throw fail('keychain-denied', { cause: 'the test entry read back differs' });
}

/** libsecret looks an entry up in two steps; between them, another call or program may replace it. */
const isReplacedEntry = (error: unknown): boolean =>
  /No such (interface|object|secret item)|does not exist/i.test(keychainErrorText(error));

async function guarded<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(fail('keychain-locked', { cause: 'no answer in time' })), timeoutMs);
  });
  try {
    return await Promise.race([work(), timeout]);
  } catch (error) {
    throw error instanceof FailureError
      ? error
      : fail(kindOf(error), { cause: keychainErrorText(error) }, error);
  } finally {
    clearTimeout(timer);
  }
}

const keychainErrorText = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, 200);

function kindOf(error: unknown): FailureKind {
  const text = keychainErrorText(error);
  if (/locked/i.test(text)) return 'keychain-locked';
  if (/denied|cancel|not allowed|user interaction/i.test(text)) return 'keychain-denied';
  return 'keychain-absent';
}
