/** Rows in the two formats that other programs accept. */
export interface CopiedText {
  readonly text: string;
  readonly html?: string | undefined;
}

/** The runtime's clipboard: newer versions accept ClipboardItem instances, older ones an object. */
interface Clipboard {
  write(data: unknown): void | Promise<void>;
  writeText(text: string): void | Promise<void>;
}
type ClipboardItemClass = new (formats: Record<string, string>) => unknown;

/** Writes text to the clipboard, with a table for spreadsheets if given. */
export async function writeRich(
  clipboard: Clipboard,
  itemClass: ClipboardItemClass | undefined,
  { text, html }: CopiedText,
): Promise<void> {
  if (html === undefined) await clipboard.writeText(text);
  else if (itemClass) await clipboard.write([new itemClass({ 'text/plain': text, 'text/html': html })]);
  else await clipboard.write({ text, html });
}
