import { z } from 'zod';

/** What a choice is for, with which dialog it is made, and which process uses it: a path serves nothing else. */
const PURPOSES = {
  'activity-export': { dialog: 'save', process: 'engine' },
  'advisor-codes-list': { dialog: 'open', process: 'engine' },
  'backup-file': { dialog: 'save', process: 'app' },
  'backup-folder': { dialog: 'folder', process: 'app' },
  'backup-restore': { dialog: 'open', process: 'app' },
  'billing-groups-file': { dialog: 'save', process: 'engine' },
  'changes-export': { dialog: 'save', process: 'engine' },
  'evidence-pack': { dialog: 'save', process: 'engine' },
  'record-pdf': { dialog: 'save', process: 'app' },
  'fee-files-folder': { dialog: 'folder', process: 'engine' },
  'import-table': { dialog: 'open', process: 'engine' },
  'import-template': { dialog: 'save', process: 'engine' },
  'records-export': { dialog: 'save', process: 'engine' },
  'roi-requests-export': { dialog: 'save', process: 'engine' },
  'tax-ids-export': { dialog: 'save', process: 'engine' },
  'tax-ids-list': { dialog: 'open', process: 'engine' },
} as const;
export type Purpose = keyof typeof PURPOSES;
const purpose = z.enum(Object.keys(PURPOSES) as [Purpose, ...Purpose[]]);

/** A file to read is read as often as the screen asks for it; every other path is used once. */
export const isUsedOnce = (of: Purpose): boolean => PURPOSES[of].dialog !== 'open';

/** Whether the app process uses the path itself, and the engine never learns it. */
export const isForApp = (of: Purpose): boolean => PURPOSES[of].process === 'app';

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
  .refine((request) => PURPOSES[request.purpose].dialog === request.what);
export type ChoiceRequest = z.output<typeof choiceRequest>;

/** A path the person chose. The engine touches a file only for a grant, so the window cannot name paths itself. */
export const chosen = z.object({ grant: z.string(), path: z.string(), name: z.string() });
export type Chosen = z.output<typeof chosen>;

/** What the app process tells the engine of a choice. */
export const grant = z.object({ id: z.string(), path: z.string(), purpose });
export type Grant = z.output<typeof grant>;
