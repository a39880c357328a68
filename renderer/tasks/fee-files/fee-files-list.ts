import Download from '@lucide/svelte/icons/download';
import FolderDown from '@lucide/svelte/icons/folder-down';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import { text } from '../../../preload/contract/fields';
import { feeUploadFiles } from '../../../preload/contract/resources/fee-upload-files';
import { count, formatMoment } from '../../kit/format';
import type { ListAction, ListMeans, ListView } from '../../resource/list/list-view';
import { feeFilesOf, MOST_AT_ONCE, type SaveWhere } from './fee-files.svelte';
import { folderOf, SAVED_STATES } from './file-words';

async function save(means: ListMeans, where: SaveWhere): Promise<void> {
  await feeFilesOf(means).saveOrAsk(await means.list.selectedKeys(MOST_AT_ONCE), where);
}

const SAVE: ListAction = {
  name: 'save',
  at: 'list',
  icon: Download,
  primary: true,
  label: ({ list }) => (list.grid.selected > 1 ? `Save ${count(list.grid.selected)} files…` : 'Save…'),
  missing: ({ list }) => (list.grid.selected === 0 ? 'Select files to save' : null),
  run: (means) => save(means, 'ask'),
  ways: (means) => {
    const { folder } = feeFilesOf(means).state;
    if (!folder || means.list.grid.selected === 0) return null;
    return [
      { label: `To ${folder}`, icon: FolderDown, onSelect: () => void save(means, 'again') },
      { label: 'To another folder…', icon: FolderOpen, onSelect: () => void save(means, 'ask') },
    ];
  },
};

/** The list of fee upload files: what was saved of them, and saving them. */
export const FEE_FILES_LIST: ListView = {
  actions: [SAVE],
  columns: {
    ...feeUploadFiles.fields,
    saved: {
      ...text('Saved', {
        column: 280,
        shown: true,
        help: 'When the archive was saved on this computer, and where.',
      }),
      cell: (key, means) => {
        const file = feeFilesOf(means).byFile.get(key);
        if (!file) return null;
        const said = file.state === 'whole' ? formatMoment(file.savedAt) : SAVED_STATES[file.state].word;
        return `${said} · ${folderOf(file.path)}`;
      },
    },
  },
  changes: (means) => feeFilesOf(means).saved,
};
