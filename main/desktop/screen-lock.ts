import type { PowerMonitor } from 'electron';
import fs from 'node:fs';
import { idleLock, type IdleLock } from '#contract/calls/desktop';
import { writeFileAtomic } from '../common/write-file-atomic';

/** The parts of the system's power monitor that are used. */
export interface PowerEvents extends Pick<PowerMonitor, 'getSystemIdleState'> {
  on(event: string, listener: () => void): unknown;
}

const POLL_INTERVAL_MS = 2_000;
/** An idle time that is never reached: means "only when the screen locks". */
const NEVER_IDLE_S = 10_000_000;

/** Returns the setting of the idle minutes after which the computer counts as locked; stored in a small file. */
export function idleLockSetting(file: string): { get: () => IdleLock; set: (value: IdleLock) => void } {
  return {
    get: () => {
      try {
        return idleLock.catch('never').parse(fs.readFileSync(file, 'utf8').trim());
      } catch {
        return 'never'; // never chosen, or unreadable: the screen lock still counts
      }
    },
    set: (value) => writeFileAtomic(file, value),
  };
}

/**
 * Reports when the screen is locked or the computer idle for the configured time, by events of the system (on Linux, of
 * `watchScreenSignals`) and by polling its state. The lock ends with an event, with input, or when the user returns to
 * the window.
 */
export class ScreenLock {
  readonly #power: PowerEvents;
  readonly #idleMinutes: () => number | null;
  readonly #onLockEvent: (event: 'lock' | 'unlock') => void;
  /** After an event, a polled `active` does not end the lock: only another event or the user's return does. */
  #lockedBy: 'event' | 'state' | null = null;

  /** `idleMinutes`: null for never. */
  constructor(
    power: PowerEvents,
    idleMinutes: () => number | null,
    onLockEvent: (event: 'lock' | 'unlock') => void,
  ) {
    this.#power = power;
    this.#idleMinutes = idleMinutes;
    this.#onLockEvent = onLockEvent;
  }

  /** Starts watching. The first use of the system's power monitor takes a while. */
  watch(): void {
    const power = this.#power;
    for (const event of ['lock-screen', 'suspend']) power.on(event, () => this.handleSystemLock());
    for (const event of ['unlock-screen', 'resume']) power.on(event, () => this.handleUserReturn());
    setInterval(() => this.#poll(), POLL_INTERVAL_MS).unref();
  }

  /** Call it when the user is back at the computer or the window. */
  handleUserReturn(): void {
    if (this.#lockedBy === null || this.#state() === 'locked') return;
    this.#lockedBy = null;
    this.#onLockEvent('unlock');
  }

  get isLocked(): boolean {
    return this.#lockedBy !== null;
  }

  /** Call it when the system locks its screen or goes to sleep. */
  handleSystemLock(): void {
    this.#lock('event');
  }

  #lock(cause: 'event' | 'state'): void {
    const previousCause = this.#lockedBy;
    this.#lockedBy = previousCause === 'event' ? previousCause : cause;
    if (previousCause === null) this.#onLockEvent('lock');
  }

  #poll(): void {
    const state = this.#state();
    if (state === 'locked' || state === 'idle') this.#lock('state');
    else if (this.#lockedBy === 'state') this.handleUserReturn();
  }

  #state() {
    const minutes = this.#idleMinutes();
    return this.#power.getSystemIdleState(minutes === null ? NEVER_IDLE_S : minutes * 60);
  }
}
