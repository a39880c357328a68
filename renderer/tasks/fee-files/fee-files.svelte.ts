import type { FeeFilesState, FileJob, SavedFile } from '../../../preload/contract/calls/fee-files';
import type { Selection } from '../../../preload/contract/query';
import type { DesktopClient, EngineClient } from '../../bridge';
import { showFailure, showToast } from '../../kit/toast';
import { counted } from '../../kit/format';
import { follow } from '../../state/follow';

const NONE: FeeFilesState = { saved: [], jobs: [], folder: null };
/** So many files are saved at a time; the archives of decades. */
const MOST_AT_ONCE = 1_000;

/** Saved fee upload files and what goes on with them, as the engine tells it. */
export class FeeFiles {
  state = $state.raw<FeeFilesState>(NONE);
  /** The engine has told its state. */
  known = $state(false);
  /** By name, which begins with the period: the latest first. */
  readonly saved: readonly SavedFile[] = $derived(
    [...this.state.saved].sort((a, b) => (a.name < b.name ? 1 : a.name > b.name ? -1 : b.id - a.id)),
  );
  readonly jobs: readonly FileJob[] = $derived(this.state.jobs);
  /** The newest saved archive of each fee upload file. */
  readonly byFile: ReadonlyMap<string, SavedFile> = $derived(
    new Map([...this.state.saved].reverse().map((file) => [file.fileId, file])),
  );

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
  ) {}

  /** Follows the engine until the signal says stop. */
  connect(signal: AbortSignal): void {
    void follow({
      open: (stop) => this.engine.feeFiles.state(undefined, { signal: stop }),
      onValue: (state) => {
        this.state = state;
        this.known = true;
      },
      signal,
    });
  }

  /** Saves these files to another folder, asked for first, or to the one of last time. */
  async save(fileIds: readonly string[], where: 'ask' | 'again'): Promise<void> {
    try {
      let grant: string | null = null;
      if (where === 'ask') {
        const title = `Save ${counted(fileIds.length, 'fee upload file', 'fee upload files')} to a folder`;
        const [folder] = await this.desktop.choose({ what: 'folder', title });
        if (!folder) return;
        ({ grant } = folder);
      }
      await this.engine.feeFiles.save({ fileIds: [...fileIds], grant });
    } catch (error) {
      showFailure(error);
    }
  }

  /** Those of some files that are saved already, and still as they were. */
  savedAmong(fileIds: readonly string[]): string[] {
    return fileIds.filter((id) => this.byFile.get(id)?.state === 'whole');
  }

  /** The keys that are marked in a list, of `total` that match. */
  async chosen(
    selection: Selection,
    keysOf: (offset: number, limit: number) => Promise<readonly string[]>,
  ): Promise<string[]> {
    if (selection.kind === 'keys') return selection.keys;
    const all = await keysOf(0, MOST_AT_ONCE);
    const but = new Set(selection.except);
    return all.filter((key) => !but.has(key));
  }

  verify = (files: readonly SavedFile[]): Promise<void> =>
    this.#quietly(() => this.engine.feeFiles.verify({ ids: files.map(({ id }) => id) }));
  pause = (id: number): Promise<void> => this.#quietly(() => this.engine.feeFiles.pause({ id }));
  resume = (id: number): Promise<void> => this.#quietly(() => this.engine.feeFiles.resume({ id }));
  cancel = (id: number): Promise<void> => this.#quietly(() => this.engine.feeFiles.cancel({ id }));
  clear = (): Promise<void> => this.#quietly(() => this.engine.feeFiles.clear());
  show = (id: number): Promise<void> => this.#quietly(() => this.engine.feeFiles.show({ id }));
  open = (id: number): Promise<void> => this.#quietly(() => this.engine.feeFiles.open({ id }));

  async forget(file: SavedFile): Promise<void> {
    await this.#quietly(() => this.engine.feeFiles.forget({ id: file.id }));
    showToast('Removed from list', { text: 'The file itself stays where it is.' });
  }

  async #quietly(call: () => Promise<unknown>): Promise<void> {
    try {
      await call();
    } catch (error) {
      showFailure(error);
    }
  }
}
