import { z } from 'zod';

/** An https origin; a path, a user name or plain http makes the value invalid. */
const origin = z
  .string()
  .refine((text) => URL.parse(text)?.protocol === 'https:' && new URL(text).origin === text);

/**
 * The policies that an organization can set, each with its type and range and with the strictest value, which
 * applies when the value cannot be read. A policy that is not set changes nothing.
 */
export const POLICIES = {
  /** Only these origins are contacted; another stored connection opens its data and sends nothing. */
  ServiceAddresses: { value: z.array(origin).max(50), strictest: [] },
  /** No request that changes something at the service is sent. */
  ReadOnly: { value: z.boolean(), strictest: true },
  /** False: nothing is written to a file or printed, except encrypted backups. */
  ExportFiles: { value: z.boolean(), strictest: false },
  /** False: no file of plain tax IDs is written. */
  ExportTaxIds: { value: z.boolean(), strictest: false },
  /** False: no plain tax ID is shown or copied. */
  RevealTaxIds: { value: z.boolean(), strictest: false },
  /** Longest idle time, in minutes, before the computer counts as locked. */
  AutoLockMinutes: { value: z.int().min(1).max(120), strictest: 1 },
  /** False: the demo firm does not open. */
  DemoFirm: { value: z.boolean(), strictest: false },
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
