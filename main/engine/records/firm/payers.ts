import { readPayers } from '../../../../preload/contract/domain/assignments';
import type { Id } from './ids';

const NAME = '"assignments"';
const [QUOTE, COMMA, MINUS, ZERO, NINE, COLON] = [34, 44, 45, 48, 57, 58];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
/** Digits of which a number keeps every one. */
const EXACT = 15;
/** Where the reading ended of what is not written plainly. */
const ODD = -1;

/**
 * The accounts of a billing group and who pays for each, record after record. A firm has tens of thousands of groups:
 * what the service writes is read where it stands, without an object for each item and a text for each name, in half
 * the time of JSON.parse. Whatever is written otherwise is left to readPayers, which says what both must answer.
 */
export class Payers {
  /** Reused for each record: only as many as `length` says are of the last one. */
  readonly accounts: Id[] = [];
  readonly payers: (Id | null)[] = [];
  length = 0;
  /** The number that was last read. */
  #number = 0;

  /** `record`: JSON of a group, as the service sent it. */
  read(record: string): void {
    this.length = 0;
    if (this.#readPlain(record)) return;
    this.length = 0;
    for (const { account, payer } of readPayers(record)) this.#push(account, payer);
  }

  #push(account: Id, payer: Id | null): void {
    this.accounts[this.length] = account;
    this.payers[this.length] = payer;
    this.length += 1;
  }

  #readPlain(record: string): boolean {
    const name = record.indexOf(NAME);
    const list = name + NAME.length + 1;
    // Without a backslash a quote always ends a text, so this is a name and no part of one; and as only the record's own
    // brace is before it, it is a name of the record itself.
    // indexOf alone is compiled; other searches cost several times as much.
    if (
      name < 0 ||
      record.charCodeAt(list - 1) !== COLON ||
      record.charCodeAt(list) !== OPEN_LIST ||
      record.charCodeAt(0) !== OPEN_OBJECT ||
      isBefore(record.indexOf('{', 1), name) ||
      record.indexOf('\\') >= 0
    )
      return false;
    const end = this.#items(record, list);
    return end !== ODD && record.indexOf(NAME, end) < 0; // of two lists with that name the last one would count
  }

  /** Reads the list that begins here, and says where it ends. */
  #items(record: string, list: number): number {
    let at = list + 1;
    if (record.charCodeAt(at) === CLOSE_LIST) return at;
    for (;;) {
      at = this.#item(record, at);
      const code = at === ODD ? ODD : record.charCodeAt(at);
      if (code === CLOSE_LIST) return at;
      if (code !== COMMA) return ODD;
      at += 1;
    }
  }

  /** Reads the item that begins here, and says where it ends. */
  #item(record: string, from: number): number {
    let account: number | null = null;
    let payer: number | null = null;
    if (record.charCodeAt(from) !== OPEN_OBJECT) return ODD;
    for (let at = from + 1; ; at += 1) {
      if (record.charCodeAt(at) !== QUOTE) return ODD;
      const name = at + 1;
      const end = textEnd(record, name);
      const value = end + 2;
      if (record.charCodeAt(end + 1) !== COLON) return ODD;
      if (isNamed(record, name, end, 'account_id')) {
        at = this.#numberEnd(record, value);
        account = this.#number;
      } else if (isNamed(record, name, end, 'fee_location')) {
        at = this.#numberEnd(record, value);
        payer = this.#number;
      } else at = skippedEnd(record, value);
      if (at === ODD) return ODD;
      if (record.charCodeAt(at) === COMMA) continue;
      if (record.charCodeAt(at) !== CLOSE_OBJECT) return ODD;
      if (account !== null) this.#push(account, payer);
      return at + 1;
    }
  }

  /** Reads a whole number that is written as numbers are. */
  #numberEnd(record: string, from: number): number {
    const isNegative = record.charCodeAt(from) === MINUS;
    const first = isNegative ? from + 1 : from;
    let number = 0;
    let at = first;
    for (; at - first <= EXACT; at += 1) {
      const code = record.charCodeAt(at);
      if (code < ZERO || code > NINE) break;
      number = number * 10 + code - ZERO;
    }
    this.#number = isNegative ? -number : number;
    const isOdd = at === first || at - first > EXACT || (isNegative && number === 0);
    return isOdd || !isEnd(record.charCodeAt(at)) ? ODD : at;
  }
}

const isBefore = (found: number, place: number): boolean => found >= 0 && found < place;

const isEnd = (code: number): boolean => code === COMMA || code === CLOSE_OBJECT;

/** Where the text ends that begins here: its closing quote; the end of the record where there is none. */
function textEnd(record: string, from: number): number {
  let at = from;
  while (at < record.length && record.charCodeAt(at) !== QUOTE) at += 1;
  return at;
}

const isNamed = (record: string, from: number, end: number, name: string): boolean =>
  end - from === name.length && record.startsWith(name, from);

/** Where a value ends that nobody asks for, unless it is nested. */
function skippedEnd(record: string, from: number): number {
  if (record.charCodeAt(from) === QUOTE) return textEnd(record, from + 1) + 1;
  for (let at = from; at < record.length; at += 1) {
    const code = record.charCodeAt(at);
    if (isEnd(code)) return at;
    if (code === OPEN_OBJECT || code === OPEN_LIST) return ODD;
  }
  return ODD;
}
