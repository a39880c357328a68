import { ipcMain, type IpcMainEvent } from 'electron';
import { PORT_MESSAGE } from '#contract/ports';

type PortRequestHandler = (event: IpcMainEvent, request: unknown) => void;

/**
 * Listens for pages that request ports. Returns a function that sets the handler; earlier requests wait for
 * it.
 */
export function collectPortRequests(): (handle: PortRequestHandler) => void {
  const early: Parameters<PortRequestHandler>[] = [];
  let handler: PortRequestHandler | undefined;
  ipcMain.on(PORT_MESSAGE, (event, request: unknown) => {
    if (handler) handler(event, request);
    else early.push([event, request]);
  });
  return (handle) => {
    handler = handle;
    for (const requestArgs of early.splice(0)) handle(...requestArgs);
  };
}
