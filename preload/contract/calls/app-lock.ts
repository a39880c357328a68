import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';

const call = oc.errors(errors);

/** Whether Firm Desk is locked, and what unlocks it. */
export const appLock = z.object({
  /** The user turned it on, and a recovery phrase that unlocks it exists. */
  on: z.boolean(),
  locked: z.boolean(),
  /** A connection on this computer has a recovery phrase, which the lock requires. */
  hasPhrase: z.boolean(),
  /** The system can ask for a fingerprint or its password (macOS). */
  systemAsks: z.boolean(),
  /** Unlocking the computer with its password also unlocks Firm Desk (Windows, macOS). */
  systemUnlocks: z.boolean(),
});
export type AppLockState = z.output<typeof appLock>;

const phrase = z.object({ phrase: z.string().min(1).max(100) });

/** The app lock. While locked, every other call of the window fails with `app-locked`. */
export const appLockContract = {
  /** Yields the current state, then every change. Locking reloads the page. */
  state: call.output(eventIterator(appLock)),
  /** Requires proof of a phrase that unlocks it; fails with `recovery-refused`. */
  turnOn: call.input(phrase).output(z.void()),
  turnOff: call.output(z.void()),
  /** Locks the app; fails with `conflict` if the lock is off. */
  now: call.output(z.void()),
  /** Accepts the recovery phrase of any connection on this computer; fails with `recovery-refused`. */
  unlock: call.input(phrase).output(z.void()),
  /** Asks the system to verify its user; fails with `canceled` without proof. */
  unlockBySystem: call.output(z.void()),
};
