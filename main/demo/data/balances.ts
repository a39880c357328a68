import { balance, CLOSED, inceptionDay, PAPERED } from './base';
import { FIRST_ACCOUNT_ID, type Book } from './book';
import { lastDataDay } from './accounts';
import { isoDate, QUARTER_ENDS } from './calendar';
import { chargedFees } from './charged-fees';
import { quarterBalance } from './fees';
import { accountNumber } from './custodians';
import { feeCases } from './fee-cases';
import { draw, TRAIT, unit } from './random';
import type { DemoRow, DemoTable } from '../table';

/** Returns an account's value in cents on the day of its last data: within 2% of its base, moving nightly. */
function valueCents(book: Book, index: number): number {
  const drift = 0.98 + unit(draw(book.seed, index * 64 + book.day, TRAIT.balance)) * 0.04;
  return Math.round(balance(book.seed, index) * drift * 100);
}

/** Returns an account's cash in cents: enough for two fees like the latest one, except for one account. */
function cashCents(book: Book, index: number, total: number): number {
  const fee = chargedFees(book, QUARTER_ENDS.length - 1).get(index)?.cents ?? 0;
  if (index === feeCases(book).lowCash) return Math.floor(fee / 2);
  const cash = Math.round(total * (0.005 + unit(draw(book.seed, index, TRAIT.cash)) * 0.06));
  return Math.min(total, Math.max(cash, fee * 2));
}

/** Returns a row of GET /data/source/account-balances/latest (wire facts A); undefined without data. */
export function demoBalance(book: Book, index: number): DemoRow | undefined {
  const day = lastDataDay(book, index);
  const status = book.status[index];
  if (day === null || status === CLOSED || status === PAPERED || book.vanished[index]) return undefined;
  const total = valueCents(book, index);
  const cash = cashCents(book, index, total);
  return {
    object: 'data.account_balance',
    account_id: FIRST_ACCOUNT_ID + index,
    account_number: accountNumber(book.seed, index),
    reported_date: isoDate(day),
    total_value: total / 100,
    cash_value: cash / 100,
    securities_value: (total - cash) / 100,
  };
}

/**
 * Returns an account's balance in dollars: on a quarter end, the one that its fee is calculated from; on any other day,
 * its latest value. Undefined if it had none on that day.
 */
export function demoAum(book: Book, index: number, day: number): number | undefined {
  if (!(index >= 0 && index < book.size) || book.status[index] === PAPERED) return undefined;
  const closed = book.closed[index] ?? 0;
  if (inceptionDay(book.seed, index) > day || (closed > 0 && closed < day)) return undefined;
  const quarter = QUARTER_ENDS.indexOf(day);
  return quarter < 0
    ? valueCents(book, index) / 100
    : Math.round(quarterBalance(book.seed, index, quarter) * 100) / 100;
}

/** Creates the table of the latest balance of each open account. */
export function balanceTable(book: Book): DemoTable {
  const row = (id: number): DemoRow | undefined => demoBalance(book, id - FIRST_ACCOUNT_ID);
  return {
    ids: () => {
      const ids = new Uint32Array(book.size);
      let count = 0;
      for (let index = 0; index < book.size; index++) {
        const status = book.status[index];
        if (status !== CLOSED && status !== PAPERED && !book.vanished[index])
          ids[count++] = FIRST_ACCOUNT_ID + index;
      }
      return ids.subarray(0, count);
    },
    row,
    text: (id) => JSON.stringify(row(id)),
    value: (id, field) => row(id)?.[field],
  };
}
