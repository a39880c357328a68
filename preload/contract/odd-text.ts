import { z } from 'zod';

/** A text that may come as a number, or as anything else, which costs only itself and never its list (wire facts B3). */
export const oddText = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null);
