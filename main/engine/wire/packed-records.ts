import { textOfBytes, type RecordFingerprint, type RecordBytes } from './record-bytes';

/** The records of a page, by index. */
export interface PageRecords {
  readonly count: number;
  /** Returns a record's bytes as received. */
  bytes(which: number): Buffer;
  /** Returns a record as text. */
  text(which: number): string;
  fingerprint(which: number): RecordFingerprint;
}

/** Records on their way to another thread: one transferred buffer and a few long strings. */
export interface PackedRecords {
  readonly bytes: ArrayBuffer;
  /** Start and end of each record. */
  readonly places: Int32Array<ArrayBuffer>;
  /** The hashes, all of equal length. */
  readonly hashes: string;
  /** The dates of all records, in order. */
  readonly dates: string;
}

/** Separates the dates of two records; dates never contain this character (wire/scan-bytes). */
const DATE_SEPARATOR = '\0';

/** Computes fingerprints and packs records for another thread. `giveWay` runs between records. */
export function packRecords(records: RecordBytes, yieldNow = (): void => undefined): PackedRecords {
  const { count } = records;
  const places = new Int32Array(2 * count);
  const dates: string[] = [];
  let hashes = '';
  for (let which = 0; which < count; which += 1) {
    yieldNow();
    const [start, end] = records.rangeOf(which);
    places[2 * which] = start;
    places[2 * which + 1] = end;
    const print = records.fingerprint(which);
    hashes += print.hash;
    dates.push(print.dates);
  }
  return { bytes: records.buffer, places, hashes, dates: dates.join(DATE_SEPARATOR) };
}

/** Returns the records of a page that another thread parsed. */
export function unpackRecords({ bytes, places, hashes, dates }: PackedRecords): PageRecords {
  const count = places.length / 2;
  const all = Buffer.from(bytes);
  const length = hashes.length / Math.max(1, count);
  const datesOf = dates.split(DATE_SEPARATOR);
  const bytesOf = (which: number): Buffer => all.subarray(places[2 * which], places[2 * which + 1]);
  return {
    count,
    bytes: bytesOf,
    text: (which) => textOfBytes(bytesOf(which)),
    fingerprint: (which) => ({
      hash: hashes.slice(which * length, (which + 1) * length),
      dates: datesOf[which] ?? '',
    }),
  };
}
