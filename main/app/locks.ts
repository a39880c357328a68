import type { LockState } from '#contract/calls/control';

export interface LockDeps {
  /** The screen is locked, or the computer asleep or idle. */
  readonly isScreenLocked: () => boolean;
  /** The app is locked: by its own lock, which the user can turn on. */
  readonly isAppLocked: () => boolean;
  /** Locks the app if the user turned its lock on. */
  readonly lockApp: () => unknown;
  readonly notifyEngine: (state: LockState) => Promise<void>;
  /** Ends the processes that hold plain tax IDs. */
  readonly endTaxIdProcesses: () => void;
  /** Disconnects the window from the engine, or connects it again. */
  readonly disconnectWindow: () => void;
  readonly connectWindow: () => void;
}

/** The one state of both locks, and its effects on the engine, the window and plain tax IDs. */
export class Locks {
  readonly #deps: LockDeps;
  #notified = Promise.resolve();

  constructor(deps: LockDeps) {
    this.#deps = deps;
  }

  get state(): LockState {
    if (this.#deps.isAppLocked()) return 'app-locked';
    return this.#deps.isScreenLocked() ? 'screen-locked' : 'open';
  }

  /** Resolves once the engine knows the current state. */
  get engineNotified(): Promise<void> {
    return this.#notified;
  }

  onScreenChange(event: 'lock' | 'unlock'): void {
    this.#sendState();
    if (event === 'unlock') return;
    this.#deps.endTaxIdProcesses();
    this.#deps.lockApp();
  }

  /** Call it when the page was replaced for the app lock. Does nothing if the app has been unlocked since. */
  onPageReplaced(): void {
    if (this.state !== 'app-locked') return;
    this.#deps.endTaxIdProcesses();
    this.#deps.disconnectWindow();
    this.#sendState();
  }

  onAppUnlocked(): void {
    this.#sendState();
    this.#deps.connectWindow();
  }

  /** A new engine starts unlocked. */
  onEngineStarted(): void {
    if (this.state !== 'open') this.#sendState();
  }

  #sendState(): void {
    this.#notified = this.#deps.notifyEngine(this.state);
  }
}
