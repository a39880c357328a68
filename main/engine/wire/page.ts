import { isUtf8 } from 'node:buffer';
import { fail } from '#contract/failure';
import { failureOfJson, readEnvelope, type PageMeta } from './envelope';
import { RecordBytes } from './record-bytes';
import {
  isListInBytes,
  isObjectInBytes,
  readItemsInBytes,
  readMembersInBytes,
  skipSpaceInBytes,
  valueEndInBytes,
} from './scan-bytes';

export interface WirePage {
  readonly meta: PageMeta;
  readonly records: RecordBytes;
}

const DATA = '"data"';
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Parses one page of a list (spec 4.1) as bytes; only the text around the records is decoded and parsed like
 * any envelope. `dates`: see RecordBytes. Fails as readEnvelope does, and with `odd-answer` for a body that
 * is not a list: storing a message as a record would make everything else look removed.
 */
export function readPage(body: ArrayBuffer, dates: readonly string[] = []): WirePage {
  // Invalid UTF-8 is decoded and encoded again, so that all readers see the same replacement characters.
  const isClean = isUtf8(new Uint8Array(body));
  const bytes = isClean ? new Uint8Array(body) : new TextEncoder().encode(new TextDecoder().decode(body));
  let list: FoundList | undefined;
  let frame: string;
  try {
    ({ list, frame } = splitPage(bytes, dates));
  } catch (error) {
    throw failureOfJson(error);
  }
  const { shape, meta, records } = readEnvelope(frame);
  if (shape === 'single') throw fail('odd-answer', { cause: 'the response is not a list' });
  // If the name `data` was written with escapes, its records are part of the text.
  const listRecords = records.length === 0 ? list?.records : undefined;
  return { meta, records: listRecords ?? RecordBytes.ofTexts(records, dates) };
}

interface FoundList {
  readonly records: RecordBytes;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the record list, and returns the text around it with an empty list in its place; without a list, all
 * text.
 */
function splitPage(
  bytes: Uint8Array<ArrayBuffer>,
  dates: readonly string[],
): { list?: FoundList; frame: string } {
  const listAt = (start: number): FoundList => {
    const records = new RecordBytes(bytes, dates);
    return { records, start, end: readItemsInBytes(bytes, start, (offset) => records.add(offset)) };
  };
  const start = skipSpaceInBytes(
    bytes,
    BYTE_ORDER_MARK.every((code, index) => bytes[index] === code) ? BYTE_ORDER_MARK.length : 0,
  );
  let list: FoundList | undefined;
  if (isListInBytes(bytes, start)) list = listAt(start);
  else if (isObjectInBytes(bytes, start)) {
    const dataLists: (FoundList | undefined)[] = [];
    readMembersInBytes(bytes, start, (name, nameEnd, value) => {
      if (decodeRange(bytes, name, nameEnd) !== DATA) return valueEndInBytes(bytes, value);
      const data = isListInBytes(bytes, value) ? listAt(value) : undefined;
      dataLists.push(data);
      return data?.end ?? valueEndInBytes(bytes, value);
    });
    if (dataLists.length === 1) [list] = dataLists; // if `data` is repeated, the last one counts, which the text parser handles
  }
  return {
    ...(list ? { list } : {}),
    frame: list
      ? `${decodeRange(bytes, start, list.start)}[]${decodeRange(bytes, list.end, bytes.length)}`
      : decodeRange(bytes, start, bytes.length),
  };
}

const decodeRange = (bytes: Uint8Array<ArrayBuffer>, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
