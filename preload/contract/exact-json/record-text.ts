import { expectEnd, isObjectAt, readMembers, skipSpace, valueEnd } from './scan';

/**
 * A record taken apart once, for whoever asks for several of its fields: each `textAt` goes through the whole text. Throws
 * JsonFault for what is no JSON; what is JSON but no record has no fields.
 */
export class RecordText {
  readonly #texts = new Map<string, string>();

  constructor(readonly raw: string) {
    const start = skipSpace(raw, 0);
    const end = isObjectAt(raw, start)
      ? readMembers(raw, start, (name, value) => {
          const after = valueEnd(raw, value);
          this.#texts.set(name, raw.slice(value, after));
          return after;
        })
      : valueEnd(raw, start);
    expectEnd(raw, end);
  }

  /** The text of a field, exactly as it was sent; of a name that comes twice, the last. */
  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  has(name: string): boolean {
    return this.#texts.has(name);
  }

  names(): Iterable<string> {
    return this.#texts.keys();
  }
}
