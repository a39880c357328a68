import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { connectionId } from '../connection';
import { errors } from '../failure';

const call = oc.errors(errors);

/** Whether Firm Desk is locked, and what unlocks it. */
export const appLock = z.object({
  /** The user turned it on, and a recovery code that unlocks it exists. */
  isOn: z.boolean(),
  isLocked: z.boolean(),
  /** A connection on this computer has a recovery code, which the lock requires. */
  hasCode: z.boolean(),
  /** `used-up`: too many wrong tries, so that only the recovery code or the system unlocks. */
  pin: z.enum(['none', 'set', 'used-up']),
  /** The system can ask for a fingerprint or its password (macOS). */
  systemAsks: z.boolean(),
  /** Unlocking the computer with its password also unlocks Firm Desk (Windows, macOS). */
  systemUnlocks: z.boolean(),
});
export type AppLockState = z.output<typeof appLock>;

/** What removing a connection means for the lock: its recovery code is one of several, or the last. */
export const removalEffect = z.enum(['none', 'code-lost', 'turns-off']);
export type RemovalEffect = z.output<typeof removalEffect>;

/** Wrong PINs after which only the recovery code or the system unlocks. */
export const MAX_PIN_TRIES = 5;
export const MAX_PIN_DIGITS = 12;
const pin = z.string().regex(/^\d{6,12}$/);
export const isPin = (text: string): boolean => pin.safeParse(text).success;
/** Maximum length of a typed recovery code, with separators. */
export const MAX_RECOVERY_CODE_LENGTH = 100;
export const typedRecoveryCode = z.string().min(1).max(MAX_RECOVERY_CODE_LENGTH);
const recoveryCode = z.object({ code: typedRecoveryCode });

/** The app lock. While locked, every other call of the window fails with `app-locked`. */
export const appLockContract = {
  /** Yields the current state, then every change. Locking reloads the page. */
  state: call.output(eventIterator(appLock)),
  /** Turns the lock on. Requires a recovery code that unlocks it later; fails with `recovery-refused`. */
  turnOn: call.input(recoveryCode).output(z.void()),
  /** Sets the PIN, or removes it; fails with `conflict` if the lock is off. */
  setPin: call.input(z.object({ pin: pin.nullable() })).output(z.void()),
  effectOfRemoval: call.input(z.object({ id: connectionId })).output(removalEffect),
  turnOff: call.output(z.void()),
  /** Locks the app; fails with `conflict` if the lock is off. */
  lock: call.output(z.void()),
  /** Accepts the recovery code of any connection on this computer; fails with `recovery-refused`. */
  unlock: call.input(recoveryCode).output(z.void()),
  /** Unlocks with the PIN, or returns the wrong tries left; 0 means that the PIN is no longer accepted. */
  unlockByPin: call.input(z.object({ pin })).output(z.object({ triesLeft: z.number().int() })),
  /** Asks the system to verify its user; fails with `canceled` without proof. */
  unlockBySystem: call.output(z.void()),
};
