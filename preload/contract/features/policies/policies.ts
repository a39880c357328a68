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

/** An absolute path of Windows (drive or share) or of another system; empty for the usual folder. */
const folder = z
  .string()
  .max(1_000)
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\[^\\]+\\[^\\]+)[^\0]*$|^$/);

/**
 * The policies that an organization can set, each with its type and range, what an administrator reads about it, a
 * sample value, and the strictest value, which applies when the value cannot be read. A policy that is not set changes
 * nothing. The reader, the templates in resources/policies and the administration page are made of this table.
 */
export const POLICIES = {
  ServiceAddresses: {
    value: z.array(origin).max(50),
    strictest: [],
    sample: ['https://api.example.com'],
    title: 'Service addresses',
    form: 'up to 50 https origins',
    effect: 'Only these are contacted. Another stored connection opens its data and sends nothing.',
  },
  ReadOnly: {
    value: z.boolean(),
    strictest: true,
    sample: true,
    title: 'Read-only',
    form: '`true` or `false`',
    effect: '`true`: no request that changes something is sent, over any connection.',
  },
  ExportFiles: {
    value: z.boolean(),
    strictest: false,
    sample: true,
    title: 'Exports, fee files and printing',
    form: '`true` or `false`',
    effect:
      '`false`: nothing is exported, saved as a fee file or printed. Encrypted backups and copying remain.',
  },
  ExportTaxIds: {
    value: z.boolean(),
    strictest: false,
    sample: false,
    title: 'Export of unmasked tax IDs',
    form: '`true` or `false`',
    effect: '`false`: no file of plain tax IDs is written.',
  },
  RevealTaxIds: {
    value: z.boolean(),
    strictest: false,
    sample: true,
    title: 'Showing and copying tax IDs',
    form: '`true` or `false`',
    effect: '`false`: no plain tax ID is shown or copied.',
  },
  AutoLockMinutes: {
    value: z.int().min(1).max(120),
    strictest: 1,
    sample: 10,
    title: 'Longest inactivity, in minutes',
    form: 'whole number from 1 to 120',
    effect: 'Longest idle time before tax IDs are hidden and, if the app lock is on, Firm Desk locks.',
  },
  DemoFirm: {
    value: z.boolean(),
    strictest: false,
    sample: false,
    title: 'Demo firm',
    form: '`true` or `false`',
    effect: '`false`: the demo firm does not open.',
  },
  Proxy: {
    value: proxy,
    strictest: 'fixed 127.0.0.1:9',
    sample: 'fixed proxy.example.com:8080',
    title: 'Proxy',
    form: '`system`, `none`, `pac https://…` or `fixed host:port`',
    effect:
      'How the service is reached. The strictest value is a proxy that does not exist: nothing is sent.',
  },
  Updates: {
    value: z.enum(['off', 'notify']),
    strictest: 'off',
    sample: 'notify',
    title: 'Updates',
    form: '`off` or `notify`',
    effect:
      '`notify`: Firm Desk looks for a newer version every day, and Settings tells of it. Without it, `off`.',
  },
  UpdateAddress: {
    value: z
      .string()
      .max(1_000)
      .refine((text) => text === '' || URL.parse(text)?.protocol === 'https:'),
    strictest: '',
    sample: 'https://updates.example.com/firm-desk/',
    title: 'Update server',
    form: 'https address of a folder, or empty for none',
    effect: 'Where updates are looked for: a folder with `latest.json` and the installers.',
  },
  HoldAtVersion: {
    value: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
    strictest: '0.0.0',
    sample: '1.4.0',
    title: 'Newest version allowed',
    form: 'version of three numbers',
    effect: 'A newer version than this one is not offered.',
  },
  LogFolder: {
    value: folder,
    strictest: '',
    sample: '/var/log/firm-desk',
    title: 'Folder of the log',
    form: 'absolute path, or empty for the usual folder',
    effect:
      'The log is in a folder with the name of the user in this one, from the next start. The strictest value, or a folder that cannot be written, is the usual folder.',
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

/** Policies in force, and what was wrong with their source. */
export const policyReading = z.object({
  policies: z.object(
    Object.fromEntries(NAMES.map((name) => [name, POLICIES[name].value.optional()])) as {
      readonly [N in PolicyName]: z.ZodOptional<(typeof POLICIES)[N]['value']>;
    },
  ),
  /** Policies whose value is invalid; the strictest value applies. */
  invalid: z.array(z.enum(NAMES)).readonly(),
  /** Names that this version does not know, cut to what a screen can show; they are ignored. */
  unknown: z.array(z.string()).readonly(),
  /** True if the source exists and cannot be read or trusted; every policy then has its strictest value. */
  isUnreadable: z.boolean(),
  /** Where the policies are read from; null on a system without a reader. */
  source: z.string().nullable(),
});
export type PolicyReading = z.output<typeof policyReading>;

/** Returns the idle minutes that apply under `AutoLockMinutes`; null for never. */
export function idleMinutes(
  setting: 'never' | `${number}`,
  { AutoLockMinutes: bound }: Policies = {},
): number | null {
  const chosen = setting === 'never' ? null : Number(setting);
  return bound === undefined || (chosen !== null && chosen <= bound) ? chosen : bound;
}

export type ProxyConfig =
  | { readonly mode: 'system' | 'direct' }
  | { readonly mode: 'pac_script'; readonly pacScript: string }
  | { readonly mode: 'fixed_servers'; readonly proxyRules: string };

/** Returns what a value of `Proxy` means; null if it is not valid. */
export function proxyConfig(value: string): ProxyConfig | null {
  if (value === 'system') return { mode: 'system' };
  if (value === 'none') return { mode: 'direct' };
  const [, kind, place = ''] = /^(pac|fixed) (\S+)$/.exec(value) ?? [];
  if (kind === 'pac')
    return URL.parse(place)?.protocol === 'https:' ? { mode: 'pac_script', pacScript: place } : null;
  const port = Number(/^[A-Za-z0-9.-]+:(\d{1,5})$/.exec(place)?.[1] ?? 0);
  return kind === 'fixed' && port > 0 && port < 65_536 ? { mode: 'fixed_servers', proxyRules: place } : null;
}
