import { z } from 'zod';
import { oddText } from '../fields';

/** A key as listed (spec 5.2). The strict schema drops key values, which a listing may repeat. */
export const apiKeyListed = z.object({
  id: z.union([z.number(), z.string()]),
  name: oddText,
  description: oddText,
  user_id: oddText,
  created_dt_utc: oddText,
  /** The creation time, as the listing spells its name. */
  created_at_utc: oddText,
});

/** The response that creates a key: the only one with its value. */
export const apiKeyCreated = apiKeyListed.extend({ key: z.string().min(1) });

export const apiKeyBody = z.object({ name: z.string().trim().min(1), description: z.string().optional() });
