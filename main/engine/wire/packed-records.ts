import { textOfBytes, type Fingerprint, type RecordBytes } from './record-bytes';

/** The records of a page, by their places in it. */
export interface Records {
  readonly count: number;
  /** A record as it came. */
  bytes(which: number): Buffer;
  /** The same as text. */
  text(which: number): string;
  fingerprint(which: number): Fingerprint;
}

/** Records on their way to another thread: the bytes are handed over, all else is a few long texts. */
export interface PackedRecords {
  readonly bytes: ArrayBuffer;
  /** Of each record where it begins and ends. */
  readonly places: Int32Array<ArrayBuffer>;
  /** The hashes, all of one length. */
  readonly hashes: string;
  /** The dates, a record's after the other's. */
  readonly dates: string;
}

/** Between the dates of two records; they have no such character (wire/scan-bytes). */
const GAP = '\0';

/** Takes the fingerprints of records, and packs them together with their bytes; `giveWay` runs between two. */
export function packed(records: RecordBytes, giveWay = (): void => undefined): PackedRecords {
  const { count } = records;
  const places = new Int32Array(2 * count);
  const dates: string[] = [];
  let hashes = '';
  for (let which = 0; which < count; which += 1) {
    giveWay();
    const [start, end] = records.place(which);
    places[2 * which] = start;
    places[2 * which + 1] = end;
    const print = records.fingerprint(which);
    hashes += print.hash;
    dates.push(print.dates);
  }
  return { bytes: records.buffer, places, hashes, dates: dates.join(GAP) };
}

/** The records of a page that another thread has read. */
export function unpacked({ bytes, places, hashes, dates }: PackedRecords): Records {
  const count = places.length / 2;
  const all = Buffer.from(bytes);
  const length = hashes.length / Math.max(1, count);
  const datesOf = dates.split(GAP);
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
