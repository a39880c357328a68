import { z } from 'zod';
import { oddText } from '../odd-text';

/** A key as it is listed (spec 5.2). A listing may repeat key values: this schema is strict so that they are dropped. */
export const apiKeyListed = z.object({
  id: z.union([z.number(), z.string()]),
  name: oddText,
  description: oddText,
  user_id: oddText,
  created_dt_utc: oddText,
  /** The same moment, as the listing spells it. */
  created_at_utc: oddText,
});

/** The answer to creating a key: the only time its value is seen. */
export const apiKeyCreated = apiKeyListed.extend({ key: z.string().min(1) });

export const apiKeyBody = z.object({ name: z.string().trim().min(1), description: z.string().optional() });
