import { isWithoutAddress } from './account-facts';
import { CLOSED, FUNDED, PAPERED, STALE } from './base';
import type { Book } from './book';
import { custodianDay } from './calendar';
import { otherCodeSlot } from './code-pools';
import { draw, TRAIT, unit } from './random';
import { CITIES } from './name-lists';

/** Counts of the accounts that one night changed, besides the dates of nearly all others. */
export interface NightChanges {
  readonly changed: number;
  readonly added: number;
  readonly closed: number;
  /** Accounts that the service no longer returns. */
  readonly vanished: number;
}

/** Per thousand accounts; five in total. */
const PER_THOUSAND = { changed: 3, added: 0.8, closed: 0.6, vanished: 0.6 } as const;

/** Simulates one night. The same seed and night always change the same accounts, each at most once. */
export function simulateNight(book: Book): NightChanges {
  book.day++;
  book.version++;
  const { seed, day } = book;
  const sizeBefore = book.size;
  const atLeastOne = (perThousand: number): number =>
    Math.max(1, Math.round((sizeBefore * perThousand) / 1000));
  /** Rounds up or down at random, so that a small firm does not lose its last account within a month. */
  const onAverage = (perThousand: number): number =>
    Math.floor((sizeBefore * perThousand) / 1000 + unit(draw(seed, day, TRAIT.dayVanish)));

  /** `step`: a prime near 2^16, different for each kind of change, so that draws of different nights don't coincide. */
  const changeSome = (
    count: number,
    step: number,
    trait: number,
    change: (index: number, drawIndex: number) => boolean,
  ) => {
    let changedCount = 0;
    for (let drawIndex = 0; drawIndex < (sizeBefore === 0 ? 0 : count); drawIndex++) {
      const index = draw(seed, day * step + drawIndex, trait) % sizeBefore;
      if (book.vanished[index] || book.changedOnNight[index] === day || !change(index, drawIndex)) continue;
      book.changedOnNight[index] = day;
      changedCount++;
    }
    return changedCount;
  };

  const changed = changeSome(atLeastOne(PER_THOUSAND.changed), 65_521, TRAIT.dayPick, (index, drawIndex) =>
    changeAccount(book, index, drawIndex),
  );
  const closed = changeSome(atLeastOne(PER_THOUSAND.closed), 65_519, TRAIT.closing, (index) =>
    closeAccount(book, index),
  );
  const vanished = changeSome(onAverage(PER_THOUSAND.vanished), 65_543, TRAIT.dayVanish, (index) => {
    book.vanished[index] = 1;
    return true;
  });
  const added = atLeastOne(PER_THOUSAND.added);
  for (let drawIndex = 0; drawIndex < added; drawIndex++)
    openAccount(book, draw(seed, day * 65_497 + drawIndex, TRAIT.dayKind), drawIndex === 0);
  return { changed, added, closed, vanished };
}

/** Changes one visible fact of an open account. */
function changeAccount(book: Book, index: number, drawIndex: number): boolean {
  const status = book.status[index];
  if (status === CLOSED) return false;
  const drawn = draw(book.seed, book.day * 65_537 + drawIndex, TRAIT.dayValue);
  const code = book.code[index] ?? 0;
  const other = otherCodeSlot(book.pools, book.custodian[index] ?? 0, code, drawn >>> 4);
  const kind = drawn % 4;
  if (kind === 0) book.status[index] = status === FUNDED ? STALE : FUNDED;
  else if (kind === 1 && !isWithoutAddress(book, index))
    book.city[index] = ((book.city[index] ?? 0) + 1 + ((drawn >>> 4) % (CITIES.length - 1))) % CITIES.length;
  else if (kind === 2 && other !== code) book.code[index] = other;
  // Switches between billing at the custodian (1) and direct billing (2). Never null, which stays rare.
  else book.payment[index] = book.payment[index] === 1 ? 2 : 1;
  return true;
}

function closeAccount(book: Book, index: number): boolean {
  if (book.status[index] === CLOSED) return false;
  book.status[index] = CLOSED;
  book.closed[index] = custodianDay(book.day);
  return true;
}

/**
 * Adds an account; two in three belong to an existing family. New accounts have no fee structure. The first one of a
 * night is always funded, so that review rules find something every night.
 */
function openAccount(book: Book, drawn: number, isFunded: boolean): void {
  const isNewFamily = drawn % 3 === 0 || book.families === 0;
  const index = book.append(isNewFamily ? book.families++ : drawn % book.families);
  book.status[index] = !isFunded && drawn % 5 < 2 ? PAPERED : FUNDED;
  book.closed[index] = 0;
  book.changedOnNight[index] = book.day;
  book.added[index] = book.day;
}
