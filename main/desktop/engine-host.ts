import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { MessageChannelMain, type MessagePortMain, type UtilityProcess } from 'electron';
import { setTimeout as sleep } from 'node:timers/promises';
import type { controlContract } from '../../preload/contract/calls/control';
import type { ForkedEngine } from './fork-engine';
import type { Log } from './log-line';

export type Control = ContractRouterClient<typeof controlContract>;

interface EngineHostOptions {
  /** Starts an engine's process, or hands over one that has been started. */
  readonly fork: () => ForkedEngine;
  readonly log: Log;
  /** A new engine runs: give it its connection again and the window its port. */
  readonly onStart: (control: Control, restarted: boolean) => void;
  /** The engine died and will not be restarted. */
  readonly onLost: () => void;
}

/** An engine that ran this long before it died is restarted again; one that dies at once waits for a person. */
const SETTLED_MS = 60_000;
/** So long an engine that is to be replaced may take to close its databases. */
const REPLACING_MS = 3_000;

/** Starts the engine process, watches it, and restarts it once when it dies. */
export class EngineHost {
  readonly #options: EngineHostOptions;
  #forked: ForkedEngine | undefined;
  #stopping = false;
  #hasWindow = false;
  /** By a clock that nobody sets. */
  #restartedAt = Number.NEGATIVE_INFINITY;

  constructor(options: EngineHostOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#forked?.child.pid;
  }

  /** Starts it, unless it runs. */
  start(restarted = false): void {
    if (this.#forked) return;
    const forked = this.#options.fork();
    this.#forked = forked;
    this.#hasWindow = false;
    void forked.ended.then((code) => this.#ended(forked, code));
    const control = createORPCClient<Control>(new RPCLink({ port: this.#port(forked.child, 'control') }));
    this.#options.log('engine.start', { restarted });
    this.#options.onStart(control, restarted);
  }

  /** The window has a port to the engine that runs. */
  get hasWindow(): boolean {
    return this.#hasWindow;
  }

  /** The page that has a port is about to be another one, which is to have none for now. */
  closeWindow(): void {
    this.#hasWindow = false;
  }

  /** A port to the engine for the window to speak through. */
  windowPort(): MessagePortMain | undefined {
    if (!this.#forked) return undefined;
    this.#hasWindow = true;
    const { port1, port2 } = new MessageChannelMain();
    this.#forked.child.postMessage('window', [port2]);
    return port1;
  }

  /** Hands over a port to a process that it asked for. */
  handOver(id: string, port: MessagePortMain): void {
    this.#forked?.child.postMessage({ values: id }, [port]);
  }

  /** Ends the engine, and starts another as when it dies. */
  replace(): void {
    const child = this.#forked?.child;
    child?.postMessage('stop');
    void sleep(REPLACING_MS).then(() => child?.kill());
  }

  /** Lets the engine close its databases, then ends it, after `patienceMs` the hard way. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true;
    if (!this.#forked) return;
    const { child, ended } = this.#forked;
    child.postMessage('stop');
    await Promise.race([ended, sleep(patienceMs).then(() => child.kill())]);
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
    if (this.#stopping) return;
    this.#options.log('engine.ended', { code });
    const now = performance.now();
    if (now - this.#restartedAt < SETTLED_MS) {
      this.#options.onLost();
      return;
    }
    this.#restartedAt = now;
    this.start(true);
  }
}
