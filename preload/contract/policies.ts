import { z } from 'zod';

/** An https origin; a path, a user name or plain http makes the value invalid. */
const origin = z
  .string()
  .refine((text) => URL.parse(text)?.protocol === 'https:' && new URL(text).origin === text);

/** `system`, `none`, `pac https://…` or `fixed host:port`. */
const proxy = z
  .string()
  .max(2_000)
  .refine((text) => proxyConfig(text) !== null);

/** An absolute path of Windows (drive or share) or of another system; empty for the default folder. */
const folder = z
  .string()
  .max(1_000)
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\[^\\]+\\[^\\]+)[^\0]*$|^$/);

/** The value of `BackupFolder` that forbids daily backups. */
const NO_DAILY_BACKUPS = 'none';

/**
 * The policies that an organization can set, each with its type and range, a sample, and the strictest value, which
 * applies when the value cannot be read. A policy that is not set changes nothing. The reader, the templates in
 * resources/policies and the administration page derive from this table.
 */
export const POLICIES = {
  ServiceAddresses: {
    value: z.array(origin).max(50),
    strictest: [],
    sample: ['https://api.example.com'],
  },
  ReadOnly: {
    value: z.boolean(),
    strictest: true,
    sample: true,
  },
  ExportFiles: {
    value: z.boolean(),
    strictest: false,
    sample: true,
  },
  ExportTaxIds: {
    value: z.boolean(),
    strictest: false,
    sample: false,
  },
  RevealTaxIds: {
    value: z.boolean(),
    strictest: false,
    sample: true,
  },
  AutoLockMinutes: {
    value: z.int().min(1).max(120),
    strictest: 1,
    sample: 10,
  },
  DemoFirm: {
    value: z.boolean(),
    strictest: false,
    sample: false,
  },
  BackupFolder: {
    value: z.string().refine((text) => text === NO_DAILY_BACKUPS || folder.safeParse(text).success),
    strictest: NO_DAILY_BACKUPS, // an unintended folder could be outside the organization
    sample: '/srv/backups/firm-desk',
  },
  BackupDays: {
    value: z.int().min(1).max(365),
    strictest: 365, // deleted backups cannot be restored; surplus ones can still be deleted
    sample: 30,
  },
  Proxy: {
    value: proxy,
    strictest: 'fixed 127.0.0.1:9', // no proxy listens at this port, so nothing reaches the service
    sample: 'fixed proxy.example.com:8080',
  },
  Updates: {
    value: z.enum(['off', 'notify', 'install']),
    strictest: 'off',
    sample: 'notify',
  },
  UpdateAddress: {
    value: z
      .string()
      .max(1_000)
      .refine((text) => text === '' || URL.parse(text)?.protocol === 'https:'),
    strictest: '',
    sample: 'https://updates.example.com/firm-desk/',
  },
  HoldAtVersion: {
    value: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
    strictest: '0.0.0', // every version is newer, so none is offered
    sample: '1.4.0',
  },
  LogFolder: {
    value: folder,
    strictest: '', // the default folder is the only one that no other user can read
    sample: '/var/log/firm-desk',
  },
} as const;

export type PolicyName = keyof typeof POLICIES;
export type Policies = {
  readonly [N in PolicyName]?: z.output<(typeof POLICIES)[N]['value']> | undefined;
};

/** Policies that forbid a part of the app when they are false. */
export const permission = z.enum(['ExportFiles', 'ExportTaxIds', 'RevealTaxIds', 'DemoFirm']);
export type Permission = z.output<typeof permission>;

const NAMES = Object.keys(POLICIES) as [PolicyName, ...PolicyName[]];

/** The policies in force as last read, and what was wrong with their source. */
export const policySnapshot = z.object({
  policies: z.object(
    Object.fromEntries(NAMES.map((name) => [name, POLICIES[name].value.optional()])) as {
      readonly [N in PolicyName]: z.ZodOptional<(typeof POLICIES)[N]['value']>;
    },
  ),
  /** Policies whose value is invalid; the strictest value applies. */
  invalid: z.array(z.enum(NAMES)).readonly(),
  /** Names that this version does not know, shortened for the screen; they are ignored. */
  unknown: z.array(z.string()).readonly(),
  /** True if the source exists and cannot be read or trusted; every policy then has its strictest value. */
  isUnreadable: z.boolean(),
  /** Where the policies are read from; null on a system without a reader. */
  source: z.string().nullable(),
});
export type PolicySnapshot = z.output<typeof policySnapshot>;

/** Policies that name a folder. */
export const folderPolicy = z.enum(['BackupFolder', 'LogFolder']);
export type FolderPolicy = z.output<typeof folderPolicy>;

/** A snapshot, and the policies whose folder is missing or cannot be written at the moment. */
export const policyState = policySnapshot.extend({ unusableFolders: z.array(folderPolicy).readonly() });
export type PolicyState = z.output<typeof policyState>;

/** Returns the idle minutes that apply under `AutoLockMinutes`; null for never. */
export function idleMinutes(
  setting: 'never' | `${number}`,
  { AutoLockMinutes: bound }: Policies = {},
): number | null {
  const chosen = setting === 'never' ? null : Number(setting);
  return bound === undefined || (chosen !== null && chosen <= bound) ? chosen : bound;
}

/** Returns whether `BackupFolder` allows no daily backups, as it does if its value cannot be read. */
export const forbidsDailyBackups = ({ BackupFolder }: Policies): boolean => BackupFolder === NO_DAILY_BACKUPS;

/** Returns the folder that `BackupFolder` fixes for daily backups; undefined if the user chooses, or none are allowed. */
export const fixedBackupFolder = (policies: Policies): string | undefined =>
  forbidsDailyBackups(policies) ? undefined : policies.BackupFolder || undefined;

export type ProxyConfig =
  | { readonly mode: 'system' | 'direct' }
  | { readonly mode: 'pac_script'; readonly pacScript: string }
  | { readonly mode: 'fixed_servers'; readonly proxyRules: string };

/** Returns what a value of `Proxy` means; null if it is not valid. */
export function proxyConfig(value: string): ProxyConfig | null {
  if (value === 'system') return { mode: 'system' };
  if (value === 'none') return { mode: 'direct' };
  const [, kind, address = ''] = /^(pac|fixed) (\S+)$/.exec(value) ?? [];
  if (kind === 'pac')
    return URL.parse(address)?.protocol === 'https:' ? { mode: 'pac_script', pacScript: address } : null;
  const port = Number(/^[A-Za-z0-9.-]+:(\d{1,5})$/.exec(address)?.[1] ?? 0);
  return kind === 'fixed' && port > 0 && port < 65_536
    ? { mode: 'fixed_servers', proxyRules: address }
    : null;
}
