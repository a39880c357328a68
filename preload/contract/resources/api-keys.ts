import { z } from 'zod';

/** A key as it is listed (spec 5.2). A listing may repeat key values: this schema is strict so that they are dropped. */
export const apiKeyListed = z.object({
  id: z.union([z.number(), z.string()]),
  name: z.string().nullish(),
  description: z.string().nullish(),
  user_id: z.union([z.number(), z.string()]).nullish(),
  created_dt_utc: z.string().nullish(),
});

/** The answer to creating a key: the only time its value is seen. */
export const apiKeyCreated = apiKeyListed.extend({ key: z.string().min(1) });

export const apiKeyBody = z.object({ name: z.string().trim().min(1), description: z.string().optional() });
