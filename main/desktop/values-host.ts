import { MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import { serveCopy, type ClipboardCopyRequest } from '../common/copies';

interface ValuesHostOptions {
  /** The bundled entry of the process. */
  readonly entry: string;
  /** Sends the engine a port to the process. */
  readonly toEngine: (id: string, port: MessagePortMain) => void;
  /** Copies plain values to the clipboard for a while. */
  readonly copy: (text: string) => Promise<void>;
}

/**
 * Processes for plain tax IDs, started on the engine's request and ended when their values are no longer
 * shown. Values go to the page that shows them and to the clipboard, never to the engine or the window.
 */
export class ValuesHost {
  readonly #options: ValuesHostOptions;
  readonly #running = new Map<string, UtilityProcess>();

  constructor(options: ValuesHostOptions) {
    this.#options = options;
  }

  setWanted(id: string, isWanted: boolean): void {
    if (isWanted) this.#start(id);
    else this.#end(id);
  }

  /** Creates a port for a page that shows a process's values; undefined if the process has ended. */
  pagePort(id: string): MessagePortMain | undefined {
    const child = this.#running.get(id);
    if (!child) return undefined;
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage('page', [port1]);
    return port2;
  }

  /** Ends all processes: the user may be away, or the engine is gone. */
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
    child.on('message', (request: ClipboardCopyRequest) => {
      void serveCopy(request, this.#options.copy, (response) => child.postMessage(response));
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
