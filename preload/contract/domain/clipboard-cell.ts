/** A cell of tab-separated text: tabs and line breaks inside of it would shift the cells after it. */
export const clipboardCell = (value: string | number | null): string =>
  value === null ? '' : String(value).replace(/[\t\r\n]+/g, ' ');
