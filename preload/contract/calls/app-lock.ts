import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';

const call = oc.errors(errors);

/** Whether Firm Desk is locked, and what unlocks it. */
export const appLock = z.object({
  /** People turned it on, and a recovery phrase is there that unlocks it. */
  on: z.boolean(),
  locked: z.boolean(),
  /** A connection on this computer has a recovery phrase: without one the lock cannot be turned on. */
  hasPhrase: z.boolean(),
  /** The system can ask for a finger or for its password (macOS). */
  systemAsks: z.boolean(),
  /** Unlocking the computer itself, which asks for its password, unlocks Firm Desk too (Windows, macOS). */
  systemUnlocks: z.boolean(),
});
export type AppLockState = z.output<typeof appLock>;

const phrase = z.object({ phrase: z.string().min(1).max(100) });

/** The app's own lock. While it is locked every other call of the window fails as `app-locked`. */
export const appLockContract = {
  /** The present state, then every change. Locking itself loads the page again. */
  state: call.output(eventIterator(appLock)),
  /** Proves first that the person has a phrase which unlocks it; fails as `recovery-refused`. */
  turnOn: call.input(phrase).output(z.void()),
  turnOff: call.output(z.void()),
  /** Fails as `conflict` where it is not on. */
  now: call.output(z.void()),
  /** With the recovery phrase of any connection on this computer; fails as `recovery-refused`. */
  unlock: call.input(phrase).output(z.void()),
  /** The system asks its user; fails as `canceled` when nobody proved to be that. */
  unlockBySystem: call.output(z.void()),
};
