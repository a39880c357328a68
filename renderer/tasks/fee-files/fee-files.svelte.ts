import type { FeeFilesState, FileJob, SavedFile } from '../../../preload/contract/calls/fee-files';
import type { DesktopClient, EngineClient } from '../../bridge';
import { showFailure, showToast } from '../../kit/toast';
import { counted } from '../../kit/format';
import { follow } from '../../state/follow';

const NONE: FeeFilesState = { saved: [], jobs: [], folder: null, auto: false };
/** So many files are saved at a time; the archives of decades. */
export const MOST_AT_ONCE = 1_000;

/** To a folder that is asked for, or to the one of last time. */
export type SaveWhere = 'ask' | 'again';

/** Saved fee upload files and what goes on with them, as the engine tells it. */
export class FeeFiles {
  state = $state.raw<FeeFilesState>(NONE);
  /** The engine has told its state. */
  known = $state(false);
  /** By name, which begins with the period: the latest first. */
  saved = $state.raw<readonly SavedFile[]>([]);
  /** The newest saved archive of each fee upload file. */
  byFile = $state.raw<ReadonlyMap<string, SavedFile>>(new Map());
  /** Files that wait for an answer, some of which are saved already. */
  asked = $state.raw<{ readonly keys: readonly string[]; readonly where: SaveWhere } | null>(null);

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
  ) {}

  get jobs(): readonly FileJob[] {
    return this.state.jobs;
  }

  /** Follows the engine until the signal says stop. */
  connect(signal: AbortSignal): void {
    void follow({
      open: (stop) => this.engine.feeFiles.state(undefined, { signal: stop }),
      onValue: (state) => {
        this.state = state;
        this.saved = [...state.saved].sort((a, b) =>
          a.name < b.name ? 1 : a.name > b.name ? -1 : b.id - a.id,
        );
        this.byFile = new Map([...state.saved].reverse().map((file) => [file.fileId, file]));
        this.known = true;
      },
      signal,
    });
  }

  /** Saves these files; asks first where some of them are saved already. */
  async saveOrAsk(keys: readonly string[], where: SaveWhere): Promise<void> {
    if (keys.length === 0) return;
    if (this.savedAmong(keys).length > 0) this.asked = { keys, where };
    else await this.save(keys, where);
  }

  /** Saves these files to another folder, asked for first, or to the one of last time. */
  async save(fileIds: readonly string[], where: SaveWhere): Promise<void> {
    try {
      let grant: string | null = null;
      if (where === 'ask') {
        const title = `Save ${counted(fileIds.length, 'fee upload file', 'fee upload files')} to a folder`;
        const [folder] = await this.desktop.choose({ what: 'folder', purpose: 'fee-files-folder', title });
        if (!folder) return;
        ({ grant } = folder);
      }
      await this.engine.feeFiles.save({ fileIds: [...fileIds], grant });
    } catch (error) {
      showFailure(error);
    }
  }

  /** Whether new files are saved after each refresh, to the folder that is set. */
  setAuto = (on: boolean): Promise<void> =>
    this.#quietly(() => this.engine.feeFiles.setAuto({ on, grant: null }));

  /** Sets the folder that files are saved to. */
  async chooseFolder(): Promise<void> {
    await this.#quietly(async () => {
      const title = 'Folder for fee upload files';
      const [folder] = await this.desktop.choose({ what: 'folder', purpose: 'fee-files-folder', title });
      if (folder) await this.engine.feeFiles.setAuto({ on: this.state.auto, grant: folder.grant });
    });
  }

  /** Those of some files that are saved already, and still as they were. */
  savedAmong(fileIds: readonly string[]): string[] {
    return fileIds.filter((id) => this.byFile.get(id)?.state === 'whole');
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

/** Makes something as if nobody had asked for it just now. */
function apart<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => {
    made.push(make());
  });
  const [first] = made;
  if (first === undefined) throw new Error('nothing was made');
  return first;
}

const byEngine = new WeakMap<EngineClient, FeeFiles>();

/** The saved files of an engine: the same for the list, its tabs and the bar below. The place follows them. */
export function feeFilesOf({ engine, desktop }: { engine: EngineClient; desktop: DesktopClient }): FeeFiles {
  let files = byEngine.get(engine);
  if (files) return files;
  // Who asks first may be a value that depends on it; what such a value makes within itself, it would not follow.
  files = apart(() => new FeeFiles(engine, desktop));
  byEngine.set(engine, files);
  return files;
}
