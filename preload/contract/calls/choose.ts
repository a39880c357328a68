import { z } from 'zod';

/** What people can be asked to choose with the system's own dialog. */
export const choiceRequest = z.discriminatedUnion('what', [
  z.object({ what: z.literal('folder'), title: z.string() }),
  z.object({
    what: z.literal('save'),
    title: z.string(),
    name: z.string(),
    extension: z.string().regex(/^[a-z0-9]+$/),
  }),
  z.object({
    what: z.literal('open'),
    title: z.string(),
    extensions: z.array(z.string()),
    many: z.boolean(),
  }),
]);
export type ChoiceRequest = z.output<typeof choiceRequest>;

/** A path the person chose. The engine touches a file only for a grant, so the window cannot name paths itself. */
export const chosen = z.object({ grant: z.string(), path: z.string(), name: z.string() });
export type Chosen = z.output<typeof chosen>;

/** What the app process tells the engine of a choice. */
export const grant = z.object({ id: z.string(), path: z.string(), what: z.enum(['folder', 'save', 'open']) });
export type Grant = z.output<typeof grant>;
