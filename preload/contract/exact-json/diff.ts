import {
  expectEnd,
  isObjectAt,
  isStringAt,
  memberNameOf,
  readMembers,
  skipSpace,
  stringEnd,
  unlessInvalidJson,
  valueEnd,
} from './scan';

/** A field that differs between two texts of a record. A side is undefined if its text lacks the field. */
export interface FieldDiff {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const COMMA = 44;
const CLOSE_OBJECT = 125;

/**
 * Returns the fields whose texts differ; 0.1 differs from 0.10. Undefined if a text is not a JSON object, or if
 * a key field (`isKey`) differs, because the texts are then of two records.
 */
export function diffFields(
  before: string,
  after: string,
  isKey: (name: string) => boolean,
): FieldDiff[] | undefined {
  return unlessInvalidJson(() => {
    const diffs: FieldDiff[] = [];
    const comparison = compareInOrder(before, after, (diff) => {
      diffs.push(diff);
      return !isKey(diff.name);
    });
    if (comparison === 'reordered') return compareUnordered(before, after, isKey);
    return comparison === 'same' ? diffs : undefined;
  });
}

/**
 * Compares two texts with the same fields in the same order, as the service sends them, in one pass. `reordered`:
 * names or order differ. `stopped`: a text is not an object, or `onDiff` returned false.
 */
function compareInOrder(
  before: string,
  after: string,
  onDiff: (diff: FieldDiff) => boolean,
): 'same' | 'reordered' | 'stopped' {
  let position = skipSpace(after, 0);
  let old = skipSpace(before, 0);
  if (!isObjectAt(after, position) || !isObjectAt(before, old)) return 'stopped';
  position = skipSpace(after, position + 1);
  old = skipSpace(before, old + 1);
  for (;;) {
    if (!isStringAt(after, position) || !isStringAt(before, old)) return 'reordered';
    const nameEnd = stringEnd(after, position);
    const value = valueStart(after, nameEnd);
    const end = valueEnd(after, value);
    const next = skipSpace(after, end);
    const isLast = after.charCodeAt(next) !== COMMA;
    // Includes the comma or brace that follows: "1" is a prefix of "12".
    if (before.startsWith(after.slice(position, next + 1), old)) old += next + 1 - position;
    else {
      const oldNameEnd = stringEnd(before, old);
      if (after.slice(position, nameEnd) !== before.slice(old, oldNameEnd)) return 'reordered';
      const oldValue = valueStart(before, oldNameEnd);
      const oldEnd = valueEnd(before, oldValue);
      const oldText = before.slice(oldValue, oldEnd);
      const newText = after.slice(value, end);
      const name = memberNameOf(after, position, nameEnd);
      if (oldText !== newText && !onDiff({ name, before: oldText, after: newText })) return 'stopped';
      const oldNext = skipSpace(before, oldEnd);
      if ((before.charCodeAt(oldNext) !== COMMA) !== isLast) return 'reordered';
      old = oldNext + 1;
    }
    if (isLast) return endsAt(after, next) && endsAt(before, old - 1) ? 'same' : 'reordered';
    position = skipSpace(after, next + 1);
    old = skipSpace(before, old);
  }
}

/** Returns whether the character at this position is the closing brace that ends the text. */
const endsAt = (text: string, position: number): boolean =>
  text.charCodeAt(position) === CLOSE_OBJECT && skipSpace(text, position + 1) === text.length;

/** Returns where the value after a name begins. */
const valueStart = (text: string, nameEnd: number): number => skipSpace(text, skipSpace(text, nameEnd) + 1);

/** Compares fields in any order. */
function compareUnordered(
  before: string,
  after: string,
  isKey: (name: string) => boolean,
): FieldDiff[] | undefined {
  const old = textsOf(before);
  const current = textsOf(after);
  if (!old || !current) return undefined;
  const names = [...new Set([...old.keys(), ...current.keys()])].filter(
    (name) => old.get(name) !== current.get(name),
  );
  if (names.some(isKey)) return undefined;
  return names.map((name) => ({ name, before: old.get(name), after: current.get(name) }));
}

function textsOf(text: string): Map<string, string> | undefined {
  const start = skipSpace(text, 0);
  if (!isObjectAt(text, start)) return undefined;
  const texts = new Map<string, string>();
  const end = readMembers(text, start, (name, position) => {
    const after = valueEnd(text, position);
    texts.set(name, text.slice(position, after));
    return after;
  });
  expectEnd(text, end);
  return texts;
}
