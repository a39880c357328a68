import { z } from 'zod';

/** Who on the team changed something last, by name, and when by that computer's clock (ISO, UTC). */
export const teamChange = z.object({ by: z.string(), at: z.string() });
export type TeamChange = z.output<typeof teamChange>;
