/** A process has no clipboard of its own: what it asks of the app process. */
export interface CopyRequest {
  readonly copy: { readonly id: number; readonly text: string };
}
/** Whether what was asked for under this number is on the clipboard. */
interface CopyAnswer {
  readonly copied: { readonly id: number; readonly done: boolean };
}

const isAnswer = (data: unknown): data is CopyAnswer =>
  typeof data === 'object' && data !== null && 'copied' in data;

/** Copies on their way to the clipboard, each waiting for its own answer: another one may be asked for meanwhile. */
export class Copies {
  readonly #send: (request: CopyRequest) => void;
  readonly #waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  #last = 0;

  constructor(send: (request: CopyRequest) => void) {
    this.#send = send;
  }

  /** Resolves when the clipboard has it, or had it before a later copy took its place. */
  copy(text: string): Promise<void> {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ copy: { id, text } });
    });
  }

  /** Takes an answer; any other message is left alone. */
  heard(data: unknown): void {
    if (!isAnswer(data)) return;
    const { id, done } = data.copied;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (done) waiting?.resolve();
    else waiting?.reject(new Error('the clipboard did not take it'));
  }
}

/** The app process' side: puts what is asked for on the clipboard, and answers. */
export async function answerCopy(
  { copy: { id, text } }: CopyRequest,
  put: (text: string) => Promise<void>,
  answer: (answer: CopyAnswer) => void,
): Promise<void> {
  const done = await put(text).then(
    () => true,
    () => false,
  );
  answer({ copied: { id, done } });
}
