import { appendTo } from '#contract/maps';
import type { SavedFile } from '#contract/features/fee-files/schemas';
import type { ColleagueFile } from '#contract/features/fee-files/colleague-files';
import type { FeeFilesState, FileJob } from '#contract/features/fee-files/calls';
import type { DesktopClient, EngineClient } from '../../bridge';
import { showFailure, showToast } from '../../ui/toast';
import { countOf } from '../../ui/format';
import { follow } from '../../state/follow';
import { perEngine } from '../../state/per-engine.svelte';

const NONE: FeeFilesState = { saved: [], colleagues: [], jobs: [], folder: null, isAutoSaveOn: false };

/** To a folder that the user chooses, or to the previous one. */
export type SaveWhere = 'ask' | 'again';

function byFileId(files: readonly ColleagueFile[]): Map<string, ColleagueFile[]> {
  const groups = new Map<string, ColleagueFile[]>();
  for (const file of files) appendTo(groups, file.fileId, file);
  return groups;
}

/** Saved fee upload files, and the jobs that save or verify them, as the engine reports them. */
export class FeeFiles {
  state = $state.raw<FeeFilesState>(NONE);
  /** True once the engine has reported its state. */
  isLoaded = $state(false);
  /** By name, in which the period end comes first; the latest first. */
  saved = $state.raw<readonly SavedFile[]>([]);
  /** The newest saved archive of each fee upload file. */
  byFile = $state.raw<ReadonlyMap<string, SavedFile>>(new Map());
  /** What colleagues did with each fee upload file, by its ID: one item for each version of its bytes. */
  byColleagues = $state.raw<ReadonlyMap<string, readonly ColleagueFile[]>>(new Map());
  /** Files that wait for the user's answer, because some of them are already saved. */
  awaitingConfirmation = $state.raw<{
    readonly fileIds: readonly string[];
    readonly where: SaveWhere;
  } | null>(null);

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
  ) {}

  get jobs(): readonly FileJob[] {
    return this.state.jobs;
  }

  /** Subscribes to the engine until the signal aborts. */
  connect(signal: AbortSignal): void {
    void follow({
      open: (stop) => this.engine.feeFiles.state(undefined, { signal: stop }),
      onValue: (state) => {
        this.state = state;
        this.saved = [...state.saved].sort((a, b) =>
          a.name < b.name ? 1 : a.name > b.name ? -1 : b.id - a.id,
        );
        this.byFile = new Map([...state.saved].reverse().map((file) => [file.fileId, file]));
        this.byColleagues = byFileId(state.colleagues);
        this.isLoaded = true;
      },
      signal,
    });
  }

  /** Returns what colleagues did with the bytes that are saved here, or with any version if none is saved. */
  colleaguesOf(fileId: string): readonly ColleagueFile[] {
    const own = this.byFile.get(fileId);
    return own ? this.colleaguesOfCopy(own) : (this.byColleagues.get(fileId) ?? []);
  }

  /** Returns what colleagues did with the bytes of this copy; an older copy may have other bytes than the newest. */
  colleaguesOfCopy(copy: Pick<SavedFile, 'fileId' | 'sha256'>): readonly ColleagueFile[] {
    return (this.byColleagues.get(copy.fileId) ?? []).filter(({ sha256 }) => sha256 === copy.sha256);
  }

  /** Saves these files; asks first if some of them are already saved. */
  async saveOrAsk(fileIds: readonly string[], where: SaveWhere): Promise<void> {
    if (fileIds.length === 0) return;
    if (this.savedIdsOf(fileIds).length > 0) this.awaitingConfirmation = { fileIds, where };
    else await this.save(fileIds, where);
  }

  /** Saves these files to a folder that the user chooses, or to the previous one. */
  async save(fileIds: readonly string[], where: SaveWhere): Promise<void> {
    try {
      let grant: string | null = null;
      if (where === 'ask') {
        const title = `Save ${countOf(fileIds.length, 'fee upload file', 'fee upload files')} to a folder`;
        const [folder] = await this.desktop.choose({ what: 'folder', purpose: 'fee-files-folder', title });
        if (!folder) return;
        ({ grant } = folder);
      }
      await this.engine.feeFiles.save({ fileIds: [...fileIds], grant });
    } catch (error) {
      showFailure(error);
    }
  }

  /** Sets whether new files are saved to the chosen folder after each refresh. */
  setAutoSave = (isOn: boolean): Promise<void> =>
    this.#withFailureToast(async () => {
      await this.engine.feeFiles.setAutoSave({ isOn, grant: null });
      this.state = { ...this.state, isAutoSaveOn: isOn };
    });

  /** Sets the folder for saved files. */
  async chooseFolder(): Promise<void> {
    await this.#withFailureToast(async () => {
      const title = 'Folder for fee upload files';
      const [folder] = await this.desktop.choose({ what: 'folder', purpose: 'fee-files-folder', title });
      if (!folder) return;
      await this.engine.feeFiles.setAutoSave({ isOn: this.state.isAutoSaveOn, grant: folder.grant });
    });
  }

  /** Returns the IDs of these files that are already saved and intact. */
  savedIdsOf(fileIds: readonly string[]): string[] {
    return fileIds.filter((id) => this.byFile.get(id)?.state === 'whole');
  }

  verify = (files: readonly SavedFile[]): Promise<void> =>
    this.#withFailureToast(() => this.engine.feeFiles.verify({ ids: files.map(({ id }) => id) }));
  pause = (id: number): Promise<void> => this.#withFailureToast(() => this.engine.feeFiles.pause({ id }));
  resume = (id: number): Promise<void> => this.#withFailureToast(() => this.engine.feeFiles.resume({ id }));
  cancel = (id: number): Promise<void> => this.#withFailureToast(() => this.engine.feeFiles.cancel({ id }));
  clearFinished = (): Promise<void> => this.#withFailureToast(() => this.engine.feeFiles.clear());
  show = (id: number): Promise<void> => this.#withFailureToast(() => this.engine.feeFiles.show({ id }));
  open = (id: number): Promise<void> => this.#withFailureToast(() => this.engine.feeFiles.open({ id }));

  forget = (file: SavedFile): Promise<void> =>
    this.#withFailureToast(async () => {
      await this.engine.feeFiles.forget({ id: file.id });
      showToast('Removed from list', { text: 'The file itself stays where it is.' });
    });

  async #withFailureToast(call: () => Promise<unknown>): Promise<void> {
    await call().catch(showFailure);
  }
}

/**
 * Returns the saved files of an engine: the same instance for the list, its tabs and the bar below. The
 * screen calls `connect`.
 */
export const feeFilesOf = perEngine(
  ({ engine, desktop }: { engine: EngineClient; desktop: DesktopClient }) => new FeeFiles(engine, desktop),
);
