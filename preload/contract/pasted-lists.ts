/** Maximum number of values in a pasted list, and their maximum length; the rest is dropped. */
export const MAX_PASTED_VALUES = 10_000;
export const MAX_LISTED_LENGTH = 200;

/** Returns the distinct values of a paste: one per line or cell. A line too long for a value is split into its parts. */
export function pastedValues(text: string): string[] {
  const lines = text.split(/[\n\r\t]+/);
  return distinctValues(
    lines.flatMap((line) => (line.trim().length > MAX_LISTED_LENGTH ? line.split(SEPARATORS) : [line])),
  );
}

/** Returns the values of a line that are separated by commas or semicolons. */
export const listedParts = (line: string): string[] => distinctValues(line.split(SEPARATORS));

const SEPARATORS = /[,;]+/;

function distinctValues(texts: readonly string[]): string[] {
  // Spreadsheets put an apostrophe before numbers kept as text, and quotes around cells with separators.
  const bare = (value: string) =>
    value
      .trim()
      .replace(/^['"]+|[",;]+$/g, '')
      .trim();
  const values = texts.map((value) => bare(value).slice(0, MAX_LISTED_LENGTH));
  return [...new Set(values.filter((value) => value !== ''))].slice(0, MAX_PASTED_VALUES);
}
