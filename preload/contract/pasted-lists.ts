/** Maximum number of values in a pasted list, and their maximum length; the rest is dropped. */
export const MAX_PASTED_VALUES = 10_000;
export const MAX_LISTED_LENGTH = 200;

/**
 * Returns the distinct values of a paste: one per line or cell, or separated by commas or semicolons in a
 * single line.
 */
export function pastedValues(text: string): string[] {
  const separator = /[\n\r\t]/.test(text.trim()) ? /[\n\r\t]+/ : /[,;]+/;
  // Spreadsheets put an apostrophe before numbers kept as text, and quotes around cells with separators.
  const bare = (value: string) =>
    value
      .trim()
      .replace(/^['"]+|[",;]+$/g, '')
      .trim();
  const values = text.split(separator).map((value) => bare(value).slice(0, MAX_LISTED_LENGTH));
  return [...new Set(values.filter((value) => value !== ''))].slice(0, MAX_PASTED_VALUES);
}
