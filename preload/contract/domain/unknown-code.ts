/** A code that nobody gave words for: it can still be told from others and looked up. */
export const unknownCode = (code: string): string => `Unknown (${code})`;

/** The code behind such words, where a text is of them. */
export const codeInWords = (text: string): string | undefined => /^Unknown \((.+)\)$/.exec(text)?.[1];
