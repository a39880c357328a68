import { spellingsOf } from '#contract/exact-json/field-text';
import { fieldsOf, type ExactFields } from '#contract/exact-json/fields';
import type { Resource } from '#contract/resource';

/** What is known of a record before it is read. */
export interface Expectation {
  /** The record as an earlier reading had it, for example the cached one. */
  readonly raw?: string | undefined;
  /** Editable fields that a reading may leave out. */
  readonly optional?: ReadonlySet<string>;
  /** Fields that are about to be written: if the first reading leaves one out, a second reading is made. */
  readonly fieldsToWrite?: readonly string[];
}

/** Which editable fields a record has under any spelling, and which of them hold a value. */
interface Coverage {
  readonly present: ReadonlySet<string>;
  readonly filled: ReadonlySet<string>;
}
/** Records with the same fields and values in them have the same object. */
type CoverageOf = (raw: string) => Coverage;

/** Returns a function that reports the editable fields of a record of the resource. */
export function editableCoverage({ fields }: Pick<Resource, 'fields'>): CoverageOf {
  const editable = Object.entries(fields).flatMap(([name, field]) =>
    field.editable ? [{ name, spellings: spellingsOf(name, field) }] : [],
  );
  const known = new Map<string, Coverage>();
  return (raw) => {
    const record = fieldsOf(raw) ?? {};
    let states = '';
    for (const { spellings } of editable) states += stateOf(record, spellings);
    let coverage = known.get(states);
    if (!coverage) {
      const namesOf = (...wanted: string[]) =>
        new Set(editable.flatMap(({ name }, index) => (wanted.includes(states.charAt(index)) ? [name] : [])));
      coverage = { present: namesOf(BLANK, FILLED), filled: namesOf(FILLED) };
      known.set(states, coverage);
    }
    return coverage;
  };
}

const ABSENT = '0';
const BLANK = '1';
const FILLED = '2';

/** Returns the state of a field, as one letter: filled if any spelling is. */
function stateOf(record: ExactFields, spellings: readonly string[]): string {
  let state = ABSENT;
  for (const spelling of spellings) {
    const value = record[spelling];
    if (value === undefined) continue;
    if (isFilled(value)) return FILLED;
    state = BLANK;
  }
  return state;
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

interface Reading extends Coverage {
  readonly raw: string;
}

/**
 * The readings of one record, and whether one of them may be sent back in full: it must have every editable field that
 * the expectation or another reading has. A value that one reading has and another lacks or blanks is a contradiction.
 */
export class RecordReadings {
  readonly #coverageOf: CoverageOf;
  readonly #optional: ReadonlySet<string>;
  readonly #fieldsToWrite: readonly string[];
  /** The fields of an earlier reading that others must have. */
  readonly #earlier: Coverage | undefined;
  /** What the earlier reading and all others have; null if they differ. As long as they agree, nothing is missing. */
  #common: Coverage | null | undefined;
  readonly #readings: Reading[] = [];

  constructor(
    { fields }: Pick<Resource, 'fields'>,
    coverageOf: CoverageOf,
    { raw, optional = new Set(), fieldsToWrite = [] }: Expectation,
  ) {
    this.#coverageOf = coverageOf;
    this.#optional = optional;
    this.#fieldsToWrite = fieldsToWrite;
    if (raw === undefined) return;
    this.#common = coverageOf(raw);
    const { present, filled } = this.#common;
    // A blank value of a field that may be absent proves nothing (wire facts B2).
    const isExpected = (name: string) => filled.has(name) || fields[name]?.mayBeAbsent !== true;
    this.#earlier = { present: new Set([...present].filter(isExpected)), filled };
  }

  get isRead(): boolean {
    return this.#readings.length > 0;
  }

  /** The last reading, complete or not. */
  get latest(): string | undefined {
    return this.#readings.at(-1)?.raw;
  }

  add(raw: string): void {
    const coverage = this.#coverageOf(raw);
    this.#common = this.#common === undefined || this.#common === coverage ? coverage : null;
    this.#readings.push({ raw, ...coverage });
  }

  /** Returns the reading that no further reading could improve; undefined if another one is needed. */
  conclusiveReading(): string | undefined {
    const hasWrittenFields = ({ present }: Reading) =>
      this.#readings.length > 1 || this.#fieldsToWrite.every((name) => present.has(name));
    const latest = this.#readings.at(-1);
    if (latest && this.#common) return hasWrittenFields(latest) ? latest.raw : undefined;
    return this.#completeReadings().find(
      (reading) => hasWrittenFields(reading) && this.#blanksIn(reading).every(this.#isConfirmedBlank),
    )?.raw;
  }

  /** Returns the reading to send after all sources were read; undefined if each is incomplete or contradicted. */
  bestReading(): string | undefined {
    const isRefuted = (name: string) => this.#readings.some(({ filled }) => filled.has(name));
    return (
      this.conclusiveReading() ??
      this.#completeReadings().find((reading) => !this.#blanksIn(reading).some(isRefuted))?.raw
    );
  }

  /** Returns the fields that the readings lack or contradict each other about. */
  unreliableFields(): string[] {
    const missing = this.#readings.map((reading) => this.#missingIn(reading));
    const fewestMissing = missing.toSorted((a, b) => a.length - b.length)[0] ?? [];
    if (fewestMissing.length > 0) return fewestMissing;
    return [...new Set(this.#completeReadings().flatMap((reading) => this.#blanksIn(reading)))];
  }

  /** True if each reading lacks a field, rather than only having it blank. */
  get allIncomplete(): boolean {
    return this.#completeReadings().length === 0;
  }

  /** Returns the fields that a reading must have, or fill: those that any reading has. */
  #expectedIn(part: keyof Coverage): string[] {
    const names = [this.#earlier, ...this.#readings].flatMap((coverage) =>
      coverage ? [...coverage[part]] : [],
    );
    return [...new Set(names)].filter((name) => !this.#optional.has(name));
  }

  /** Returns the readings with all expected fields, latest first. */
  #completeReadings(): Reading[] {
    return this.#readings.filter((reading) => this.#missingIn(reading).length === 0).reverse();
  }

  #missingIn({ present }: Reading): string[] {
    return this.#expectedIn('present').filter((name) => !present.has(name));
  }

  #blanksIn({ present, filled }: Reading): string[] {
    return this.#expectedIn('filled').filter((name) => present.has(name) && !filled.has(name));
  }

  /** Returns true if two readings have the field blank and none has a value: another user has cleared it. */
  #isConfirmedBlank = (name: string): boolean =>
    this.#readings.filter(({ present }) => present.has(name)).length > 1 &&
    this.#readings.every(({ filled }) => !filled.has(name));
}
