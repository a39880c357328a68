import { MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import { answerCopy, type CopyRequest } from '../common/copies';

interface ValuesHostOptions {
  /** The bundled entry of the process. */
  readonly entry: string;
  /** Hands the engine a port to the process. */
  readonly toEngine: (id: string, port: MessagePortMain) => void;
  /** Puts plain values on the clipboard for a while. */
  readonly copy: (text: string) => Promise<void>;
}

/**
 * Processes for plain tax IDs, each started when the engine wants one and ended when what it holds is not shown any more.
 * Their values go to the page that shows them and to the clipboard, and never to the engine or the window.
 */
export class ValuesHost {
  readonly #options: ValuesHostOptions;
  readonly #running = new Map<string, UtilityProcess>();

  constructor(options: ValuesHostOptions) {
    this.#options = options;
  }

  want(id: string, wanted: boolean): void {
    if (wanted) this.#start(id);
    else this.#end(id);
  }

  /** A port for a page that shows what a process holds; undefined when it has ended. */
  pagePort(id: string): MessagePortMain | undefined {
    const child = this.#running.get(id);
    if (!child) return undefined;
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage('page', [port1]);
    return port2;
  }

  /** Nobody may be at the screen, or the engine is gone: all of them, at once. */
  endAll(): void {
    for (const id of [...this.#running.keys()]) this.#end(id);
  }

  #start(id: string): void {
    const child = utilityProcess.fork(this.#options.entry, [], {
      serviceName: 'Firm Desk values',
      stdio: 'inherit',
    });
    this.#running.set(id, child);
    child.once('exit', () => this.#running.delete(id));
    child.on('message', (request: CopyRequest) => {
      void answerCopy(request, this.#options.copy, (answer) => child.postMessage(answer));
    });
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage('engine', [port1]);
    this.#options.toEngine(id, port2);
  }

  #end(id: string): void {
    this.#running.get(id)?.kill();
    this.#running.delete(id);
  }
}
