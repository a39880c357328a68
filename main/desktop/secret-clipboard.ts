/** How long a copied tax id stays on the clipboard. */
export const SECRET_STAYS_MS = 30_000;

/** Answers at once in some versions of the runtime and later in others. */
interface Clipboard {
  readText(): string | Promise<string>;
  writeText(text: string): void | Promise<void>;
  clear(): void | Promise<void>;
}

/** Puts secrets on the clipboard and takes them off again, unless something else was copied in the meantime. */
export class SecretClipboard {
  readonly #clipboard: Clipboard;
  #held: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(clipboard: Clipboard) {
    this.#clipboard = clipboard;
  }

  async write(secret: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#held = secret;
    this.#timer = setTimeout(() => void this.clear(), SECRET_STAYS_MS);
    await this.#clipboard.writeText(secret);
  }

  /** Takes the secret off now: when its time is over, and when the app ends. */
  async clear(): Promise<void> {
    clearTimeout(this.#timer);
    const held = this.#held;
    this.#held = null;
    if (held !== null && (await this.#clipboard.readText()) === held) await this.#clipboard.clear();
  }
}
