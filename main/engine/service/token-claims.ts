import { z } from 'zod';
import type { TokenClaims } from '#contract/calls/identity';

const MAX_ID_LENGTH = 40;
/** The end of the year 9999. */
const MAX_SECONDS = 253_402_300_799;
/** A consolidated firm has dozens; of a longer list, only the first are shown. */
const MAX_FIRMS = 1_000;

const id = z
  .union([z.number(), z.string().min(1).max(MAX_ID_LENGTH)])
  .transform(String)
  .nullable()
  .catch(null);
const flag = z.boolean().nullable().catch(null);
const seconds = z
  .number()
  .int()
  .min(0)
  .max(MAX_SECONDS)
  .transform((at) => new Date(at * 1_000).toISOString())
  .nullable()
  .catch(null);

const userClaim = z.object({
  user_id: id,
  profile_id: id,
  firm_id: id,
  is_firm_user: flag,
  is_client_user: flag,
  firm_ids: z
    .array(id)
    .transform((ids) => {
      const readable = ids.filter((firm) => firm !== null).slice(0, MAX_FIRMS);
      return readable.length > 0 || ids.length === 0 ? readable : null;
    })
    .nullable()
    .catch(null),
});
const times = z.object({ iat: seconds, exp: seconds });

/**
 * Returns the claims of a JWT for display, or null if it has no user claim (`…:user`, spec 5.1). The signature
 * is not verified: only the service can, and nothing is decided by these values.
 */
export function readClaims(token: string): TokenClaims | null {
  const payload = payloadOf(token);
  const user = userClaim.safeParse(Object.entries(payload).find(([name]) => name.endsWith(':user'))?.[1]);
  if (!user.success) return null;
  const { iat, exp } = times.parse(payload);
  const { user_id, profile_id, firm_id, is_firm_user, is_client_user, firm_ids } = user.data;
  return {
    userId: user_id,
    profileId: profile_id,
    firmId: firm_id,
    isFirmUser: is_firm_user,
    isClientUser: is_client_user,
    firmIds: firm_ids,
    issuedAt: iat,
    expiresAt: exp,
  };
}

function payloadOf(token: string): Record<string, unknown> {
  const part = token.split('.')[1];
  if (part === undefined) return {};
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {}; // not a JWT
  }
}
