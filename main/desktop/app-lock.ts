import fs from 'node:fs';
import type { AppLockState } from '#contract/calls/app-lock';
import { fail } from '#contract/failure';
import { writeFileAtomic } from '../common/write-file-atomic';
import { Observable } from '../common/observable';
import type { Log } from './log-line';
import type { Recovery } from './recovery';

/** The operating system's own verification by fingerprint or password (macOS). */
interface SystemVerification {
  readonly offered: () => boolean;
  /** Rejects without proof of the user. */
  readonly ask: () => Promise<void>;
}

interface AppLockOptions {
  /** File that stores that the user turned the lock on. */
  readonly file: string;
  readonly phrases: Pick<Recovery, 'hasAny' | 'fitsAny'>;
  readonly system: SystemVerification;
  /** Only systems that ask for a password send `unlock-screen`, and no user program can send it. */
  readonly systemUnlocks: boolean;
  readonly log: Log;
  /** Called when nothing may be seen or requested. */
  readonly onLock: () => void;
  readonly onUnlock: () => void;
}

/**
 * The app lock, turned on by the user. It locks on request, when the computer is idle or its screen locks
 * (`ScreenLock`), and at the start of the app. It protects an unattended window, not the account: programs of
 * this user can read the same keychain.
 */
export class AppLock {
  readonly state: Observable<AppLockState>;
  readonly #options: AppLockOptions;

  constructor(options: AppLockOptions) {
    this.#options = options;
    const { on, ...rest } = this.#now();
    this.state = new Observable<AppLockState>({ on, locked: on, ...rest });
  }

  get isLocked(): boolean {
    return this.state.value.locked;
  }

  /** Updates the state after connections, and their phrases, changed. */
  review(): void {
    this.state.update(({ locked }) => ({ locked, ...this.#now() }));
  }

  turnOn(phrase: string): void {
    this.#prove(phrase);
    writeFileAtomic(this.#options.file, 'on');
    this.#options.log('app-lock.on');
    this.review();
  }

  turnOff(): void {
    fs.rmSync(this.#options.file, { force: true });
    this.#options.log('app-lock.off');
    this.review();
  }

  /** Returns whether the app is locked now; false if the lock is off. */
  lock(): boolean {
    this.review();
    if (this.isLocked || !this.state.value.on) return this.isLocked;
    this.state.update((now) => ({ ...now, locked: true }));
    this.#options.log('app-lock.locked');
    this.#options.onLock();
    return true;
  }

  unlock(phrase: string): void {
    this.#prove(phrase);
    this.#unlocked();
  }

  async unlockBySystem(): Promise<void> {
    const { system, log } = this.#options;
    try {
      if (!system.offered()) throw fail('not-found', { cause: 'the system does not ask' });
      await system.ask();
    } catch (error) {
      log('app-lock.refused');
      throw fail('canceled', { cause: 'the system did not confirm' }, error);
    }
    this.#unlocked();
  }

  /** The system's screen was unlocked; with a password if `systemUnlocks`. */
  systemUnlocked(): void {
    if (this.#options.systemUnlocks) this.#unlocked();
  }

  #unlocked(): void {
    if (!this.isLocked) return;
    this.state.update((now) => ({ ...now, locked: false }));
    this.#options.log('app-lock.unlocked');
    this.#options.onUnlock();
  }

  #prove(phrase: string): void {
    if (this.#options.phrases.fitsAny(phrase)) return;
    this.#options.log('app-lock.refused');
    throw fail('recovery-refused');
  }

  #now(): Omit<AppLockState, 'locked'> {
    const { file, phrases, system, systemUnlocks } = this.#options;
    const hasPhrase = phrases.hasAny();
    // Without a phrase it could not be unlocked, so it turns off with the last one.
    const on = hasPhrase && fs.existsSync(file);
    return { on, hasPhrase, systemAsks: system.offered(), systemUnlocks };
  }
}
