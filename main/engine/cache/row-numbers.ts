/** The length of a list without any. */
const EMPTY = '[]'.length;
const ZERO = 48;
const NINE = 57;

/**
 * Row numbers out of the JSON text of a list of them; `most`: so many there are at most. A million numbers would be
 * twenty megabytes for the garbage collector as a list of JavaScript's own, and take twice the time.
 */
export function rowNumbers(json: string | undefined, most = Infinity): Uint32Array {
  const text = json ?? '[]';
  const found = new Uint32Array(Math.min(most, text.length >> 1));
  let count = 0;
  let n = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      n = n * 10 + code - ZERO;
    } else if (text.length > EMPTY) {
      found[count] = n; // after each number stands a comma, or the end of the list
      count += 1;
      n = 0;
    }
  }
  return found.slice(0, count);
}
