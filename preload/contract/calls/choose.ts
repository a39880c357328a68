import { z } from 'zod';
import { mergeTables, type GrantPurpose } from '../feature';
import { FEATURES } from '../features';

/**
 * The purpose of a choice, its dialog, and the process that uses it. A path is valid for that purpose only.
 */
const PURPOSES = {
  'backup-file': { dialog: 'save', process: 'app' },
  'backup-folder': { dialog: 'folder', process: 'app' },
  'backup-restore': { dialog: 'open', process: 'app' },
  'demo-sample': { dialog: 'save', process: 'app' },
  'record-pdf': { dialog: 'save', process: 'app' },
  'records-export': { dialog: 'save', process: 'engine' },
  ...mergeTables(FEATURES.flatMap((feature) => ('grants' in feature ? [feature.grants] : []))),
} as const;
export type Purpose = keyof typeof PURPOSES;
const purposeSchema = z.enum(Object.keys(PURPOSES) as [Purpose, ...Purpose[]]);

/** Returns whether a path may be used only once. A file to open may be read again and again. */
export const isSingleUse = (purpose: Purpose): boolean => PURPOSES[purpose].dialog !== 'open';

/** Returns whether the app process uses the path itself, so that the engine does not receive it. */
export const isForApp = (purpose: Purpose): boolean => PURPOSES[purpose].process === 'app';

/**
 * Returns whether readable records are written to the path. Backups are encrypted, sample sheets are of the demo firm,
 * files to open are only read, and an invitation to a team holds no records.
 */
export function isExport(purpose: Purpose): boolean {
  const { dialog, holdsNoRecords }: GrantPurpose = PURPOSES[purpose];
  return purpose === 'record-pdf' || (!isForApp(purpose) && dialog !== 'open' && holdsNoRecords !== true);
}

/** A request to choose a path with the system's dialog. */
export const choiceRequest = z
  .discriminatedUnion('what', [
    z.object({ what: z.literal('folder'), purpose: purposeSchema, title: z.string() }),
    z.object({
      what: z.literal('save'),
      purpose: purposeSchema,
      title: z.string(),
      name: z.string(),
      extension: z.string().regex(/^[a-z0-9]+$/),
    }),
    z.object({
      what: z.literal('open'),
      purpose: purposeSchema,
      title: z.string(),
      extensions: z.array(z.string()),
      allowsMultiple: z.boolean(),
    }),
  ])
  .refine((request) => PURPOSES[request.purpose].dialog === request.what);
export type ChoiceRequest = z.output<typeof choiceRequest>;

/**
 * A path that the user chose. The engine only touches files it has a grant for; the window cannot name paths.
 */
export const chosenFile = z.object({ grant: z.string(), path: z.string(), name: z.string() });
export type ChosenFile = z.output<typeof chosenFile>;

/** The form in which the app process sends a choice to the engine. */
export const grant = z.object({ id: z.string(), path: z.string(), purpose: purposeSchema });
export type Grant = z.output<typeof grant>;
