import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';
import { resourceName } from '../../resource-name';

/** What an import makes: changes of records, or new records. */
export const importKind = z.enum(['edit', 'create']);

/**
 * A draft, a job's outcome, a colleague's draft that was handed over or is to be approved, or an import. The home lists
 * all.
 */
const page = () =>
  z.discriminatedUnion('kind', [
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
  jobs: {
    edit: {
      labels: { verb: 'Edit', doing: 'Editing', done: 'Changed', notDone: 'Not confirmed' },
      reversed: 'edit of',
      shows: 'present',
      retry: 'send',
      preview: 'edit',
    },
    create: {
      labels: { verb: 'Create', doing: 'Creating', done: 'Created', notDone: 'Not in the list' },
      reversed: 'deletion of',
      shows: 'present',
      retry: 'create',
      preview: 'create',
    },
    remove: {
      labels: { verb: 'Delete', doing: 'Deleting', done: 'Deleted', notDone: 'Still in the list' },
      reversed: 'creation of',
      shows: 'absent',
      retry: 'delete',
      preview: 'remove',
    },
  },
} as const satisfies FeatureManifest;
