import { scheduleGc } from '../common/schedule-gc';
import { sha256 } from '../common/sha256';

/** How long a copied tax ID stays on the clipboard. */
export const CLEAR_AFTER_MS = 30_000;

/** Synchronous in some versions of the runtime, asynchronous in others. */
interface Clipboard {
  readText(): string | Promise<string>;
  writeText(text: string): void | Promise<void>;
  clear(): void | Promise<void>;
}

/**
 * Copies secrets to the clipboard and removes them later, unless something else was copied since. Keeps only a
 * digest, and runs the garbage collector so that no copy stays in this process's memory.
 */
export class SecretClipboard {
  readonly #clipboard: Clipboard;
  readonly #overwrites: number;
  #copiedDigest: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The active write; the next one waits, so that the older of two cannot win. */
  #writing: Promise<void> = Promise.resolve();

  /** `overwrites`: how often the secret is overwritten before clearing. */
  constructor(clipboard: Clipboard, overwrites = 0) {
    this.#clipboard = clipboard;
    this.#overwrites = overwrites;
  }

  async write(secret: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#copiedDigest = sha256(secret);
    this.#timer = setTimeout(() => void this.clear(), CLEAR_AFTER_MS);
    const written = this.#writing.then(async () => this.#clipboard.writeText(secret));
    this.#writing = written.catch(() => undefined); // reported to the caller
    await written;
    scheduleGc();
  }

  /** Removes the secret now: when its time is up, and when the app ends. */
  async clear(): Promise<void> {
    clearTimeout(this.#timer);
    const digest = this.#copiedDigest;
    this.#copiedDigest = null;
    if (digest === null) return;
    await this.#writing;
    const text = await this.#clipboard.readText();
    if (sha256(text) === digest) {
      // If the app itself holds the copied text in memory, new content overwrites it.
      for (let times = 0; times < this.#overwrites; times += 1)
        await this.#clipboard.writeText('0'.repeat(text.length));
      await this.#clipboard.clear();
    }
    scheduleGc();
  }
}
