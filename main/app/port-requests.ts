import { ipcMain, type IpcMainEvent } from 'electron';
import { PORT_MESSAGE } from '#contract/ports';

type PortRequestHandler = (event: IpcMainEvent, question: unknown) => void;

/**
 * Listens for pages that request ports. Returns a function that sets the handler; earlier requests wait for
 * it.
 */
export function onPortRequest(): (handle: PortRequestHandler) => void {
  const early: Parameters<PortRequestHandler>[] = [];
  let handler: PortRequestHandler | undefined;
  ipcMain.on(PORT_MESSAGE, (event, question: unknown) => {
    if (handler) handler(event, question);
    else early.push([event, question]);
  });
  return (handle) => {
    handler = handle;
    for (const requestArgs of early.splice(0)) handle(...requestArgs);
  };
}
