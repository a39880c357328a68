/**
 * Returns an ID as JSON: a number if its text is one, digit for digit, otherwise a string (wire facts B3).
 */
export const jsonId = (id: string): string => (/^-?(0|[1-9]\d*)$/.test(id) ? id : JSON.stringify(id));
