import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { MAX_PIN_TRIES } from '#contract/calls/app-lock';
import { SCRYPT_COST, scryptKey } from '../common/scrypt-key';
import { SerialQueue } from '../common/serial-queue';
import type { Keychain } from './keychain';

const ENTRY = 'app-lock/pin';

const stored = z.object({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  tries: z.number().int().min(0),
});

/**
 * The PIN of the app lock. The keychain stores its salted hash and the number of wrong tries, which a restart does
 * not reset. It encrypts no data, because a PIN can be guessed.
 */
export class AppPin {
  readonly #keychain: Keychain;
  /** Calls run one after the other, so that each counts all earlier tries. */
  readonly #queue = new SerialQueue();

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  set(pin: string): Promise<void> {
    return this.#queue.run(async () => {
      const salt = randomBytes(16);
      const hash = await scryptKey(pin, salt, SCRYPT_COST);
      await this.#write({ salt: salt.toString('hex'), hash: hash.toString('hex'), tries: 0 });
    });
  }

  remove(): Promise<void> {
    return this.#queue.run(() => this.#keychain.remove(ENTRY));
  }

  /** Returns whether it is the PIN, and how many tries are left. Each try is counted before it is compared. */
  tryPin(pin: string): Promise<{ isRight: boolean; triesLeft: number }> {
    return this.#queue.run(async () => {
      const entry = await this.#read();
      if (!entry || entry.tries >= MAX_PIN_TRIES) return { isRight: false, triesLeft: 0 };
      const tries = entry.tries + 1;
      await this.#write({ ...entry, tries });
      const isRight = timingSafeEqual(
        await scryptKey(pin, Buffer.from(entry.salt, 'hex'), SCRYPT_COST),
        Buffer.from(entry.hash, 'hex'),
      );
      if (isRight) await this.#write({ ...entry, tries: 0 });
      return { isRight, triesLeft: isRight ? MAX_PIN_TRIES : MAX_PIN_TRIES - tries };
    });
  }

  /** Allows all tries again, after a stronger proof of the user. */
  resetTries(): Promise<void> {
    return this.#queue.run(async () => {
      const entry = await this.#read();
      if (entry && entry.tries > 0) await this.#write({ ...entry, tries: 0 });
    });
  }

  /** Returns null for a missing or altered entry. */
  async #read(): Promise<z.output<typeof stored> | null> {
    const text = await this.#keychain.read(ENTRY);
    try {
      return stored.parse(JSON.parse(text ?? ''));
    } catch {
      return null;
    }
  }

  #write(entry: z.output<typeof stored>): Promise<void> {
    return this.#keychain.write(ENTRY, JSON.stringify(entry));
  }
}
