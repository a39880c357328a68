/** An id as JSON: a number where its text is one, digit for digit, else a text (wire facts B3). */
export const jsonId = (id: string): string => (/^-?(0|[1-9]\d*)$/.test(id) ? id : JSON.stringify(id));
