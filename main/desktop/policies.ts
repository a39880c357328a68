import fs from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { fail } from '#contract/failure';
import { getOrCompute } from '#contract/maps';
import {
  POLICIES,
  fixedBackupFolder,
  folderPolicy,
  type FolderPolicy,
  type Permission,
  type Policies,
  type PolicyName,
  type PolicySnapshot,
  type PolicyState,
} from '#contract/policies';
import { errorCodeOf } from '../common/error-code';
import { succeeds } from '../common/succeeds';
import { POLICY_KEY, readRegistryKey, registryJson, type RegistryValue } from './registry';

const POLICY_FILE = '/etc/firm-desk/policy.json';
/** Written by macOS from configuration profiles; the name is the bundle ID. */
const MAC_POLICY_FILE = '/Library/Managed Preferences/invalid.example.firmdesk.plist';
export const POLICY_INTERVAL_MS = 15 * 60_000;
/** Policies are a few lines; a larger file is not read. */
const MAX_BYTES = 256 * 1024;
/** Write permission of group and others. */
const OTHERS_WRITE = 0o022;
/** An unreachable network share may not respond for minutes; after this time, it counts as unusable. */
const FOLDER_TIMEOUT_MS = 2_000;
/** Limits for the unknown names shown in Settings: their number, and the characters of each. */
const MAX_UNKNOWN = 20;
const MAX_NAME = 60;

const NAMES = Object.keys(POLICIES) as PolicyName[];
const strictest = (names: readonly PolicyName[]): Policies =>
  Object.fromEntries(names.map((name) => [name, POLICIES[name].strictest]));

/** The snapshot on a system without policies. */
export const NO_POLICIES: PolicySnapshot = {
  policies: {},
  invalid: [],
  unknown: [],
  isUnreadable: false,
  source: null,
};
const UNREADABLE: PolicySnapshot = {
  ...NO_POLICIES,
  policies: strictest(NAMES),
  invalid: NAMES,
  isUnreadable: true,
};

/** Parses the values of a source; anything but an object counts as unreadable. */
export function parsePolicies(json: unknown): PolicySnapshot {
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(json);
  if (!success) return UNREADABLE;
  const set = NAMES.filter((name) => Object.hasOwn(data, name));
  const invalid = set.filter((name) => !POLICIES[name].value.safeParse(data[name]).success);
  const valid = set.filter((name) => !invalid.includes(name));
  return {
    policies: {
      ...strictest(invalid),
      ...Object.fromEntries(valid.map((name) => [name, POLICIES[name].value.parse(data[name])])),
    },
    invalid,
    unknown: Object.keys(data)
      .filter((name) => !Object.hasOwn(POLICIES, name))
      .slice(0, MAX_UNKNOWN)
      .map((name) => name.slice(0, MAX_NAME)),
    isUnreadable: false,
    source: null,
  };
}

/**
 * Reads a policy file: JSON, or a property list of macOS. Only a missing file means that nothing is set: one that
 * the user could have written, or that cannot be read, gives every policy its strictest value.
 */
export function readPolicyFile(file: string, owner = 0, parse = parseJson): PolicySnapshot {
  return { ...readTrusted(file, owner, parse), source: file };
}

/**
 * Reads the policies of this computer, from the one place of its system that only an administrator can change.
 * `parsePropertyList`: on macOS; null elsewhere.
 */
export function readPolicies(parsePropertyList: ((bytes: Buffer) => unknown) | null): PolicySnapshot {
  if (process.platform === 'win32') return readPolicyKey();
  if (process.platform !== 'darwin') return readPolicyFile(POLICY_FILE);
  if (!parsePropertyList) throw new Error('the policies of macOS need the parser of property lists');
  return readPolicyFile(MAC_POLICY_FILE, 0, parsePropertyList);
}

/** Reads the policy key of a Windows computer. Values in `HKEY_CURRENT_USER` do not count. */
export function readPolicyKey(read: () => RegistryValue[] | null = readRegistryKey): PolicySnapshot {
  const source = `HKEY_LOCAL_MACHINE\\${POLICY_KEY}`;
  try {
    const values = read();
    return { ...(values ? parsePolicies(registryJson(values)) : NO_POLICIES), source };
  } catch {
    return { ...UNREADABLE, source };
  }
}

const parseJson = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'));

function readTrusted(file: string, owner: number, parse: (bytes: Buffer) => unknown): PolicySnapshot {
  try {
    // Refuses a link, and does not wait for the writer of a named pipe.
    const handle = fs.openSync(
      file,
      fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK,
    );
    try {
      const stats = fs.fstatSync(handle);
      const isReadable = stats.isFile() && stats.size <= MAX_BYTES;
      const isTrusted = [stats, fs.statSync(path.dirname(file))].every((each) =>
        isChangedOnlyBy(owner, each),
      );
      if (!isReadable || !isTrusted) return UNREADABLE;
      return parsePolicies(parse(fs.readFileSync(handle)));
    } finally {
      fs.closeSync(handle);
    }
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT' ? NO_POLICIES : UNREADABLE;
  }
}

/** Returns whether this account owns the file or folder and no other can write to it. */
const isChangedOnlyBy = (owner: number | undefined, { uid, mode }: fs.Stats): boolean =>
  uid === owner && (mode & OTHERS_WRITE) === 0;

/**
 * Returns the current user's subfolder of the policy's log folder. Returns null for the default folder: without a
 * policy, or if its folder is missing or not writable. A missing one is not created: the first user would own it.
 */
export function logFolder(policyFolder: string | undefined, user = userInfo().username): string | null {
  if (!policyFolder) return null;
  const folder = userFolder(policyFolder, user);
  try {
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 });
    expectOwn(fs.lstatSync(folder));
    fs.accessSync(folder, fs.constants.W_OK);
    return folder;
  } catch {
    return null; // Settings shows that the policy's folder is unusable
  }
}

/** Fails unless only this user can write to the folder. On Windows, it inherits the permissions of its parent. */
function expectOwn(stats: fs.Stats): void {
  if (process.platform !== 'win32' && !isChangedOnlyBy(process.getuid?.(), stats))
    throw new Error('another user can write to the folder');
}

const userFolder = (policyFolder: string, user: string): string =>
  path.join(policyFolder, user.replace(/[^\p{L}\p{N}._-]/gu, '_'));

/**
 * Returns the policies whose folder cannot be used now. A missing folder is not created: if it is the mount point of
 * a share that is not mounted, files would fill the local disk.
 */
export async function unusableFolders(
  policies: Policies,
  user = userInfo().username,
): Promise<FolderPolicy[]> {
  const checks: Record<FolderPolicy, (policyFolder: string) => Promise<void>> = {
    BackupFolder: expectWritable,
    LogFolder: async (policyFolder) => {
      const folder = userFolder(policyFolder, user);
      await fs.promises.mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
        if (errorCodeOf(error) !== 'EEXIST') throw error;
      });
      expectOwn(await fs.promises.lstat(folder));
      await expectWritable(folder);
    },
  };
  const folders = { BackupFolder: fixedBackupFolder(policies), LogFolder: policies.LogFolder };
  const usable = await Promise.all(
    folderPolicy.options.map(async (name) => {
      const folder = folders[name];
      if (!folder) return true;
      const check = sharedCheck(`${name} ${folder}`, () => checks[name](folder));
      return Promise.race([check, after(FOLDER_TIMEOUT_MS, false)]);
    }),
  );
  return folderPolicy.options.filter((_name, index) => !usable[index]);
}

/** Unsettled checks: one of a share that does not respond keeps a thread of those that the keychain needs. */
const unsettledChecks = new Map<string, Promise<boolean>>();

/** Starts a check, unless it has not settled since an earlier call. */
const sharedCheck = (key: string, check: () => Promise<void>): Promise<boolean> =>
  getOrCompute(unsettledChecks, key, () => succeeds(check()).finally(() => unsettledChecks.delete(key)));

async function expectWritable(folder: string): Promise<void> {
  // Fails for a file, which `access` alone would accept.
  await (await fs.promises.opendir(folder)).close();
  await fs.promises.access(folder, fs.constants.W_OK);
}

/** The policies in force: read at once, and again every 15 minutes. */
export class ManagedPolicies {
  readonly #read: () => PolicySnapshot;
  #snapshot: PolicySnapshot;
  #onChange: (snapshot: PolicySnapshot) => void = () => undefined;

  constructor(read: () => PolicySnapshot) {
    this.#read = read;
    this.#snapshot = read();
  }

  get snapshot(): PolicySnapshot {
    return this.#snapshot;
  }

  get inForce(): Policies {
    return this.#snapshot.policies;
  }

  /** Returns the snapshot, and the policies whose folder is unusable. */
  async state(): Promise<PolicyState> {
    const snapshot = this.#snapshot;
    return { ...snapshot, unusableFolders: await unusableFolders(snapshot.policies) };
  }

  /** Fails with `by-policy` if the organization forbids this part of the app. */
  expectAllowed(permission: Permission): void {
    if (this.inForce[permission] === false) throw fail('by-policy');
  }

  /** Reads now. Call it when the computer woke up: its timers stopped while it slept. */
  readAgain(): void {
    const snapshot = this.#read();
    if (isDeepStrictEqual(snapshot, this.#snapshot)) return;
    this.#snapshot = snapshot;
    this.#onChange(snapshot);
  }

  /** Reads every 15 minutes until aborted; calls `onChange` when the policies have changed. */
  watch(ended: AbortSignal, onChange: (snapshot: PolicySnapshot) => void): void {
    this.#onChange = onChange;
    const timer = setInterval(() => this.readAgain(), POLICY_INTERVAL_MS).unref();
    ended.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
}
