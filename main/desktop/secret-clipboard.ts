import { createHash } from 'node:crypto';
import { collectSoon } from '../common/collect';

/** How long a copied tax id stays on the clipboard. */
export const SECRET_STAYS_MS = 30_000;

/** Answers at once in some versions of the runtime and later in others. */
interface Clipboard {
  readText(): string | Promise<string>;
  writeText(text: string): void | Promise<void>;
  clear(): void | Promise<void>;
}

/**
 * Puts secrets on the clipboard and takes them off again, unless something else was copied in the meantime. It remembers
 * them by a digest only, and has what they left in this process collected.
 */
export class SecretClipboard {
  readonly #clipboard: Clipboard;
  readonly #overwrites: number;
  #held: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What is being written: the next waits for it, or the older of two could be the one that stays. */
  #writing: Promise<void> = Promise.resolve();

  /** `overwrites`: how often it is overwritten before it is cleared. */
  constructor(clipboard: Clipboard, overwrites = 0) {
    this.#clipboard = clipboard;
    this.#overwrites = overwrites;
  }

  async write(secret: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#held = digestOf(secret);
    this.#timer = setTimeout(() => void this.clear(), SECRET_STAYS_MS);
    const before = this.#writing;
    const written = before.then(async () => this.#clipboard.writeText(secret));
    this.#writing = written.catch(() => undefined); // told to whoever asked for it
    await written;
    collectSoon();
  }

  /** Takes the secret off now: when its time is over, and when the app ends. */
  async clear(): Promise<void> {
    clearTimeout(this.#timer);
    const held = this.#held;
    this.#held = null;
    if (held === null) return;
    await this.#writing;
    const text = await this.#clipboard.readText();
    if (digestOf(text) === held) {
      // Where the app itself keeps what it copied, in its memory: what comes next takes the same place.
      for (let times = 0; times < this.#overwrites; times += 1)
        await this.#clipboard.writeText('0'.repeat(text.length));
      await this.#clipboard.clear();
    }
    collectSoon();
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
