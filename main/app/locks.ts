import type { LockState } from '#contract/calls/control';

export interface LockDeps {
  /** The screen is locked, or the computer asleep or idle. */
  readonly isScreenLocked: () => boolean;
  /** The app lock, which the user turned on. */
  readonly isAppLocked: () => boolean;
  /** Locks the app if the user turned its lock on. */
  readonly lockApp: () => unknown;
  readonly tellEngine: (state: LockState) => Promise<void>;
  /** Ends the processes that hold plain tax IDs. */
  readonly endValues: () => void;
  /** Takes the engine's port from the window, or gives it one. */
  readonly closeWindow: () => void;
  readonly openWindow: () => void;
}

/** The one state of both locks, and its effects on the engine, the window and plain tax IDs. */
export class Locks {
  readonly #deps: LockDeps;
  #told = Promise.resolve();

  constructor(deps: LockDeps) {
    this.#deps = deps;
  }

  get state(): LockState {
    if (this.#deps.isAppLocked()) return 'app-locked';
    return this.#deps.isScreenLocked() ? 'screen-locked' : 'open';
  }

  /** Resolves once the engine knows the current state. */
  get told(): Promise<void> {
    return this.#told;
  }

  screenChanged(moment: 'lock' | 'unlock'): void {
    this.#tellEngine();
    if (moment === 'unlock') return;
    this.#deps.endValues();
    this.#deps.lockApp();
  }

  /** The page was replaced for the app lock. If it was unlocked in between, its new page has nothing to lose. */
  pageReplaced(): void {
    if (this.state !== 'app-locked') return;
    this.#deps.endValues();
    this.#deps.closeWindow();
    this.#tellEngine();
  }

  appUnlocked(): void {
    this.#tellEngine();
    this.#deps.openWindow();
  }

  /** A new engine starts unlocked. */
  engineStarted(): void {
    if (this.state !== 'open') this.#tellEngine();
  }

  #tellEngine(): void {
    this.#told = this.#deps.tellEngine(this.state);
  }
}
