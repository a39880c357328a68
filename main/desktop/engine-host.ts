import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { MessageChannelMain, type MessagePortMain, type UtilityProcess } from 'electron';
import { setTimeout as sleep } from 'node:timers/promises';
import type { controlContract } from '#contract/calls/control';
import type { ForkedEngine } from './fork-engine';
import type { Log } from './log-line';

export type Control = ContractRouterClient<typeof controlContract>;

interface EngineHostOptions {
  /** Starts an engine process, or returns one already started. */
  readonly fork: () => ForkedEngine;
  readonly log: Log;
  /** Called when an engine starts: send it the connection, and the window its port. */
  readonly onStart: (control: Control, isRestart: boolean) => void;
  /** Called when the engine died and will not be restarted. */
  readonly onLost: () => void;
}

/** After a crash, the engine is restarted unless the last restart was more recent than this. */
const MIN_RESTART_INTERVAL_MS = 60_000;
/** Time for a replaced engine to close its databases. */
const REPLACE_TIMEOUT_MS = 3_000;

/** Starts and supervises the engine process; restarts it after a crash, but not twice in quick succession. */
export class EngineHost {
  readonly #options: EngineHostOptions;
  #forked: ForkedEngine | undefined;
  #isStopping = false;
  #hasWindow = false;
  /** When the engine was last restarted (monotonic, ms). */
  #restartedAt = Number.NEGATIVE_INFINITY;

  constructor(options: EngineHostOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#forked?.child.pid;
  }

  /** Starts the engine unless it is running. */
  start(isRestart = false): void {
    if (this.#forked) return;
    const forked = this.#options.fork();
    this.#forked = forked;
    this.#hasWindow = false;
    void forked.ended.then((code) => this.#ended(forked, code));
    const control = createORPCClient<Control>(new RPCLink({ port: this.#port(forked.child, 'control') }));
    this.#options.log('engine.start', { restarted: isRestart });
    this.#options.onStart(control, isRestart);
  }

  /** Whether the window has a port to the running engine. */
  get hasWindow(): boolean {
    return this.#hasWindow;
  }

  /** Call it when the page with the port is about to be replaced by one without. */
  disconnectWindow(): void {
    this.#hasWindow = false;
  }

  /** Creates a port to the engine for the window. */
  windowPort(): MessagePortMain | undefined {
    if (!this.#forked) return undefined;
    this.#hasWindow = true;
    const { port1, port2 } = new MessageChannelMain();
    this.#forked.child.postMessage('window', [port2]);
    return port1;
  }

  /** Sends the engine a port to a process for plain tax IDs that it requested. */
  sendValuesPort(id: string, port: MessagePortMain): void {
    this.#forked?.child.postMessage({ values: id }, [port]);
  }

  /** Ends the engine, and starts another as after a crash. */
  replace(): void {
    const child = this.#forked?.child;
    child?.postMessage('stop');
    void sleep(REPLACE_TIMEOUT_MS).then(() => child?.kill());
  }

  /**
   * Lets the engine close its databases and ends it; kills it after `timeoutMs`. Resolves with false if it was killed
   * or failed.
   */
  async stop(timeoutMs: number): Promise<boolean> {
    this.#isStopping = true;
    if (!this.#forked) return true;
    const { child, ended } = this.#forked;
    child.postMessage('stop');
    const killed = sleep(timeoutMs).then(() => {
      child.kill();
      return false;
    });
    return Promise.race([ended.then((code) => code === 0), killed]);
  }

  #port(child: UtilityProcess, name: string): MessagePortMain {
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage(name, [port2]);
    port1.start();
    return port1;
  }

  #ended(forked: ForkedEngine, code: number): void {
    if (this.#forked !== forked) return;
    this.#forked = undefined;
    if (this.#isStopping) return;
    this.#options.log('engine.ended', { code });
    const now = performance.now();
    if (now - this.#restartedAt < MIN_RESTART_INTERVAL_MS) {
      this.#options.onLost();
      return;
    }
    this.#restartedAt = now;
    this.start(true);
  }
}
