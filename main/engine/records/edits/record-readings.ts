import { spellingsOf } from '#contract/exact-json/field-text';
import { fieldsOf } from '#contract/exact-json/fields';
import type { Resource } from '#contract/resource';

/** What is known of a record before it is read. */
export interface Expectation {
  /** The record as an earlier reading had it, for example the cached one. */
  readonly raw?: string | undefined;
  /** Editable fields that a reading may leave out. */
  readonly optional?: ReadonlySet<string>;
  /** Fields that are about to be written: a second reading is made where the first leaves one out. */
  readonly asked?: readonly string[];
}

/** Which editable fields a record has under any spelling, and which of them hold a value. */
interface Coverage {
  readonly present: ReadonlySet<string>;
  readonly filled: ReadonlySet<string>;
}
type CoverageOf = (raw: string) => Coverage;

/** Returns a function that reports the editable fields of a record of the resource. */
export function editableCoverage({ fields }: Pick<Resource, 'fields'>): CoverageOf {
  const editable = Object.entries(fields).flatMap(([name, field]) =>
    field.editable ? [{ name, spellings: spellingsOf(name, field) }] : [],
  );
  return (raw) => {
    const record = fieldsOf(raw) ?? {};
    const present = new Set<string>();
    const filled = new Set<string>();
    for (const { name, spellings } of editable) {
      const values = spellings.flatMap((spelling) =>
        Object.hasOwn(record, spelling) ? [record[spelling]] : [],
      );
      if (values.length > 0) present.add(name);
      if (values.some(isFilled)) filled.add(name);
    }
    return { present, filled };
  };
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

interface Reading extends Coverage {
  readonly raw: string;
}

/**
 * The readings of one record, and whether one of them may be sent back whole: it must have every editable field that the
 * expectation or another reading has. A value that one reading has and another lacks or blanks is a contradiction.
 */
export class RecordReadings {
  readonly #coverageOf: CoverageOf;
  readonly #optional: ReadonlySet<string>;
  readonly #asked: readonly string[];
  readonly #required = new Set<string>();
  readonly #filled = new Set<string>();
  readonly #readings: Reading[] = [];

  constructor(
    { fields }: Pick<Resource, 'fields'>,
    coverageOf: CoverageOf,
    { raw, optional = new Set(), asked = [] }: Expectation,
  ) {
    this.#coverageOf = coverageOf;
    this.#optional = optional;
    this.#asked = asked;
    if (raw === undefined) return;
    const { present, filled } = coverageOf(raw);
    // A silent field without a value says nothing, present or not (wire facts B2).
    const counts = (name: string) => filled.has(name) || fields[name]?.silent !== true;
    this.#require(new Set([...present].filter(counts)), filled);
  }

  get isRead(): boolean {
    return this.#readings.length > 0;
  }

  /** The last reading, whole or not. */
  get latest(): string | undefined {
    return this.#readings.at(-1)?.raw;
  }

  add(raw: string): void {
    const coverage = this.#coverageOf(raw);
    this.#require(coverage.present, coverage.filled);
    this.#readings.push({ raw, ...coverage });
  }

  /** The reading that no further reading could improve; undefined where another one should be made. */
  sure(): string | undefined {
    const isAsked = ({ present }: Reading) =>
      this.#readings.length > 1 || this.#asked.every((name) => present.has(name));
    return this.#whole().find((reading) => isAsked(reading) && this.#blanksOf(reading).every(this.#isAgreed))
      ?.raw;
  }

  /** Returns the reading to send after all sources were read; undefined if each one is incomplete. */
  best(): string | undefined {
    const isRefuted = (name: string) => this.#readings.some(({ filled }) => filled.has(name));
    return this.sure() ?? this.#whole().find((reading) => !this.#blanksOf(reading).some(isRefuted))?.raw;
  }

  /** The fields that the readings lack or contradict each other about. */
  lacking(): string[] {
    const lacks = this.#readings.map((reading) => this.#lacksOf(reading));
    const least = lacks.toSorted((one, other) => one.length - other.length)[0] ?? [];
    if (least.length > 0) return least;
    return [...new Set(this.#whole().flatMap((reading) => this.#blanksOf(reading)))];
  }

  /** Whether each reading lacks a field, rather than only having it blank. */
  get isLacking(): boolean {
    return this.#whole().length === 0;
  }

  #require(present: ReadonlySet<string>, filled: ReadonlySet<string>): void {
    for (const name of present) if (!this.#optional.has(name)) this.#required.add(name);
    for (const name of filled) if (!this.#optional.has(name)) this.#filled.add(name);
  }

  /** The latest first. */
  #whole(): Reading[] {
    return this.#readings.filter((reading) => this.#lacksOf(reading).length === 0).reverse();
  }

  #lacksOf({ present }: Reading): string[] {
    return [...this.#required].filter((name) => !present.has(name));
  }

  #blanksOf({ present, filled }: Reading): string[] {
    return [...this.#filled].filter((name) => present.has(name) && !filled.has(name));
  }

  /** Two readings have the field without a value: another user has cleared it. */
  #isAgreed = (name: string): boolean =>
    this.#readings.filter(({ present }) => present.has(name)).length > 1 &&
    this.#readings.every(({ filled }) => !filled.has(name));
}
