import fs from 'node:fs';
import type { AppLockState, RemovalEffect } from '#contract/calls/app-lock';
import { fail } from '#contract/failure';
import { writeFileAtomic } from '../common/write-file-atomic';
import { Observable } from '../common/observable';
import type { AppPin } from './app-pin';
import type { Log } from './log-line';
import type { Recovery } from './recovery';

/** The operating system's own verification by fingerprint or password (macOS). */
interface SystemVerification {
  readonly isOffered: () => boolean;
  /** Rejects if the user is not verified. */
  readonly promptUser: () => Promise<void>;
}

interface AppLockOptions {
  /** File that stores that the user turned the lock on, and whether there is a PIN. */
  readonly file: string;
  readonly codes: Pick<Recovery, 'hasUnlockingCode' | 'hasAnyCode' | 'matchesAnyCode'>;
  readonly pin: Pick<AppPin, 'set' | 'remove' | 'tryPin' | 'resetTries'>;
  readonly system: SystemVerification;
  /**
   * Unlocking the screen unlocks the app: only where the system then asks for a password, and no program can fake it.
   */
  readonly systemUnlocks: boolean;
  readonly log: Log;
  /** Called when the page must show nothing and may call nothing. */
  readonly onLock: () => void;
  readonly onUnlock: () => void;
}

/** Content of the file. */
const ON = 'on';
const ON_WITH_PIN = 'on with a PIN';

const contentOf = (file: string): string | null =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;

/**
 * The app lock, turned on by the user. It locks on request, when the computer is idle or its screen locks
 * (`ScreenLock`), and at the start of the app. It protects an unattended window, not the account: programs of
 * this user can read the same keychain.
 */
export class AppLock {
  readonly state: Observable<AppLockState>;
  readonly #options: AppLockOptions;
  /** True after too many wrong PINs, until a stronger proof. */
  #isPinUsedUp = false;

  constructor(options: AppLockOptions) {
    this.#options = options;
    const current = this.#currentState();
    this.state = new Observable<AppLockState>({ ...current, isLocked: current.isOn });
  }

  get isLocked(): boolean {
    return this.state.value.isLocked;
  }

  /** Updates the state after connections, and their recovery codes, changed. */
  updateState(): void {
    this.state.update(({ isLocked }) => ({ isLocked, ...this.#currentState() }));
  }

  turnOn(code: string): void {
    this.#requireCode(code);
    writeFileAtomic(this.#options.file, ON);
    this.#options.log('app-lock.on');
    this.updateState();
  }

  /** Turns the lock off first, then removes the PIN: the keychain may not respond. */
  async turnOff(): Promise<void> {
    fs.rmSync(this.#options.file, { force: true });
    this.#options.log('app-lock.off');
    this.updateState();
    await this.#options.pin.remove();
  }

  /**
   * Sets the PIN, or removes it (null). Fails with `conflict` while the lock is off. The file never says that there is
   * a PIN that the keychain does not have.
   */
  async setPin(pin: string | null): Promise<void> {
    const { file, pin: appPin } = this.#options;
    if (!this.state.value.isOn) throw fail('conflict', { cause: 'the lock is off' });
    if (pin === null) {
      writeFileAtomic(file, ON);
      this.updateState();
      await appPin.remove();
      return;
    }
    await appPin.set(pin);
    this.#isPinUsedUp = false;
    writeFileAtomic(file, ON_WITH_PIN);
    this.updateState();
  }

  /** Returns how many tries are left; 0 means that only a stronger proof unlocks. */
  async unlockByPin(pin: string): Promise<{ triesLeft: number }> {
    if (this.state.value.pin !== 'set') return { triesLeft: 0 };
    const { isRight, triesLeft } = await this.#options.pin.tryPin(pin);
    if (isRight) this.#setUnlocked();
    else this.#options.log('app-lock.refused');
    this.#isPinUsedUp = triesLeft === 0;
    this.updateState();
    return { triesLeft };
  }

  /** Returns the effect of removing a connection on the lock. */
  effectOfRemoval(id: string): RemovalEffect {
    const { codes } = this.#options;
    if (!this.state.value.isOn) return 'none';
    if (!codes.hasAnyCode({ except: id })) return 'turns-off';
    return codes.hasUnlockingCode(id) ? 'code-lost' : 'none';
  }

  /**
   * Unlocks if the app was locked while it removed the connection with the last code, as the user confirmed before:
   * nothing else could unlock it.
   */
  handleRemoval(): void {
    this.updateState();
    if (!this.state.value.hasCode) this.#setUnlocked();
  }

  /** Locks the app if the lock is on. Returns whether it is locked now. */
  lock(): boolean {
    this.updateState();
    if (this.isLocked || !this.state.value.isOn) return this.isLocked;
    this.state.update((now) => ({ ...now, isLocked: true }));
    this.#options.onLock(); // before the log, whose folder may be a share that does not respond
    this.#options.log('app-lock.locked');
    return true;
  }

  unlock(code: string): void {
    this.#requireCode(code);
    this.#allowPin();
    this.#setUnlocked();
  }

  async unlockBySystem(): Promise<void> {
    const { system, log } = this.#options;
    try {
      if (!system.isOffered()) throw fail('not-found', { cause: 'the system offers no verification' });
      await system.promptUser();
    } catch (error) {
      log('app-lock.refused');
      throw fail('canceled', { cause: 'the system did not confirm' }, error);
    }
    this.#allowPin();
    this.#setUnlocked();
  }

  /** Call it when the system's screen was unlocked; unlocks the app if that needed a password (`systemUnlocks`). */
  handleSystemUnlock(): void {
    if (!this.#options.systemUnlocks) return;
    this.#allowPin();
    this.#setUnlocked();
  }

  /** Allows the PIN again. If the keychain does not respond, it stays blocked until the next verification succeeds. */
  #allowPin(): void {
    const { pin, log } = this.#options;
    if (this.state.value.pin === 'none') return;
    pin.resetTries().then(
      () => {
        this.#isPinUsedUp = false;
        this.updateState();
      },
      () => log('app-lock.pin-not-reset'),
    );
  }

  #setUnlocked(): void {
    if (!this.isLocked) return;
    this.state.update((now) => ({ ...now, isLocked: false }));
    this.#options.log('app-lock.unlocked');
    this.#options.onUnlock();
  }

  #requireCode(code: string): void {
    if (this.#options.codes.matchesAnyCode(code)) return;
    this.#options.log('app-lock.refused');
    throw fail('recovery-refused');
  }

  #currentState(): Omit<AppLockState, 'isLocked'> {
    const { file, codes, system, systemUnlocks } = this.#options;
    const hasCode = codes.hasAnyCode();
    // Without a recovery code, the app could not be unlocked, so removing the last code turns the lock off.
    const content = hasCode ? contentOf(file) : null;
    const isOn = content !== null;
    const pin = content !== ON_WITH_PIN ? 'none' : this.#isPinUsedUp ? 'used-up' : 'set';
    return { isOn, hasCode, pin, systemAsks: system.isOffered(), systemUnlocks };
  }
}
