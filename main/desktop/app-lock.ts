import fs from 'node:fs';
import type { AppLockState } from '../../preload/contract/calls/app-lock';
import { fail } from '../../preload/contract/failure';
import { keepFile } from '../common/keep-file';
import { Observable } from '../common/observable';
import type { Log } from './log-line';
import type { Recovery } from './recovery';

/** Where the operating system itself asks its user for a finger or a password (macOS). */
interface SystemQuestion {
  readonly offered: () => boolean;
  /** Rejects when nobody proved to be the user. */
  readonly ask: () => Promise<void>;
}

interface AppLockOptions {
  /** Where it is kept that people turned it on. */
  readonly file: string;
  readonly phrases: Pick<Recovery, 'hasAny' | 'fitsAny'>;
  readonly system: SystemQuestion;
  /** Only a system that asks for its password sends `unlock-screen`, and no program of the user's can. */
  readonly systemUnlocks: boolean;
  readonly log: Log;
  /** Nothing may be seen or asked for from now on. */
  readonly onLock: () => void;
  readonly onUnlock: () => void;
}

/**
 * The lock of the app itself, which people turn on. It locks at once, when the computer is left alone or its screen locks
 * (`ScreenLock`), and from the start of the app. It guards an unattended window, not the account: whoever can run
 * programs as this user reads the same keychain.
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

  /** Connections came or went, and phrases with them. */
  review(): void {
    this.state.update(({ locked }) => ({ locked, ...this.#now() }));
  }

  turnOn(phrase: string): void {
    this.#prove(phrase);
    keepFile(this.#options.file, 'on');
    this.#options.log('app-lock.on');
    this.review();
  }

  turnOff(): void {
    fs.rmSync(this.#options.file, { force: true });
    this.#options.log('app-lock.off');
    this.review();
  }

  /** Answers whether it is locked now: not where it is off. */
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

  /** The system's screen was unlocked, with its password where `systemUnlocks` says so. */
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
    // Without any phrase it could not be unlocked: it ends with the last one.
    const on = hasPhrase && fs.existsSync(file);
    return { on, hasPhrase, systemAsks: system.offered(), systemUnlocks };
  }
}
