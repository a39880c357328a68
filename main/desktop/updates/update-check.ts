import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { z } from 'zod';
import type { UpdateState } from '#contract/updates';
import { writeFileAtomic } from '../../common/write-file-atomic';
import { downloadUpdate, fetchManifest, removeDownloads, UpdateError } from './download';
import { judgeManifest, type UpdateFile } from './manifest';

export const CHECK_INTERVAL_MS = 24 * 60 * 60_000;
const MANIFEST_NAME = 'latest.json';

export type UpdateMode = 'off' | 'notify' | 'install';

/** State stored between runs. Without the last sequence, an old manifest could be replayed. */
const stored = z.object({ installation: z.uuid(), lastSequence: z.int().min(0) });

export interface UpdateCheckDeps {
  readonly fetch: typeof fetch;
  readonly keys: readonly string[];
  readonly installed: string;
  readonly platform: string;
  readonly arch: string;
  /** File of this installation's ID and last sequence. */
  readonly stateFile: string;
  readonly folder: string;
  readonly settings: () => {
    readonly mode: UpdateMode;
    readonly address: string | undefined;
    readonly holdAt: string | undefined;
  };
  readonly log: (event: 'update.checked', data: Record<string, string>) => void;
  readonly now?: () => Date;
}

/** Looks for a newer version. Sends nothing while updates are off, and never runs anything. */
export class UpdateCheck {
  readonly #deps: UpdateCheckDeps;
  readonly #now: () => Date;
  #state: UpdateState = { kind: 'not-checked' };
  #ready: { readonly path: string; readonly file: UpdateFile } | undefined;
  #running: Promise<void> | undefined;
  #stop = new AbortController();

  constructor(deps: UpdateCheckDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => new Date());
  }

  get state(): UpdateState {
    if (!this.#isOff()) return this.#state;
    return { kind: this.#isWanted() ? 'no-keys' : 'off' };
  }

  /** The verified file of the state `ready`. */
  get ready(): { readonly path: string; readonly file: UpdateFile } | undefined {
    return this.#isOff() ? undefined : this.#ready;
  }

  /** Checks now; a check that already runs is joined. */
  async check(): Promise<UpdateState> {
    if (!this.#isOff()) await (this.#running ??= this.#check().finally(() => (this.#running = undefined)));
    return this.state;
  }

  /** Checks now and every day until aborted. */
  watch(ended: AbortSignal): void {
    removeDownloads(this.#deps.folder); // leftovers of an ended process; a verified file is downloaded again
    const timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref();
    ended.addEventListener(
      'abort',
      () => {
        clearInterval(timer);
        this.#stop.abort();
      },
      { once: true },
    );
    void this.check();
  }

  #isWanted(): boolean {
    const { mode, address } = this.#deps.settings();
    return mode !== 'off' && address !== undefined;
  }

  #isOff(): boolean {
    return !this.#isWanted() || this.#deps.keys.length === 0;
  }

  async #check(): Promise<void> {
    const { fetch, folder, log } = this.#deps;
    const { mode, address = '', holdAt } = this.#deps.settings();
    this.#state = { kind: 'checking' };
    const transfer = { fetch, signal: this.#stop.signal };
    const checkedAt = this.#now().toISOString();
    try {
      const base = address.endsWith('/') ? address : `${address}/`;
      const text = await fetchManifest(new URL(MANIFEST_NAME, base).href, transfer);
      const { installation, lastSequence } = this.#stored();
      const { keys, installed, platform, arch } = this.#deps;
      const now = this.#now();
      const context = { keys, installed, platform, arch, now, lastSequence, holdAt, installation };
      const verdict = judgeManifest(text, context);
      if (verdict.kind === 'refused') this.#state = { kind: 'failed', reason: verdict.reason, checkedAt };
      else {
        const sequence = verdict.kind === 'none' ? verdict.sequence : verdict.manifest.sequence;
        if (sequence > lastSequence) this.#store({ installation, lastSequence: sequence });
        if (verdict.kind === 'none') this.#state = { kind: 'none', reason: verdict.reason, checkedAt };
        else {
          const { version } = verdict.manifest;
          if (mode === 'install') {
            const { file } = verdict;
            removeDownloads(folder, file.name);
            const path = await downloadUpdate(new URL(file.name, base).href, file, folder, transfer);
            this.#ready = { path, file };
          }
          this.#state = { kind: mode === 'install' ? 'ready' : 'available', version, checkedAt };
        }
      }
    } catch (error) {
      if (!(error instanceof UpdateError)) throw error;
      this.#state = { kind: 'failed', reason: error.reason, checkedAt };
    }
    const { kind } = this.#state;
    log('update.checked', { kind, ...('reason' in this.#state ? { reason: this.#state.reason } : {}) });
  }

  /** A lost or damaged state is replaced. It protects from attackers on the network, who cannot change it. */
  #stored(): z.output<typeof stored> {
    try {
      return stored.parse(JSON.parse(fs.readFileSync(this.#deps.stateFile, 'utf8')));
    } catch {
      return this.#store({ installation: randomUUID(), lastSequence: 0 });
    }
  }

  #store(state: z.output<typeof stored>): z.output<typeof stored> {
    writeFileAtomic(this.#deps.stateFile, JSON.stringify(state));
    return state;
  }
}
