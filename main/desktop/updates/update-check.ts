import { errorCodeOf } from '#common/error-code';
import { DAY_MS } from '#contract/dates';
import type { DownloadFailure, UpdateState } from '#contract/updates';
import type { Policies } from '#contract/policies';
import { downloadUpdate, fetchManifest, isDiskFull, removeDownloads, UpdateError } from './download';
import { compareVersions, judgeManifest, type ManifestVerdict, type UpdateFile } from './manifest';
import type { UpdateRecord } from './update-record';

export const CHECK_INTERVAL_MS = DAY_MS;
const MANIFEST_NAME = 'latest.json';

/** After this many failed attempts, a version is left to the IT department. */
export const MAX_ATTEMPTS = 3;

export type UpdateMode = NonNullable<Policies['Updates']>;

/** A downloaded and verified version. */
export interface ReadyUpdate {
  readonly version: string;
  readonly path: string;
  readonly file: UpdateFile;
}

export interface UpdateCheckDeps {
  readonly fetch: typeof fetch;
  readonly keys: readonly string[];
  readonly installed: string;
  readonly platform: string;
  readonly arch: string;
  readonly record: UpdateRecord;
  /** Whether the app can replace itself on this computer; otherwise `install` only notifies. */
  readonly canInstall: boolean;
  /** Folder of downloads. */
  readonly folder: string;
  readonly settings: () => {
    readonly mode: UpdateMode;
    readonly address: string | undefined;
    readonly holdAt: string | undefined;
  };
  readonly log: (event: 'update.checked', data: Record<string, string>) => void;
  readonly now?: () => Date;
}

const storingFailure = (error: unknown): DownloadFailure => (isDiskFull(error) ? 'disk-full' : 'not-stored');

/** Looks for a newer version. Sends nothing while updates are off, and never runs anything. */
export class UpdateCheck {
  readonly #deps: UpdateCheckDeps;
  readonly #now: () => Date;
  #state: UpdateState = { kind: 'not-checked' };
  #ready: (ReadyUpdate & { readonly expiresAt: number }) | undefined;
  #running: Promise<void> | undefined;
  #stop = new AbortController();
  #hasEnded = false;

  constructor(deps: UpdateCheckDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => new Date());
  }

  get state(): UpdateState {
    if (this.#deps.keys.length === 0) return { kind: 'no-keys' };
    return this.#isOff() ? { kind: 'off' } : this.#state;
  }

  /** The downloaded version that may be installed under the settings that apply now. */
  get ready(): ReadyUpdate | undefined {
    const { mode, holdAt } = this.#deps.settings();
    const ready = this.#ready;
    if (!ready || this.#isOff() || mode !== 'install') return undefined;
    const isHeld = holdAt !== undefined && compareVersions(ready.version, holdAt) > 0;
    return isHeld || ready.expiresAt <= this.#now().getTime() ? undefined : ready;
  }

  /** Checks now, or waits for the check that is running. While updates are off, only deletes downloads. */
  async check(): Promise<UpdateState> {
    if (!this.#isOff()) this.#running ??= this.#check().finally(() => (this.#running = undefined));
    await this.#running;
    if (this.#isOff()) this.#discardDownloads();
    return this.state;
  }

  /** Stops a check under the earlier settings, and checks under those that apply now. */
  async settingsChanged(): Promise<UpdateState> {
    while (this.#running) {
      this.#stop.abort();
      await this.#running;
    }
    if (!this.#hasEnded) this.#stop = new AbortController();
    return this.check();
  }

  /** Checks now and every day until aborted. */
  watch(ended: AbortSignal): void {
    const timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref();
    ended.addEventListener(
      'abort',
      () => {
        clearInterval(timer);
        this.#hasEnded = true;
        this.#stop.abort();
      },
      { once: true },
    );
    void this.check();
  }

  #isOff(): boolean {
    const { mode, address } = this.#deps.settings();
    return mode === 'off' || address === undefined || this.#deps.keys.length === 0;
  }

  async #check(): Promise<void> {
    const { fetch, keys, installed, platform, arch, record, log } = this.#deps;
    const { address = '', holdAt } = this.#deps.settings();
    this.#state = { kind: 'checking' };
    const checkedAt = this.#now().toISOString();
    let cause: string | undefined;
    try {
      const base = address.endsWith('/') ? address : `${address}/`;
      const deps = { fetch, signal: this.#stop.signal };
      const text = await fetchManifest(new URL(MANIFEST_NAME, base).href, deps);
      const { installation, lastSequence } = record.read();
      const now = this.#now();
      const context = { keys, installed, platform, arch, now, lastSequence, holdAt, installation };
      this.#state = await this.#applyVerdict(judgeManifest(text, context), base, checkedAt);
    } catch (error) {
      if (!(error instanceof UpdateError)) cause = errorCodeOf(error);
      const reason = error instanceof UpdateError ? error.reason : storingFailure(error);
      this.#state = { kind: 'failed', reason, checkedAt };
    }
    const { kind } = this.#state;
    log('update.checked', {
      kind,
      ...('reason' in this.#state ? { reason: this.#state.reason } : {}),
      ...(cause === undefined ? {} : { cause }),
    });
  }

  /**
   * Downloads the offered version if it may be installed here; any other download is deleted. A refused manifest changes
   * nothing.
   */
  async #applyVerdict(verdict: ManifestVerdict, base: string, checkedAt: string): Promise<UpdateState> {
    const { fetch, folder, record, canInstall } = this.#deps;
    if (verdict.kind === 'refused') return { kind: 'failed', reason: verdict.reason, checkedAt };
    const sequence = verdict.kind === 'none' ? verdict.sequence : verdict.manifest.sequence;
    if (sequence > record.read().lastSequence) record.setLastSequence(sequence);
    if (verdict.kind === 'none') {
      this.#discardDownloads();
      return { kind: 'none', reason: verdict.reason, checkedAt };
    }
    const { file, manifest } = verdict;
    const { version } = manifest;
    const attempts = record.attemptsOf(version);
    const mayInstall = canInstall && this.#deps.settings().mode === 'install' && attempts < MAX_ATTEMPTS;
    if (!mayInstall) {
      this.#discardDownloads();
      return { kind: 'available', version, checkedAt };
    }
    if (this.#ready?.file.sha256 !== file.sha256) this.#ready = undefined;
    removeDownloads(folder, file.name);
    const deps = { fetch, signal: this.#stop.signal };
    const path = await downloadUpdate(new URL(file.name, base).href, file, folder, deps);
    this.#ready = { version, path, file, expiresAt: Date.parse(manifest.expiresAt) };
    return { kind: 'ready', version, hasFailed: attempts > 0, checkedAt };
  }

  /** An installer is large, so none is kept that may not be installed. */
  #discardDownloads(): void {
    this.#ready = undefined;
    try {
      removeDownloads(this.#deps.folder);
    } catch {
      // Another program holds the file; the next check deletes it.
    }
  }
}
