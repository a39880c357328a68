import type { PowerMonitor } from 'electron';
import fs from 'node:fs';
import { idleLock, type IdleLock } from '../../preload/contract/calls/desktop';
import { keepFile } from '../common/keep-file';

/** What is asked of the system's power monitor. */
export interface Power extends Pick<PowerMonitor, 'getSystemIdleState'> {
  on(moment: string, hear: () => void): unknown;
}

const POLL_MS = 2_000;
/** No person is away for so long and still sees a value: stands for "only when the screen locks". */
const FOREVER_S = 10_000_000;

/** After how many idle minutes this computer counts as left alone; remembered in a small file. */
export function idleLockSetting(file: string): { get: () => IdleLock; set: (value: IdleLock) => void } {
  return {
    get: () => {
      try {
        return idleLock.catch('never').parse(fs.readFileSync(file, 'utf8').trim());
      } catch {
        return 'never'; // never chosen, or nothing that can be read: the lock of the screen still counts
      }
    },
    set: (value) => keepFile(file, value),
  };
}

/**
 * Whether the screen is locked, or the computer left alone for as long as the setting says. The system's events tell it
 * on Windows and macOS; on Linux, where no event comes, its state is asked every two seconds (which reads the screen
 * saver). It ends with the system's event, with input after idleness, or when a person comes back to the window.
 */
export class ScreenLock {
  readonly #power: Power;
  readonly #setting: () => IdleLock;
  readonly #tell: (moment: 'lock' | 'unlock') => void;
  #by: 'event' | 'state' | null = null;

  constructor(power: Power, setting: () => IdleLock, tell: (moment: 'lock' | 'unlock') => void) {
    this.#power = power;
    this.#setting = setting;
    this.#tell = tell;
  }

  /** Begins to hear of it. The first time that a program asks, the system's power monitor takes a while. */
  watch(): void {
    const power = this.#power;
    for (const moment of ['lock-screen', 'suspend']) power.on(moment, () => this.systemLocked());
    for (const moment of ['unlock-screen', 'resume']) power.on(moment, () => this.gesture());
    setInterval(() => this.#poll(), POLL_MS).unref();
  }

  /** A person has come back: to the computer, or to the window. */
  gesture(): void {
    if (this.#by === null || this.#state() === 'locked') return;
    this.#by = null;
    this.#tell('unlock');
  }

  get isLocked(): boolean {
    return this.#by !== null;
  }

  /** The system says that its screen locks, or that it goes to sleep. */
  systemLocked(): void {
    this.#lock('event');
  }

  #lock(by: 'event' | 'state'): void {
    const before = this.#by;
    this.#by = before === 'event' ? before : by;
    if (before === null) this.#tell('lock');
  }

  #poll(): void {
    const state = this.#state();
    if (state === 'locked' || state === 'idle') this.#lock('state');
    else if (this.#by === 'state') this.gesture();
  }

  #state() {
    const minutes = this.#setting();
    return this.#power.getSystemIdleState(minutes === 'never' ? FOREVER_S : Number(minutes) * 60);
  }
}
