import { isWithoutAddress } from './account-facts';
import { CLOSED, FUNDED, PAPERED, STALE } from './base';
import type { Book } from './book';
import { custodianDay } from './calendar';
import { otherCodeSlot } from './code-pools';
import { draw, TRAIT, unit } from './random';
import { CITIES } from './words';

/** What one night did to the accounts; the dates of nearly all others moved as well. */
export interface NightMoves {
  readonly changed: number;
  readonly added: number;
  readonly closed: number;
  /** Accounts the service no longer has at all. */
  readonly vanished: number;
}

/** Of a thousand accounts: five in all. */
const PER_MILLE = { changed: 3, added: 0.8, closed: 0.6, vanished: 0.6 } as const;

/** Lets a night pass over the accounts: the same seed and night always move the same ones, each once at most. */
export function letNightPass(book: Book): NightMoves {
  book.day++;
  book.version++;
  const { seed, day } = book;
  const before = book.size;
  const atLeastOne = (perMille: number): number => Math.max(1, Math.round((before * perMille) / 1000));
  /** A part of an account is one in some nights: a small firm does not lose its last account within a month. */
  const onAverage = (perMille: number): number =>
    Math.floor((before * perMille) / 1000 + unit(draw(seed, day, TRAIT.dayVanish)));

  const moved = (
    count: number,
    step: number,
    trait: number,
    move: (index: number, at: number) => boolean,
  ) => {
    let done = 0;
    for (let at = 0; at < (before === 0 ? 0 : count); at++) {
      const index = draw(seed, day * step + at, trait) % before;
      if (book.vanished[index] || book.moved[index] === day || !move(index, at)) continue;
      book.moved[index] = day;
      done++;
    }
    return done;
  };

  const changed = moved(atLeastOne(PER_MILLE.changed), 65_521, TRAIT.dayPick, (index, at) =>
    change(book, index, at),
  );
  const closed = moved(atLeastOne(PER_MILLE.closed), 65_519, TRAIT.closing, (index) => close(book, index));
  const vanished = moved(onAverage(PER_MILLE.vanished), 65_543, TRAIT.dayVanish, (index) => {
    book.vanished[index] = 1;
    return true;
  });
  const added = atLeastOne(PER_MILLE.added);
  for (let at = 0; at < added; at++) open(book, draw(seed, day * 65_497 + at, TRAIT.dayKind));
  return { changed, added, closed, vanished };
}

/** One thing about an open account changes, in a way that can be seen. */
function change(book: Book, index: number, at: number): boolean {
  const status = book.status[index];
  if (status === CLOSED) return false;
  const drawn = draw(book.seed, book.day * 65_537 + at, TRAIT.dayValue);
  const code = book.code[index] ?? 0;
  const other = otherCodeSlot(book.pools, book.custodian[index] ?? 0, code, drawn >>> 4);
  const kind = drawn % 4;
  if (kind === 0) book.status[index] = status === FUNDED ? STALE : FUNDED;
  else if (kind === 1 && !isWithoutAddress(book, index))
    book.city[index] = ((book.city[index] ?? 0) + 1 + ((drawn >>> 4) % (CITIES.length - 1))) % CITIES.length;
  else if (kind === 2 && other !== code) book.code[index] = other;
  // The custodian switched the billing; `payment` null stays rare.
  else book.payment[index] = book.payment[index] === 1 ? 2 : 1;
  return true;
}

function close(book: Book, index: number): boolean {
  if (book.status[index] === CLOSED) return false;
  book.status[index] = CLOSED;
  book.closed[index] = custodianDay(book.day);
  return true;
}

/** A new account; two in three belong to a family that is already there. */
function open(book: Book, drawn: number): void {
  const isNewFamily = drawn % 3 === 0 || book.families === 0;
  const index = book.append(isNewFamily ? book.families++ : drawn % book.families);
  book.status[index] = drawn % 5 < 2 ? PAPERED : FUNDED;
  book.closed[index] = 0;
  book.moved[index] = book.day;
  book.added[index] = book.day;
}
