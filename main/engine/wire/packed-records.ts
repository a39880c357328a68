import { textOfBytes, type RecordFingerprint, type RecordBytes } from './record-bytes';

/** The records of a page, by index. */
export interface PageRecords {
  readonly count: number;
  /** Returns a record's bytes as received. */
  bytes(index: number): Buffer;
  /** Returns a record as text. */
  text(index: number): string;
  fingerprint(index: number): RecordFingerprint;
}

/** Records packed for another thread: one transferred buffer and a few long strings. */
export interface PackedRecords {
  readonly bytes: ArrayBuffer;
  /** Start and end of each record. */
  readonly ranges: Int32Array<ArrayBuffer>;
  /** The hashes, all of equal length. */
  readonly hashes: string;
  /** The dates of all records, in order. */
  readonly dates: string;
}

/** Separates the dates of two records; dates never contain this character (wire/scan-bytes). */
const DATE_SEPARATOR = '\0';

/** Computes fingerprints and packs records for another thread. `yieldNow` runs between records. */
export function packRecords(records: RecordBytes, yieldNow = (): void => undefined): PackedRecords {
  const { count } = records;
  const ranges = new Int32Array(2 * count);
  const dates: string[] = [];
  let hashes = '';
  for (let index = 0; index < count; index += 1) {
    yieldNow();
    const [start, end] = records.rangeOf(index);
    ranges[2 * index] = start;
    ranges[2 * index + 1] = end;
    const fingerprint = records.fingerprint(index);
    hashes += fingerprint.hash;
    dates.push(fingerprint.dates);
  }
  return { bytes: records.buffer, ranges, hashes, dates: dates.join(DATE_SEPARATOR) };
}

/** Returns the records of a page that another thread parsed. */
export function unpackRecords({ bytes, ranges, hashes, dates }: PackedRecords): PageRecords {
  const count = ranges.length / 2;
  const allBytes = Buffer.from(bytes);
  const length = hashes.length / Math.max(1, count);
  const recordDates = dates.split(DATE_SEPARATOR);
  const bytesOf = (index: number): Buffer => allBytes.subarray(ranges[2 * index], ranges[2 * index + 1]);
  return {
    count,
    bytes: bytesOf,
    text: (index) => textOfBytes(bytesOf(index)),
    fingerprint: (index) => ({
      hash: hashes.slice(index * length, (index + 1) * length),
      dates: recordDates[index] ?? '',
    }),
  };
}
