import { z } from 'zod';

/**
 * Text that may arrive as a number or anything else; an odd value costs only itself, never the list (wire
 * facts B3).
 */
export const oddText = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null);
