import { randomUUID } from 'node:crypto';
import type { EngineRequest } from '#contract/calls/control';

/** Timeout for the app process to report whether the keychain can be read. */
const RESPONSE_TIMEOUT_MS = 15_000;

/** Asks the app process whether the keychain can be read; the engine itself has no access to it. */
export class KeychainCheck {
  readonly #sendRequest: (request: EngineRequest) => void;
  readonly #pending = new Map<string, (isReadable: boolean) => void>();

  constructor(sendRequest: (request: EngineRequest) => void) {
    this.#sendRequest = sendRequest;
  }

  /** Returns whether the keychain can be read now; false without a response in time. */
  isReadable(): Promise<boolean> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const end = (isReadable: boolean) => {
        clearTimeout(timer);
        this.#pending.delete(id);
        resolve(isReadable);
      };
      const timer = setTimeout(end, RESPONSE_TIMEOUT_MS, false);
      this.#pending.set(id, end);
      this.#sendRequest({ kind: 'keychain-check', id });
    });
  }

  onResult(id: string, isReadable: boolean): void {
    this.#pending.get(id)?.(isReadable);
  }
}
