/** Names that Windows keeps for devices, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const MOST_CHARACTERS = 100;

/** A piece of a file name that every system takes, whatever the service sent; empty when nothing of it is left. */
export function safePiece(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/\s+/g, ' ')
    .replace(/-{2,}/g, '-')
    .replace(/^[ .-]+|[ .-]+$/g, '');
  const short = plain
    .slice(0, MOST_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '') // half of a character
    .replace(/[ .-]+$/, '');
  return DEVICES.test(short) ? `_${short}` : short;
}

/** The name under which a fee upload file is saved: its period end and its id (spec 2.8), and `(2)` for a second one. */
export function archiveName(fileId: string, endDate: string | null, number = 1): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(endDate ?? '')?.[0];
  const id = safePiece(fileId) || 'unnamed';
  return `Fee upload file ${day ? `${day} ` : ''}id ${id}${number > 1 ? ` (${number})` : ''}.zip`;
}
