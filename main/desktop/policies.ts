import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { POLICIES, type Policies, type PolicyName } from '#contract/features/policies/policies';
import { errorCodeOf } from '../common/error-code';

export const POLICY_FILE = '/etc/firm-desk/policy.json';
export const POLICY_INTERVAL_MS = 15 * 60_000;
/** Policies are a few lines; a larger file is not read. */
const MAX_BYTES = 256 * 1024;
/** Write permission of group and others. */
const OTHERS_WRITE = 0o022;

/** Policies in force, and what was wrong with their source: counts for the log. */
export interface PolicyReading {
  readonly policies: Policies;
  /** Policies whose value is invalid; the strictest value applies. */
  readonly invalid: readonly PolicyName[];
  /** Number of names that this version does not know; they are ignored. */
  readonly unknown: number;
  /** True if the source exists and cannot be read or trusted; every policy then has its strictest value. */
  readonly isUnreadable: boolean;
}

const NAMES = Object.keys(POLICIES) as PolicyName[];
const strictest = (names: readonly PolicyName[]): Policies =>
  Object.fromEntries(names.map((name) => [name, POLICIES[name].strictest]));

const NONE_SET: PolicyReading = { policies: {}, invalid: [], unknown: 0, isUnreadable: false };
const UNREADABLE: PolicyReading = {
  policies: strictest(NAMES),
  invalid: NAMES,
  unknown: 0,
  isUnreadable: true,
};

/** Parses the values of a source; anything but an object counts as unreadable. */
export function parsePolicies(json: unknown): PolicyReading {
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
    unknown: Object.keys(data).length - set.length,
    isUnreadable: false,
  };
}

/**
 * Reads the policy file of a Linux computer. Only a missing file means that nothing is set: one that the user
 * could have written, or that cannot be read, gives every policy its strictest value.
 */
export function readPolicyFile(file: string, owner = 0): PolicyReading {
  const isTrusted = ({ uid, mode }: fs.Stats): boolean => uid === owner && (mode & OTHERS_WRITE) === 0;
  try {
    const handle = fs.openSync(
      file,
      fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK,
    );
    try {
      const stats = fs.fstatSync(handle);
      const isReadable = stats.isFile() && stats.size <= MAX_BYTES;
      if (!isReadable || !isTrusted(stats) || !isTrusted(fs.statSync(path.dirname(file)))) return UNREADABLE;
      return parsePolicies(JSON.parse(fs.readFileSync(handle, 'utf8')));
    } finally {
      fs.closeSync(handle);
    }
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT' ? NONE_SET : UNREADABLE;
  }
}

/** The policies in force: read at once, and again every 15 minutes. */
export class ManagedPolicies {
  readonly #read: () => PolicyReading;
  #reading: PolicyReading;

  constructor(read: () => PolicyReading) {
    this.#read = read;
    this.#reading = read();
  }

  get reading(): PolicyReading {
    return this.#reading;
  }

  /** Reads every 15 minutes until aborted; calls `onChange` after a reading that differs. */
  watch(ended: AbortSignal, onChange: (reading: PolicyReading) => void): void {
    const timer = setInterval(() => {
      const reading = this.#read();
      if (isDeepStrictEqual(reading, this.#reading)) return;
      this.#reading = reading;
      onChange(reading);
    }, POLICY_INTERVAL_MS).unref();
    ended.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
}
