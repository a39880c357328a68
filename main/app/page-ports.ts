import { MessageChannelMain, type BrowserWindow, type MessagePortMain } from 'electron';
import { PORT_MESSAGE, type PortMessage } from '#contract/ports';
import { markStart } from '#contract/start-mark';
import { closePrevious } from '../common/close-previous';
import type { collectPortRequests } from './port-requests';
import { isOurPage, valuesProcessId } from './window';

interface PortDeps {
  readonly onPortRequest: ReturnType<typeof collectPortRequests>;
  readonly window: () => BrowserWindow | undefined;
  readonly devServer: string | undefined;
  /** While the app is locked, no page gets a port to the engine; unlocking sends it. */
  readonly isLocked: () => boolean;
  readonly enginePort: () => MessagePortMain | undefined;
  /** The port of the page that shows the plain values of a process. */
  readonly valuesPort: (processId: string) => MessagePortMain | undefined;
  /** Connects a port to the app process's calls. */
  readonly toDesktop: (port: MessagePortMain) => void;
}

/**
 * Sends ports on request, to our page and to its frame of plain values only. Returns a function that sends a new
 * engine port unrequested.
 */
export function servePorts({
  onPortRequest,
  window,
  devServer,
  isLocked,
  enginePort,
  valuesPort,
  toDesktop,
}: PortDeps): () => void {
  const send = (message: PortMessage, port: MessagePortMain) =>
    window()?.webContents.postMessage(PORT_MESSAGE, message, [port]);
  /** Checks the page again, because another one may have loaded while the engine restarted. */
  const sendEnginePort = (request?: unknown) => {
    if (isLocked()) return;
    if (!isOurPage(window()?.webContents.mainFrame ?? null, devServer)) return;
    const port = enginePort();
    if (port) send({ name: 'engine', request }, port);
  };
  const desktop = closePrevious<MessagePortMain>(toDesktop);
  onPortRequest((event, request) => {
    if (event.sender !== window()?.webContents) return;
    const { senderFrame: frame } = event;
    const processId = valuesProcessId(frame, event.sender.mainFrame, devServer);
    const valuesPagePort = processId === undefined ? undefined : valuesPort(processId);
    if (valuesPagePort)
      frame?.postMessage(PORT_MESSAGE, { name: 'values' } satisfies PortMessage, [valuesPagePort]);
    if (!isOurPage(frame, devServer)) return;
    const { port1, port2 } = new MessageChannelMain();
    markStart('page requested ports');
    desktop(port1);
    port1.start();
    send({ name: 'desktop', request }, port2);
    sendEnginePort(request);
  });
  return sendEnginePort;
}
