import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import type { FieldDiff } from '#contract/exact-json/diff';
import { JsonError } from '#contract/exact-json/scan';
import { FieldSpans, valueEndInBytes } from './scan-bytes';

/** Identifies a record's content, and separates nightly dates from real changes. */
export interface RecordFingerprint {
  /** Hash of the text without the values of those dates. */
  readonly hash: string;
  /** The date values, one per line, empty for a missing date; empty if the hash covers the whole text. */
  readonly dates: string;
}

/**
 * Returns the dates that differ between two fingerprints, by name; undefined if anything else differs or a
 * full comparison is needed.
 */
export function changedDates(
  names: readonly string[],
  before: RecordFingerprint,
  after: RecordFingerprint,
): FieldDiff[] | undefined {
  if (before.hash !== after.hash || before.dates === '' || after.dates === '') return undefined;
  const oldDates = before.dates.split('\n');
  const newDates = after.dates.split('\n');
  return names.flatMap((name, index) =>
    oldDates[index] === newDates[index]
      ? []
      : [{ name, before: oldDates[index] || undefined, after: newDates[index] || undefined }],
  );
}

/** Returns a record as text. */
export const textOfBytes = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

/** Slots for start, end, and whether the dates are unclear. */
const HEAD_SLOTS = 3;
const NEWLINE = 0x0a;

/** The records of a page, as ranges of its bytes. Unchanged records are never decoded to text. */
export class RecordBytes {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #buffer: Buffer;
  readonly #dateSpans: FieldSpans;
  readonly #stride: number;
  #slots: Int32Array;
  #count = 0;
  #savedDates = Buffer.alloc(1_024);

  /** `dates`: names of the fields that a fingerprint separates. Takes ownership of the bytes. */
  constructor(bytes: Uint8Array<ArrayBuffer>, dates: readonly string[] = []) {
    // Two views of the same bytes: the plain array is fastest to scan; the Buffer computes hashes and text.
    this.#bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#dateSpans = new FieldSpans(dates);
    this.#stride = HEAD_SLOTS + 2 * dates.length;
    this.#slots = new Int32Array(1_024 * this.#stride);
  }

  /** Builds records from texts, any of which may be invalid JSON. */
  static ofTexts(texts: readonly string[], dates: readonly string[] = []): RecordBytes {
    const parts = texts.map((text) => Buffer.from(text));
    const records = new RecordBytes(new Uint8Array(Buffer.concat(parts)), dates);
    let position = 0;
    for (const { length } of parts) {
      records.#addText(position, position + length);
      position += length;
    }
    return records;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds the value that begins at `start` and returns the offset after it. Fails as scanning does. */
  add(start: number): number {
    this.#dateSpans.clear();
    const end = valueEndInBytes(this.#bytes, start, this.#dateSpans);
    this.#put(start, end, this.#dateSpans.isUnclear);
    return end;
  }

  #addText(start: number, end: number): void {
    this.#dateSpans.clear();
    let isUnclear = true;
    try {
      isUnclear = valueEndInBytes(this.#bytes, start, this.#dateSpans) !== end || this.#dateSpans.isUnclear;
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
    }
    this.#put(start, end, isUnclear);
  }

  #put(start: number, end: number, isUnclear: boolean): void {
    const slot = this.#count * this.#stride;
    if (slot >= this.#slots.length) {
      const larger = new Int32Array(2 * this.#slots.length);
      larger.set(this.#slots);
      this.#slots = larger;
    }
    this.#slots[slot] = start;
    this.#slots[slot + 1] = end;
    this.#slots[slot + 2] = isUnclear ? 1 : 0;
    this.#slots.set(this.#dateSpans.spans, slot + HEAD_SLOTS);
    this.#count += 1;
  }

  /** Returns a record's bytes as received. */
  bytes(index: number): Buffer {
    const slot = index * this.#stride;
    return this.#buffer.subarray(this.#slots[slot], this.#slots[slot + 1]);
  }

  /** Returns a record as text. */
  text(index: number): string {
    return textOfBytes(this.bytes(index));
  }

  /** Returns where a record begins and ends in `buffer`. */
  rangeOf(index: number): [start: number, end: number] {
    const slot = index * this.#stride;
    return [this.#slots[slot] ?? 0, this.#slots[slot + 1] ?? 0];
  }

  /** The bytes of the page. */
  get buffer(): ArrayBuffer {
    return this.#bytes.buffer;
  }

  texts(): string[] {
    return Array.from({ length: this.#count }, (_, index) => this.text(index));
  }

  fingerprint(index: number): RecordFingerprint {
    const slot = index * this.#stride;
    const hasDates = this.#stride > HEAD_SLOTS && this.#slots[slot + 2] === 0;
    const dates = hasDates ? this.#blank(slot) : '';
    const digest = hash('sha1', this.bytes(index), 'base64');
    if (hasDates) this.#restore(slot);
    return { hash: digest, dates };
  }

  /** Overwrites the dates with zeros, which JSON never contains, and returns their text. */
  #blank(slot: number): string {
    let length = 0;
    for (let dateSlot = slot + HEAD_SLOTS; dateSlot < slot + this.#stride; dateSlot += 2) {
      if (dateSlot > slot + HEAD_SLOTS) this.#savedDates[length++] = NEWLINE;
      const end = this.#slots[dateSlot + 1] ?? 0;
      for (let from = this.#slots[dateSlot] ?? 0; from < end; from++) {
        // Keeps a byte free for the next newline.
        if (length + 1 >= this.#savedDates.length)
          this.#savedDates = Buffer.concat([this.#savedDates, this.#savedDates]);
        this.#savedDates[length++] = this.#bytes[from] ?? 0;
        this.#bytes[from] = 0;
      }
    }
    // Clear date values are ASCII or null.
    return this.#savedDates.toString('latin1', 0, length);
  }

  #restore(slot: number): void {
    let length = 0;
    for (let dateSlot = slot + HEAD_SLOTS; dateSlot < slot + this.#stride; dateSlot += 2) {
      if (dateSlot > slot + HEAD_SLOTS) length++;
      const end = this.#slots[dateSlot + 1] ?? 0;
      for (let from = this.#slots[dateSlot] ?? 0; from < end; from++)
        this.#bytes[from] = this.#savedDates[length++] ?? 0;
    }
  }
}
