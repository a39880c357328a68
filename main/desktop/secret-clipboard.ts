import { scheduleGc } from '../common/schedule-gc';
import { SerialQueue } from '../common/serial-queue';
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
 * Copies secrets to the clipboard and removes them later, unless something else was copied since. Keeps only
 * digests, and runs the garbage collector so that no copy stays in this process's memory.
 */
export class SecretClipboard {
  readonly #clipboard: Clipboard;
  readonly #overwrites: number;
  /** Digests of the secrets that may be on the clipboard: after a failed write, the previous one may still be. */
  #copiedDigests = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Writes and clears wait for each other, so that the older of two cannot win. */
  readonly #queue = new SerialQueue();

  /** `overwrites`: how often the secret is overwritten before clearing. */
  constructor(clipboard: Clipboard, overwrites = 0) {
    this.#clipboard = clipboard;
    this.#overwrites = overwrites;
  }

  async write(secret: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.clear().catch(() => undefined), CLEAR_AFTER_MS); // quitting tries again
    await this.#queue.run(async () => {
      const digest = sha256(secret);
      this.#copiedDigests.add(digest);
      await this.#clipboard.writeText(secret);
      this.#copiedDigests = new Set([digest]);
    });
    scheduleGc();
  }

  /**
   * Removes the secret now: when its time is up, and when the app is locked or ends. If that fails, the timer tries
   * again; it keeps running.
   */
  clear(): Promise<void> {
    return this.#queue.run(() => this.#clearCopied());
  }

  async #clearCopied(): Promise<void> {
    if (this.#copiedDigests.size === 0) return;
    const text = await this.#clipboard.readText();
    if (this.#copiedDigests.has(sha256(text))) {
      // If the app itself holds the copied text in memory, new content overwrites it.
      for (let times = 0; times < this.#overwrites; times += 1)
        await this.#clipboard.writeText('0'.repeat(text.length));
      await this.#clipboard.clear();
    }
    this.#copiedDigests.clear();
    scheduleGc();
  }
}
