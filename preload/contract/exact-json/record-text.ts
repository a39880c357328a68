import { expectEnd, isObjectAt, readMembers, skipSpace, valueEnd } from './scan';

type Value = Readonly<Record<string, unknown>>;

/**
 * A record taken apart once, for whoever asks for several of its fields: each `textAt` goes through the whole text. Throws
 * JsonFault for what is no JSON; what is JSON but no record has no fields.
 */
export class RecordText {
  #texts: ReadonlyMap<string, string> | null;

  /** `value`: what the text says, where somebody has parsed it; then it is taken apart only for what that cannot tell exactly. */
  constructor(
    readonly raw: string,
    private readonly value: Value | null = null,
  ) {
    this.#texts = value === null ? textsIn(raw) : null;
  }

  /**
   * The text of a field, exactly as it was sent; of a name that comes twice, the last. Where the value was known, words and
   * whole numbers may be written otherwise, and say the same.
   */
  text(name: string): string | undefined {
    if (this.value !== null) {
      if (!Object.hasOwn(this.value, name)) return undefined;
      const plain = plainText(this.value[name]);
      if (plain !== undefined) return plain;
    }
    return (this.#texts ??= textsIn(this.raw)).get(name);
  }

  has(name: string): boolean {
    return this.#texts?.has(name) ?? (this.value !== null && Object.hasOwn(this.value, name));
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

/** The text of what parsing has not changed; undefined for what it may have: long numbers, fractions, and what is nested. */
function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  const isPlain = value === null || typeof value === 'boolean' || Number.isSafeInteger(value);
  return isPlain ? String(value) : undefined;
}
