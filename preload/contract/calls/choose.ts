import { z } from 'zod';

/** What a choice is for, and with which dialog it is made: a path serves nothing else. */
const PURPOSES = {
  'activity-export': 'save',
  'advisor-codes-list': 'open',
  'backup-file': 'save',
  'backup-folder': 'folder',
  'backup-restore': 'open',
  'billing-groups-file': 'save',
  'changes-export': 'save',
  'evidence-pack': 'save',
  'record-pdf': 'save',
  'fee-files-folder': 'folder',
  'import-table': 'open',
  'import-template': 'save',
  'records-export': 'save',
  'roi-requests-export': 'save',
  'tax-ids-export': 'save',
  'tax-ids-list': 'open',
} as const;
export type Purpose = keyof typeof PURPOSES;
const purpose = z.enum(Object.keys(PURPOSES) as [Purpose, ...Purpose[]]);

/** A list is read as often as the screen reads it again; every other path is used once. */
export const isUsedOnce = (of: Purpose): boolean => PURPOSES[of] !== 'open';

/** What people can be asked to choose with the system's own dialog. */
export const choiceRequest = z
  .discriminatedUnion('what', [
    z.object({ what: z.literal('folder'), purpose, title: z.string() }),
    z.object({
      what: z.literal('save'),
      purpose,
      title: z.string(),
      name: z.string(),
      extension: z.string().regex(/^[a-z0-9]+$/),
    }),
    z.object({
      what: z.literal('open'),
      purpose,
      title: z.string(),
      extensions: z.array(z.string()),
      many: z.boolean(),
    }),
  ])
  .refine((request) => PURPOSES[request.purpose] === request.what);
export type ChoiceRequest = z.output<typeof choiceRequest>;

/** A path the person chose. The engine touches a file only for a grant, so the window cannot name paths itself. */
export const chosen = z.object({ grant: z.string(), path: z.string(), name: z.string() });
export type Chosen = z.output<typeof chosen>;

/** What the app process tells the engine of a choice. */
export const grant = z.object({ id: z.string(), path: z.string(), purpose });
export type Grant = z.output<typeof grant>;
