import type { MessagePortMain } from 'electron';
import { randomUUID } from 'node:crypto';
import { fail } from '#contract/failure';
import type { EngineRequest } from '#contract/calls/control';

/** How long the app process may take to start one. */
const START_TIMEOUT_MS = 15_000;

export interface HelperProcess {
  readonly id: string;
  /** Rejects with `engine-lost` if none arrived, and with `canceled` if it was ended before. */
  readonly port: Promise<MessagePortMain>;
  readonly end: () => void;
}

/**
 * Processes for data that must stay out of the engine's memory. Only the app process can start them; each has
 * a port.
 */
export class HelperProcesses {
  readonly #ask: (request: EngineRequest) => void;
  readonly #awaited = new Map<string, (port: MessagePortMain) => void>();

  constructor(ask: (request: EngineRequest) => void) {
    this.#ask = ask;
  }

  start(): HelperProcess {
    const id = randomUUID();
    const ended = new AbortController();
    const port = new Promise<MessagePortMain>((resolve, reject) => {
      const late = setTimeout(() => reject(fail('engine-lost')), START_TIMEOUT_MS);
      this.#awaited.set(id, (arrived) => {
        clearTimeout(late);
        resolve(arrived);
      });
      ended.signal.addEventListener('abort', () => {
        clearTimeout(late);
        reject(fail('canceled'));
      });
    });
    port.catch(() => undefined); // the user of the port gets the error
    this.#ask({ kind: 'values', id, wanted: true });
    return {
      id,
      port,
      end: () => {
        this.#awaited.delete(id);
        ended.abort();
        this.#ask({ kind: 'values', id, wanted: false });
      },
    };
  }

  /** Delivers the port of a started process; a late port is closed, which ends its process. */
  arrived(id: string, port: MessagePortMain): void {
    const take = this.#awaited.get(id);
    this.#awaited.delete(id);
    if (take) take(port);
    else port.close();
  }
}
