import { z } from 'zod';

/** 32 bytes in hexadecimal. */
const key = z.string().regex(/^[0-9a-f]{64}$/);

/** What the keychain holds for a team: the member's two secret keys, and the password of the database. */
export const teamSecrets = z.object({ sign: key, seal: key, password: z.string().max(1_000) });
export type TeamSecrets = z.output<typeof teamSecrets>;
