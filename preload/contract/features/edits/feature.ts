import { z } from 'zod';
import { importKind } from '../../calls/imports';
import { pagesOf, type FeatureManifest } from '../../feature';
import { resourceName } from '../../query';

/** A draft, a job's outcome, a colleague's draft that was handed over or is to be approved, or an import. The home lists all. */
const page = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['draft', 'job', 'hand-over', 'approval']), id: z.string() }),
  z.object({ kind: z.literal('import'), resource: resourceName, into: importKind }),
]);

export const EDITS_FEATURE = {
  task: {
    name: 'edits',
    title: 'Edits',
    keywords: 'drafts bulk edit changes send outcomes undo import create delete',
    page: pagesOf(page),
  },
  activity: {
    'record-edit': 'Records changed',
    'record-create': 'Records created',
    'record-delete': 'Records deleted',
  },
  grants: {
    'import-table': { dialog: 'open', process: 'engine' },
    'import-template': { dialog: 'save', process: 'engine' },
  },
} as const satisfies FeatureManifest;
