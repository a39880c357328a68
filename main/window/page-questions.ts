import { ipcMain, type IpcMainEvent } from 'electron';
import { PORT_MESSAGE } from '../../preload/contract/ports';

type Answer = (event: IpcMainEvent, question: unknown) => void;

/** Hears pages ask for their ports from now on. What it answers takes who answers; what was asked before waits for that. */
export function hearQuestions(): (answer: Answer) => void {
  const early: Parameters<Answer>[] = [];
  let answering: Answer | undefined;
  ipcMain.on(PORT_MESSAGE, (event, question: unknown) => {
    if (answering) answering(event, question);
    else early.push([event, question]);
  });
  return (answer) => {
    answering = answer;
    for (const asked of early.splice(0)) answer(...asked);
  };
}
