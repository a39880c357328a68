/** Returns the label of an unknown code, which keeps it distinguishable. */
export const unknownCodeLabel = (code: string): string => `Unknown (${code})`;

/** Returns whether text is a bare number of an undocumented code table. */
export const isBareCode = (text: string): boolean => /^\d+$/.test(text.trim());

/** Returns the code inside such a label. */
export const codeInLabel = (text: string): string | undefined => /^Unknown \((.+)\)$/.exec(text)?.[1];
