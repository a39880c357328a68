/** Invisible characters that change text direction: marks, embeddings, overrides and isolates. */
const HIDDEN = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const codeOf = (mark: string): string => mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Returns text with hidden marks spelled out, as "[U+202E]". */
export const spelledOut = (text: string): string => text.replace(HIDDEN, (mark) => `[U+${codeOf(mark)}]`);

/** Returns equivalent JSON text with hidden marks escaped. */
export const escapedMarks = (json: string): string =>
  json.replace(HIDDEN, (mark) => `\\u${codeOf(mark).toLowerCase()}`);

export const hasHiddenMarks = (text: string): boolean => text.search(HIDDEN) >= 0;
