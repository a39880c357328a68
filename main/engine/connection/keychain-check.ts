import { randomUUID } from 'node:crypto';
import type { EngineRequest } from '#contract/calls/control';

/** Time in which the app process must say whether the keychain can be read. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Questions to the app process whether the keychain is unlocked; the engine has no keychain. */
export class KeychainCheck {
  readonly #sendRequest: (request: EngineRequest) => void;
  readonly #waiting = new Map<string, (isReadable: boolean) => void>();

  constructor(ask: (request: EngineRequest) => void) {
    this.#sendRequest = ask;
  }

  /** Returns whether the keychain can be read now; false without an answer in time. */
  isReadable(): Promise<boolean> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const end = (isReadable: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(isReadable);
      };
      const timer = setTimeout(end, ANSWER_TIMEOUT_MS, false);
      this.#waiting.set(id, end);
      this.#sendRequest({ kind: 'keychain-check', id });
    });
  }

  answered(id: string, isReadable: boolean): void {
    this.#waiting.get(id)?.(isReadable);
  }
}
