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
  /** False: the demo firm does not open. */
  DemoFirm: { value: z.boolean(), strictest: false },
} as const;

export type PolicyName = keyof typeof POLICIES;
export type Policies = { readonly [N in PolicyName]?: z.output<(typeof POLICIES)[N]['value']> };
