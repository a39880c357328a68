/** Names that Windows reserves for devices, with any extension. */
const RESERVED_NAMES = /^(con|prn|aux|nul|(com|lpt)[\d\u00b9\u00b2\u00b3])(\.|$)/i;
/** Leaves space for the rest of the name: Linux and macOS limit file names to 255 bytes. */
const MAX_NAME_BYTES = 150;

/** Returns a part of a file name that is valid on every system; may be empty. */
export function safeNamePart(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/\s+/g, ' ')
    .replace(/-{2,}/g, '-')
    .replace(/^[ .-]+|[ .-]+$/g, '');
  let short = '';
  let bytes = 0;
  for (const character of plain) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_NAME_BYTES) break;
    short += character;
  }
  short = short.replace(/[ .-]+$/, '');
  return RESERVED_NAMES.test(short) ? `_${short}` : short;
}

/** Returns the name for a saved fee upload file, from its period end and ID (spec 2.8). */
export function archiveName(fileId: string, endDate: string | null): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(endDate ?? '')?.[0];
  const id = safeNamePart(fileId) || 'unnamed';
  return `Fee upload file ${day ? `${day} ` : ''}id ${id}.zip`;
}

/** Returns the next name, or path, to try if this one exists: `x.zip`, `x (2).zip`, `x (3).zip`. */
export const nextFileName = (name: string): string => {
  const [, stem = name, number = '1'] = /^(.*?)(?: \((\d{1,9})\))?\.zip$/s.exec(name) ?? [];
  return `${stem} (${Number(number) + 1}).zip`;
};
