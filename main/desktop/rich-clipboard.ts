/** Rows in the two forms that other programs take. */
export interface CopiedText {
  readonly text: string;
  readonly html?: string | undefined;
}

/** What the runtime has: newer versions take items that are made of a class of theirs, older ones an object. */
interface Clipboard {
  write(data: unknown): void | Promise<void>;
  writeText(text: string): void | Promise<void>;
}
type Item = new (forms: Record<string, string>) => unknown;

/** Puts a text on the clipboard, and beside it the same as a table where there is one: for spreadsheets. */
export async function writeRich(
  clipboard: Clipboard,
  item: Item | undefined,
  { text, html }: CopiedText,
): Promise<void> {
  if (html === undefined) await clipboard.writeText(text);
  else if (item) await clipboard.write([new item({ 'text/plain': text, 'text/html': html })]);
  else await clipboard.write({ text, html });
}
