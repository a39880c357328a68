import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import type { FieldDiff } from '#contract/exact-json/diff';
import { JsonFault } from '#contract/exact-json/scan';
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
  const old = before.dates.split('\n');
  const now = after.dates.split('\n');
  return names.flatMap((name, at) =>
    old[at] === now[at] ? [] : [{ name, before: old[at] || undefined, after: now[at] || undefined }],
  );
}

/** Returns a record as text. */
export const textOfBytes = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

/** Slots for start, end, and whether the dates are unclear. */
const HEAD_SLOTS = 3;

/** The records of a page, as ranges of its bytes. Unchanged records are never decoded to text. */
export class RecordBytes {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #buffer: Buffer;
  readonly #marked: FieldSpans;
  readonly #stride: number;
  #places: Int32Array;
  #count = 0;
  #savedDates = Buffer.alloc(1_024);

  /** `dates`: names of the fields that a fingerprint separates. Takes ownership of the bytes. */
  constructor(bytes: Uint8Array<ArrayBuffer>, dates: readonly string[] = []) {
    // Two views of the same bytes: the plain array is fastest to scan; the Buffer computes hashes and text.
    this.#bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#marked = new FieldSpans(dates);
    this.#stride = HEAD_SLOTS + 2 * dates.length;
    this.#places = new Int32Array(1_024 * this.#stride);
  }

  /** Builds records from texts, any of which may be invalid JSON. */
  static ofTexts(texts: readonly string[], dates: readonly string[] = []): RecordBytes {
    const parts = texts.map((text) => Buffer.from(text));
    const records = new RecordBytes(new Uint8Array(Buffer.concat(parts)), dates);
    let at = 0;
    for (const { length } of parts) {
      records.#addText(at, at + length);
      at += length;
    }
    return records;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds the value that begins at `start` and returns the offset after it. Fails as scanning does. */
  add(start: number): number {
    this.#marked.clear();
    const end = valueEndInBytes(this.#bytes, start, this.#marked);
    this.#put(start, end, this.#marked.isUnclear);
    return end;
  }

  #addText(start: number, end: number): void {
    this.#marked.clear();
    let isUnclear = true;
    try {
      isUnclear = valueEndInBytes(this.#bytes, start, this.#marked) !== end || this.#marked.isUnclear;
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
    }
    this.#put(start, end, isUnclear);
  }

  #put(start: number, end: number, isUnclear: boolean): void {
    const at = this.#count * this.#stride;
    if (at >= this.#places.length) {
      const more = new Int32Array(2 * this.#places.length);
      more.set(this.#places);
      this.#places = more;
    }
    this.#places[at] = start;
    this.#places[at + 1] = end;
    this.#places[at + 2] = isUnclear ? 1 : 0;
    this.#places.set(this.#marked.spans, at + HEAD_SLOTS);
    this.#count += 1;
  }

  /** Returns a record's bytes as received. */
  bytes(which: number): Buffer {
    const at = which * this.#stride;
    return this.#buffer.subarray(this.#places[at], this.#places[at + 1]);
  }

  /** Returns a record as text. */
  text(which: number): string {
    return textOfBytes(this.bytes(which));
  }

  /** Returns where a record begins and ends in `buffer`. */
  rangeOf(which: number): [start: number, end: number] {
    const at = which * this.#stride;
    return [this.#places[at] ?? 0, this.#places[at + 1] ?? 0];
  }

  /** The bytes of the page. */
  get buffer(): ArrayBuffer {
    return this.#bytes.buffer;
  }

  texts(): string[] {
    return Array.from({ length: this.#count }, (_, which) => this.text(which));
  }

  fingerprint(which: number): RecordFingerprint {
    const at = which * this.#stride;
    const hasDates = this.#stride > HEAD_SLOTS && this.#places[at + 2] === 0;
    const dates = hasDates ? this.#blank(at) : '';
    const digest = hash('sha1', this.bytes(which), 'base64');
    if (hasDates) this.#restore(at);
    return { hash: digest, dates };
  }

  /** Overwrites the dates with zeros, which JSON never contains, and returns their text. */
  #blank(at: number): string {
    let length = 0;
    for (let place = at + HEAD_SLOTS; place < at + this.#stride; place += 2) {
      if (place > at + HEAD_SLOTS) this.#savedDates[length++] = 10;
      const end = this.#places[place + 1] ?? 0;
      for (let from = this.#places[place] ?? 0; from < end; from++) {
        if (length + 1 >= this.#savedDates.length)
          this.#savedDates = Buffer.concat([this.#savedDates, this.#savedDates]);
        this.#savedDates[length++] = this.#bytes[from] ?? 0;
        this.#bytes[from] = 0;
      }
    }
    return this.#savedDates.toString('latin1', 0, length);
  }

  #restore(at: number): void {
    let length = 0;
    for (let place = at + HEAD_SLOTS; place < at + this.#stride; place += 2) {
      if (place > at + HEAD_SLOTS) length++;
      const end = this.#places[place + 1] ?? 0;
      for (let from = this.#places[place] ?? 0; from < end; from++)
        this.#bytes[from] = this.#savedDates[length++] ?? 0;
    }
  }
}
