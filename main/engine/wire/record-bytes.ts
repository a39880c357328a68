import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import type { FieldDiff } from '../../../preload/contract/exact-json/diff';
import { JsonFault } from '../../../preload/contract/exact-json/scan';
import { Marked, valueEnd } from './scan-bytes';

/** By what a record is known again, and told from one of which only such dates moved as move every night. */
export interface Fingerprint {
  /** Hash of the text, without the values of those dates. */
  readonly hash: string;
  /** The texts of these values, one on a line, an empty one for a date that is not there; empty where the hash is of all. */
  readonly dates: string;
}

/**
 * The dates of which two texts of a record differ, by their names in the order of the fingerprints; undefined where
 * something else differs, or where that takes a closer look.
 */
export function datesMoved(
  names: readonly string[],
  before: Fingerprint,
  after: Fingerprint,
): FieldDiff[] | undefined {
  if (before.hash !== after.hash || before.dates === '' || after.dates === '') return undefined;
  const old = before.dates.split('\n');
  const now = after.dates.split('\n');
  return names.flatMap((name, at) =>
    old[at] === now[at] ? [] : [{ name, before: old[at] || undefined, after: now[at] || undefined }],
  );
}

/** A record as text. */
export const textOfBytes = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

/** Start, end, and whether the dates are unclear. */
const HEAD = 3;

/** The records of a page, within its bytes: what is as it was stored never becomes text. */
export class RecordBytes {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #buffer: Buffer;
  readonly #marked: Marked;
  readonly #stride: number;
  #places: Int32Array;
  #count = 0;
  #kept = Buffer.alloc(1_024);

  /** `dates`: names of the fields that a fingerprint tells apart. The bytes are this one's own from now on. */
  constructor(bytes: Uint8Array<ArrayBuffer>, dates: readonly string[] = []) {
    // Two views of the same: the plain one is stepped over, as that of its page is, the other knows hashes and texts.
    this.#bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#marked = new Marked(dates);
    this.#stride = HEAD + 2 * dates.length;
    this.#places = new Int32Array(1_024 * this.#stride);
  }

  /** The same of texts, of which one may be no JSON. */
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

  /** Takes in the value that begins there; answers one past its end. Fails as stepping over it does. */
  add(start: number): number {
    this.#marked.clear();
    const end = valueEnd(this.#bytes, start, this.#marked);
    this.#put(start, end, this.#marked.isUnclear);
    return end;
  }

  #addText(start: number, end: number): void {
    this.#marked.clear();
    let isUnclear = true;
    try {
      isUnclear = valueEnd(this.#bytes, start, this.#marked) !== end || this.#marked.isUnclear;
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
    this.#places.set(this.#marked.spans, at + HEAD);
    this.#count += 1;
  }

  /** A record as it came. */
  bytes(which: number): Buffer {
    const at = which * this.#stride;
    return this.#buffer.subarray(this.#places[at], this.#places[at + 1]);
  }

  /** The same as text. */
  text(which: number): string {
    return textOfBytes(this.bytes(which));
  }

  /** Where it begins and ends in `buffer`. */
  place(which: number): [start: number, end: number] {
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

  fingerprint(which: number): Fingerprint {
    const at = which * this.#stride;
    const hasDates = this.#stride > HEAD && this.#places[at + 2] === 0;
    const dates = hasDates ? this.#blank(at) : '';
    const digest = hash('sha1', this.bytes(which), 'base64');
    if (hasDates) this.#restore(at);
    return { hash: digest, dates };
  }

  /** Puts zeros in the place of the dates, which no JSON has, and answers what they were. */
  #blank(at: number): string {
    let length = 0;
    for (let place = at + HEAD; place < at + this.#stride; place += 2) {
      if (place > at + HEAD) this.#kept[length++] = 10;
      const end = this.#places[place + 1] ?? 0;
      for (let from = this.#places[place] ?? 0; from < end; from++) {
        if (length + 1 >= this.#kept.length) this.#kept = Buffer.concat([this.#kept, this.#kept]);
        this.#kept[length++] = this.#bytes[from] ?? 0;
        this.#bytes[from] = 0;
      }
    }
    return this.#kept.toString('latin1', 0, length);
  }

  #restore(at: number): void {
    let length = 0;
    for (let place = at + HEAD; place < at + this.#stride; place += 2) {
      if (place > at + HEAD) length++;
      const end = this.#places[place + 1] ?? 0;
      for (let from = this.#places[place] ?? 0; from < end; from++)
        this.#bytes[from] = this.#kept[length++] ?? 0;
    }
  }
}
