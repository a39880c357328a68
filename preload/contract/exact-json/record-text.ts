import { expectEnd, isObjectAt, readMembers, skipSpace, valueEnd } from './scan';

type Value = Readonly<Record<string, unknown>>;

/**
 * A record split into field texts once, for callers that need several fields; each `textAt` call scans the
 * whole text. Throws JsonError for invalid JSON; JSON that is not an object has no fields.
 */
export class RecordText {
  #texts: ReadonlyMap<string, string> | null;
  readonly #value: Value | null;

  /**
   * `value`: the parsed record, if available; the text is then split only for values that parsing may have
   * changed, and for `names`.
   */
  constructor(
    readonly raw: string,
    value: Value | null = null,
  ) {
    this.#value = value;
    this.#texts = value === null ? textsIn(raw) : null;
  }

  /**
   * Returns the exact text of a field; for a repeated name, the last. If the parsed value is used, strings
   * and integers may be spelled differently but are equal.
   */
  text(name: string): string | undefined {
    if (this.#value !== null) {
      if (!Object.hasOwn(this.#value, name)) return undefined;
      const plain = plainText(this.#value[name]);
      if (plain !== undefined) return plain;
    }
    return (this.#texts ??= textsIn(this.raw)).get(name);
  }

  has(name: string): boolean {
    return this.#texts?.has(name) ?? (this.#value !== null && Object.hasOwn(this.#value, name));
  }

  names(): Iterable<string> {
    return (this.#texts ??= textsIn(this.raw)).keys();
  }
}

function textsIn(raw: string): Map<string, string> {
  const texts = new Map<string, string>();
  const start = skipSpace(raw, 0);
  const end = isObjectAt(raw, start)
    ? readMembers(raw, start, (name, value) => {
        const after = valueEnd(raw, value);
        texts.set(name, raw.slice(value, after));
        return after;
      })
    : valueEnd(raw, start);
  expectEnd(raw, end);
  return texts;
}

/**
 * Returns the text of a value that parsing preserves; undefined for long numbers, fractions and nested
 * values.
 */
function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  const isPlain = value === null || typeof value === 'boolean' || Number.isSafeInteger(value);
  return isPlain ? String(value) : undefined;
}
