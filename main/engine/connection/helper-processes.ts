import type { MessagePortMain } from 'electron';
import { randomUUID } from 'node:crypto';
import { fail } from '#contract/failure';
import type { EngineRequest } from '#contract/calls/control';

/** Time in which the app process must start a process. */
const START_TIMEOUT_MS = 15_000;

export interface HelperProcess {
  readonly id: string;
  /**
   * Rejects with `engine-lost` if no port arrived in time, and with `canceled` if the process was stopped
   * first.
   */
  readonly port: Promise<MessagePortMain>;
  readonly end: () => void;
}

/**
 * Processes for data that must stay out of the engine's memory. Only the app process can start them; each
 * sends a port.
 */
export class HelperProcesses {
  readonly #sendRequest: (request: EngineRequest) => void;
  readonly #pendingPorts = new Map<string, (port: MessagePortMain) => void>();

  constructor(sendRequest: (request: EngineRequest) => void) {
    this.#sendRequest = sendRequest;
  }

  start(): HelperProcess {
    const id = randomUUID();
    const ended = new AbortController();
    const port = new Promise<MessagePortMain>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pendingPorts.delete(id);
        reject(fail('engine-lost'));
      }, START_TIMEOUT_MS);
      this.#pendingPorts.set(id, (deliveredPort) => {
        clearTimeout(timer);
        resolve(deliveredPort);
      });
      ended.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(fail('canceled'));
      });
    });
    port.catch(() => undefined); // the caller that awaits the port gets the error
    this.#sendRequest({ kind: 'values', id, isWanted: true });
    return {
      id,
      port,
      end: () => {
        this.#pendingPorts.delete(id);
        ended.abort();
        this.#sendRequest({ kind: 'values', id, isWanted: false });
      },
    };
  }

  /** Delivers the port of a started process; a late port is closed, which ends its process. */
  onPort(id: string, port: MessagePortMain): void {
    const resolvePort = this.#pendingPorts.get(id);
    this.#pendingPorts.delete(id);
    if (resolvePort) resolvePort(port);
    else port.close();
  }
}
