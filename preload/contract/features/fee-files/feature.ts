import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

const fileIds = z.array(z.string()).readonly();

/** A tab besides the files, the contents of a saved file, or a reconciliation, with the page that Back returns to. */
const page = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['saved', 'periods']) }),
    z.object({ kind: z.literal('contents'), savedFile: z.int() }),
    z.object({ kind: z.literal('many'), fileIds }),
    z.object({
      kind: z.literal('reconcile'),
      fileId: z.string(),
      household: z.string().exactOptional(),
      among: fileIds.exactOptional(),
    }),
  ]);
export type FeeFilesPage = z.output<ReturnType<typeof page>>;

export const FEE_FILES_FEATURE = {
  task: {
    name: 'feeFiles',
    title: 'Fee upload files',
    resource: 'feeUploadFiles',
    keywords: 'save reconcile vault zip',
    page: pagesOf(page),
  },
  activity: {
    'fee-file-save': 'Fee upload file saved',
    'fee-file-verify': 'Fee upload file verified',
  },
  grants: { 'fee-files-folder': { dialog: 'folder', process: 'engine' } },
  savedWork: {
    tables: {
      'fee upload files': ['fee_file_saved', 'fee_file_pending', 'colleague_fee_file'],
      settings: ['fee_file_folder', 'fee_file_auto'],
    },
    counted: { fee_file_saved: 'Fee upload files' },
  },
} as const satisfies FeatureManifest;
