/** A code that nobody gave words for: it can still be told from others and looked up. */
export const unknownCode = (code: string): string => `Unknown (${code})`;

/** A number of a code table that nobody gave, where a word was expected. */
export const isBareCode = (text: string): boolean => /^\d+$/.test(text.trim());

/** The code behind such words, where a text is of them. */
export const codeInWords = (text: string): string | undefined => /^Unknown \((.+)\)$/.exec(text)?.[1];
