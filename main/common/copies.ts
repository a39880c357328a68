import { succeeds } from './succeeds';

/** A clipboard write that a process without a clipboard requests from the app process. */
export interface ClipboardCopyRequest {
  readonly copy: { readonly id: number; readonly text: string };
}
/** The app process's response: whether the text of this request reached the clipboard. */
interface ClipboardCopyResponse {
  readonly copied: { readonly id: number; readonly done: boolean };
}

const isResponse = (data: unknown): data is ClipboardCopyResponse =>
  typeof data === 'object' && data !== null && 'copied' in data;

/** Tracks clipboard requests that are in flight. Several can overlap; each gets the response with its ID. */
export class PendingCopies {
  readonly #send: (request: ClipboardCopyRequest) => void;
  readonly #waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  #lastId = 0;

  constructor(send: (request: ClipboardCopyRequest) => void) {
    this.#send = send;
  }

  /** Resolves when the text is on the clipboard, or was until a later copy replaced it. */
  copy(text: string): Promise<void> {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ copy: { id, text } });
    });
  }

  /** Handles a response; ignores every other message. */
  handleMessage(data: unknown): void {
    if (!isResponse(data)) return;
    const { id, done } = data.copied;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (done) waiting?.resolve();
    else waiting?.reject(new Error('writing to the clipboard failed'));
  }
}

/** Runs in the app process: writes the requested text to the clipboard and sends the response. */
export async function serveCopy(
  { copy: { id, text } }: ClipboardCopyRequest,
  writeText: (text: string) => Promise<void>,
  respond: (response: ClipboardCopyResponse) => void,
): Promise<void> {
  respond({ copied: { id, done: await succeeds(writeText(text)) } });
}
