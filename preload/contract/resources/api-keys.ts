import { z } from 'zod';
import { tolerantText } from '../fields';

/** A key as listed (spec 5.2). Unlike a loose schema, it drops key values, which a listing may repeat. */
export const listedApiKey = z.object({
  id: z.union([z.number(), z.string()]),
  name: tolerantText,
  description: tolerantText,
  user_id: tolerantText,
  created_dt_utc: tolerantText,
  /** The creation time under the listing's name for it. */
  created_at_utc: tolerantText,
});

/** The response that creates a key: the only one with its value. */
export const createdApiKey = listedApiKey.extend({ key: z.string().min(1) });

export const apiKeyBody = z.object({ name: z.string().trim().min(1), description: z.string().optional() });
