import { createRequire } from 'node:module';
import { POLICIES, type PolicyName } from '#contract/policies';

export const POLICY_KEY = 'Software\\Policies\\Firm Desk';

/** Types of values in the registry of Windows. */
const REG_SZ = 1;
const REG_EXPAND_SZ = 2;
const REG_DWORD = 4;
const REG_MULTI_SZ = 7;

export interface RegistryValue {
  readonly name: string;
  readonly type: number;
  readonly data: Buffer;
}

/** The parts of native-reg, the addon that reads the registry, that are used here. */
interface Registry {
  readonly HKLM: number;
  readonly Access: { readonly READ: number; readonly WOW64_64KEY: number };
  openKey: (root: number, key: string, access: number) => unknown;
  enumValueNames: (key: unknown) => string[];
  queryValueRaw: (key: unknown, name: string) => (Buffer & { readonly type: number }) | null;
  closeKey: (key: unknown) => void;
}

/** Returns the values of the policy key, or null if the key does not exist. Works on Windows only. */
export function readRegistryKey(): RegistryValue[] | null {
  const registry = createRequire(import.meta.url)('native-reg') as Registry;
  const { READ, WOW64_64KEY } = registry.Access;
  const key = registry.openKey(registry.HKLM, POLICY_KEY, READ | WOW64_64KEY);
  if (key === null) return null;
  try {
    return registry.enumValueNames(key).flatMap((name) => {
      const data = registry.queryValueRaw(key, name);
      return data === null ? [] : [{ name, type: data.type, data }];
    });
  } finally {
    registry.closeKey(key);
  }
}

/**
 * Returns the registry's values as the JSON that the policies are parsed from; other types become null. Names in the
 * registry are not case-sensitive, so a policy gets its name from the schema.
 */
export const registryJson = (values: readonly RegistryValue[]): Record<string, unknown> =>
  Object.fromEntries(
    values.map((value) => {
      const policy = policyNamed(value.name);
      return [policy ?? value.name, jsonOf(value, policy)];
    }),
  );

function jsonOf({ type, data }: RegistryValue, policy: PolicyName | undefined): unknown {
  if (type === REG_DWORD && data.length === 4) {
    const number = data.readUInt32LE();
    return isFlag(policy) && number <= 1 ? number === 1 : number;
  }
  // A text ends at its first null character.
  if (type === REG_SZ || type === REG_EXPAND_SZ) return decodeUtf16(data).replace(/\0[^]*$/, '');
  if (type === REG_MULTI_SZ) {
    const [list = ''] = decodeUtf16(data).split('\0\0');
    return list === '' ? [] : list.replace(/\0$/, '').split('\0');
  }
  return null;
}

const decodeUtf16 = (data: Buffer): string => data.toString('utf16le');
const isFlag = (policy: PolicyName | undefined): boolean =>
  policy !== undefined && POLICIES[policy].value.type === 'boolean';
const NAMES = Object.keys(POLICIES) as PolicyName[];
const policyNamed = (name: string): PolicyName | undefined =>
  NAMES.find((policy) => policy.toLowerCase() === name.toLowerCase());
