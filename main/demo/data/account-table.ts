import type { RecordChange } from '../journal';
import type { DemoRow, Ids, DemoTable, JournaledTable } from '../table';
import {
  accountCity,
  accountClosed,
  accountCode,
  accountDeferred,
  accountFirm,
  accountHousehold,
  accountInception,
  accountName,
  accountPayment,
  accountStatus,
  accountTaxable,
  accountType,
  accountZip,
} from './account-facts';
import { accountChangeDay, accountUpdated, demoAccount } from './accounts';
import { CLOSED, PAYMENT } from './base';
import { FIRST_ACCOUNT_ID, FIRST_HOUSEHOLD_ID, type Book } from './book';
import { accountNumber, DEMO_CUSTODIANS } from './custodians';
import type { DemoTokens } from './tokens';

type Reader = (book: Book, index: number) => unknown;

/** Readers for the fields of the filter body (spec 2.1), which avoid building the record. */
const READERS: Readonly<Record<string, Reader>> = {
  id: (_, index) => FIRST_ACCOUNT_ID + index,
  name: accountName,
  firm_id: accountFirm,
  inception_date: accountInception,
  close_date: accountClosed,
  status: accountStatus,
  number: (book, index) => accountNumber(book.seed, index),
  custodian: (book, index) => DEMO_CUSTODIANS[book.custodian[index] ?? 0]?.code,
  city: accountCity,
  zip_code: accountZip,
  acct_type: accountType,
  is_tax_deferred: accountDeferred,
  is_taxable: accountTaxable,
  payment_source: accountPayment,
  advisor_code: accountCode,
  household_id: accountHousehold,
};

/** What the table derives from all accounts of one version of the book. */
interface Derived {
  readonly version: number;
  /** IDs of open and of closed accounts. */
  readonly open: Uint32Array;
  readonly closed: Uint32Array;
  /** The day on which each account last changed, in days since 1970; `EDITED` after an edit or a night of this run. */
  readonly changeDays: Uint16Array;
}
const EDITED = 0xffff;

/** Accounts: generated from the book, overlaid with edits. The list leaves out closed accounts. */
export class AccountTable implements DemoTable, JournaledTable {
  onChange: ((change: RecordChange) => void) | undefined;
  readonly #book: Book;
  readonly #tokens: DemoTokens;
  readonly #edits = new Map<number, DemoRow>();
  #derived: Derived | undefined;

  constructor(book: Book, tokens: DemoTokens) {
    this.#book = book;
    this.#tokens = tokens;
  }

  /** Returns the IDs of open accounts, which the list shows. */
  ids(): Uint32Array {
    return this.#read().open;
  }

  closedIds(): Uint32Array {
    return this.#read().closed;
  }

  /** Returns the IDs of all accounts, which a filter by status searches. */
  allIds(): Ids {
    return this.#collect(() => true);
  }

  row(id: number): DemoRow | undefined {
    const index = this.#book.indexOf(id);
    if (index < 0 || this.#book.vanished[index]) return undefined;
    const record = demoAccount(this.#book, index, this.#tokens);
    const edits = this.#edits.get(id);
    return edits ? { ...record, ...edits, updated_at_utc: this.#updated(index, edits) } : record;
  }

  text(id: number): string | undefined {
    return JSON.stringify(this.row(id));
  }

  value(id: number, field: string): unknown {
    if (field === 'updated_at_utc') return this.#updated(id - FIRST_ACCOUNT_ID, this.#edits.get(id));
    return READERS[field]?.(this.#book, id - FIRST_ACCOUNT_ID);
  }

  mayHaveChangedSince(id: number, day: number): boolean {
    return (this.#read().changeDays[id - FIRST_ACCOUNT_ID] ?? 0) >= day;
  }

  /** Overlays edited fields on an account; fields used by filters go into the book. */
  edit(id: number, edits: DemoRow, stamp: string): void {
    this.#edit(id, edits, stamp);
    this.onChange?.({ id, edits, stamp });
  }

  apply(change: RecordChange): void {
    if ('edits' in change && this.row(change.id)) this.#edit(change.id, change.edits, change.stamp);
  }

  #edit(id: number, edits: DemoRow, stamp: string): void {
    const index = this.#book.indexOf(id);
    const { household_id: household, payment_source: payment, ...others } = edits;
    if (household !== undefined) {
      this.#book.household[index] = typeof household === 'number' ? household - FIRST_HOUSEHOLD_ID + 1 : 0;
    }
    if (payment !== undefined) {
      this.#book.payment[index] = Math.max(
        0,
        PAYMENT.findIndex((code) => code === payment),
      );
    }
    this.#edits.set(id, { ...this.#edits.get(id), ...others, updated_at_utc: stamp });
    if (this.#derived) this.#derived.changeDays[index] = EDITED;
  }

  /** Reads all accounts once for each version of the book. */
  #read(): Derived {
    const { status, size, version } = this.#book;
    if (this.#derived?.version !== version)
      this.#derived = {
        version,
        open: this.#collect((index) => status[index] !== CLOSED),
        closed: this.#collect((index) => status[index] === CLOSED),
        changeDays: Uint16Array.from({ length: size }, (_, index) =>
          this.#edits.has(FIRST_ACCOUNT_ID + index)
            ? EDITED
            : Math.min(EDITED, accountChangeDay(this.#book, index)),
        ),
      };
    return this.#derived;
  }

  /** Returns the later of the times of the last night and of the last edit. */
  #updated(index: number, edits: DemoRow | undefined): string {
    const feedTime = accountUpdated(this.#book, index);
    const editedAt = edits?.['updated_at_utc'];
    return typeof editedAt === 'string' && editedAt > feedTime ? editedAt : feedTime;
  }

  #collect(keep: (index: number) => boolean): Uint32Array {
    const ids = new Uint32Array(this.#book.size);
    let count = 0;
    for (let index = 0; index < this.#book.size; index++) {
      if (!this.#book.vanished[index] && keep(index)) ids[count++] = FIRST_ACCOUNT_ID + index;
    }
    return ids.subarray(0, count);
  }
}
