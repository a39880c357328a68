import Download from '@lucide/svelte/icons/download';
import FolderDown from '@lucide/svelte/icons/folder-down';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Scale from '@lucide/svelte/icons/scale';
import type { SavedFile } from '#contract/features/fee-files/schemas';
import { isSavedByColleague, type ColleagueFile } from '#contract/features/fee-files/colleague-files';
import type { FileJob } from '#contract/features/fee-files/calls';
import { localDay } from '#contract/dates';
import { text } from '#contract/fields';
import { doesDecisionCount } from '#contract/features/reconcile/schemas';
import { MAX_FILES_TOGETHER } from '#contract/features/reconcile/reconciliation';
import { feeUploadFiles } from '#contract/resources/fee-upload-files';
import { forbidden } from '../../state/forbidden.svelte';
import { count, countOf, formatDate } from '../../ui/format';
import { showFailure, showToast } from '../../ui/toast';
import type { ListAction, ListField, ListContext, ListView } from '../../records/list/list-view';
import { feeFilesOf, type SaveWhere } from './fee-files.svelte';
import { FILE_OUTCOME_LABELS, SAVED_STATES, decisionLabel } from './file-messages';

async function save(context: ListContext, where: SaveWhere): Promise<void> {
  try {
    await feeFilesOf(context).saveOrAsk(await context.list.selectedKeys(MAX_FILES_TOGETHER), where);
  } catch (error) {
    showFailure(error);
  }
}

/** Returns the selected files whose archives are saved and intact. */
const savedFilesOf = ({ list, ...context }: ListContext): SavedFile[] =>
  [...feeFilesOf(context).byFile].flatMap(([key, file]) =>
    list.grid.selection.has(key) && file.state === 'whole' ? [file] : [],
  );
/** Returns true if every selected file is saved. */
const isSaved = (context: ListContext): boolean =>
  context.list.grid.selectedCount > 0 && savedFilesOf(context).length >= context.list.grid.selectedCount;

const needsSignOff = ({ signedAt, decision, outcome }: SavedFile): boolean =>
  signedAt === null || !doesDecisionCount(decision, outcome);

const SAVE: ListAction = {
  name: 'save',
  placement: 'list',
  icon: Download,
  primary: (context) => !isSaved(context),
  label: ({ list }) =>
    list.grid.selectedCount > 1 ? `Save ${count(list.grid.selectedCount)} files…` : 'Save…',
  disabledReason: ({ list }) =>
    forbidden.why('ExportFiles') ?? (list.grid.selectedCount === 0 ? 'Select files to save' : null),
  run: (context) => save(context, 'ask'),
  menuItems: (context) => {
    const { folder } = feeFilesOf(context).state;
    if (!folder || context.list.grid.selectedCount === 0 || forbidden.why('ExportFiles')) return null;
    return [
      { label: `To ${folder}`, icon: FolderDown, onSelect: () => void save(context, 'again') },
      { label: 'To another folder…', icon: FolderOpen, onSelect: () => void save(context, 'ask') },
    ];
  },
};

const isActiveJob = (state: FileJob['state']): boolean => !['done', 'failed', 'canceled'].includes(state);

/** Several files are reconciled in one run, a single one on its own page. */
const RECONCILE: ListAction = {
  name: 'reconcile',
  placement: 'list',
  icon: Scale,
  primary: (context) => isSaved(context) && savedFilesOf(context).some(needsSignOff),
  label: ({ list }) =>
    list.grid.selectedCount > 1 ? `Reconcile ${count(list.grid.selectedCount)} files` : 'Reconcile…',
  disabledReason: ({ list, ...context }) => {
    if (list.grid.selectedCount === 0) return 'Select files to reconcile';
    const { byFile, jobs } = feeFilesOf(context);
    if (jobs.some(({ what, state }) => what === 'save' && isActiveJob(state))) return 'Files are being saved';
    // If all matching files are selected, only their number is known here; `run` checks each file.
    return byFile.size >= list.grid.selectedCount ? null : 'Save the selected files first';
  },
  run: async (context) => {
    const { byFile } = feeFilesOf(context);
    const keys = await context.list.selectedKeys(MAX_FILES_TOGETHER);
    if (context.list.isClosed) return;
    const unsaved = keys.filter((key) => !byFile.has(key)).length;
    if (unsaved > 0)
      showToast('Save the selected files first', {
        text: `${countOf(unsaved, 'file is', 'files are')} not saved on this computer yet.`,
      });
    else {
      const [fileId = '', ...others] = keys;
      context.go({
        screen: 'task',
        task: 'feeFiles',
        page: others.length === 0 ? { kind: 'reconcile', fileId } : { kind: 'many', fileIds: keys },
      });
    }
  },
};

/** Returns a column about the saved archive. */
const savedArchiveColumn = (
  label: string,
  column: number,
  help: string,
  textOf: (file: SavedFile | undefined, colleagues: readonly ColleagueFile[]) => string | null,
): ListField => ({
  ...text(label, { column, shown: true, help }),
  cell: (key, context) => {
    const files = feeFilesOf(context);
    return textOf(files.byFile.get(key), files.colleaguesOf(key));
  },
});

const { end_date, total_period_debit, ...others } = feeUploadFiles.fields;

/** The list of fee upload files: their saved state, and the action that saves them. */
export const FEE_FILES_LIST: ListView = {
  actions: [RECONCILE, SAVE],
  columns: {
    end_date,
    total_period_debit,
    // The date only, so that all three columns fit in the smallest window; Saved has the time.
    saved: savedArchiveColumn(
      'Saved',
      115,
      'When the archive was saved on this computer, or the colleague who saved it.',
      (file, colleagues) => {
        if (file?.state === 'whole') return formatDate(localDay(new Date(file.savedAt)));
        const [save] = colleagues.filter(isSavedByColleague).flatMap(({ saves }) => saves);
        if (save) return `By ${save.by}`;
        return file ? SAVED_STATES[file.state].label : null;
      },
    ),
    reconciled: savedArchiveColumn(
      'Reconciled',
      178,
      'What was found when the saved archive was last reconciled.',
      (file, colleagues) => {
        const outcome = file?.outcome ?? colleagues.flatMap(({ results }) => results)[0]?.outcome;
        return outcome ? FILE_OUTCOME_LABELS[outcome].label : null;
      },
    ),
    signed: savedArchiveColumn(
      'Signed',
      195,
      'What was decided about the saved archive.',
      (file, colleagues) => {
        const signed = file?.signedAt
          ? file
          : colleagues.flatMap(({ signOffs }) => signOffs).find(({ state }) => state !== 'seal-broken');
        return signed ? decisionLabel(signed.decision).label : null;
      },
    ),
    ...others,
  },
  changes: (context) => feeFilesOf(context).state,
};
