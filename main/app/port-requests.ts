import { ipcMain, type IpcMainEvent } from 'electron';
import { PORT_MESSAGE } from '#contract/ports';

type PortRequestHandler = (event: IpcMainEvent, question: unknown) => void;

/**
 * Listens for pages that request ports. Returns a function that sets the handler; earlier requests wait for
 * it.
 */
export function onPortRequest(): (answer: PortRequestHandler) => void {
  const early: Parameters<PortRequestHandler>[] = [];
  let answering: PortRequestHandler | undefined;
  ipcMain.on(PORT_MESSAGE, (event, question: unknown) => {
    if (answering) answering(event, question);
    else early.push([event, question]);
  });
  return (answer) => {
    answering = answer;
    for (const requestArgs of early.splice(0)) answer(...requestArgs);
  };
}
