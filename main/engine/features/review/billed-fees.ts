import { dayOf, endBefore, periodMonths } from '#contract/dates';
import { appendTo } from '#contract/maps';
import { compareMoney, isZero, sumOf } from '#contract/money';
import { forEachInPages } from '../../records/scan-in-chunks';
import type { CountedArchive, FeeHistoryStore, StoredFee } from '../fee-history/saved-work/fee-history';
import { mayLackFees } from '../fee-history/partly-read';
import { mayCountTwice } from '../fee-history/replaced-files';
import {
  accountRefsOf,
  isSharedNumberRef,
  sharedAccountRefsOf,
  type FeeAccount,
} from '../reconcile/account-refs';

type Store = Pick<FeeHistoryStore, 'archives' | 'feesAfter' | 'version'>;

/** A period of a firm's fee files. */
export interface FeePeriod {
  readonly endDate: string;
  /** Months that it covers; null if the firm's other period ends do not show it. */
  readonly months: number | null;
  readonly firmId?: string | null;
}

/** The charge of one fee file to an account: a positive sum of lines that could all be read. */
export interface ChargingFile {
  readonly fileId: string;
  readonly amount: string;
}

export interface AccountCharges {
  readonly period: FeePeriod;
  readonly files: readonly ChargingFile[];
}

/** The sum of all lines of an account in the latest period, including credits. */
export interface NetCharge {
  readonly period: FeePeriod;
  /** The files that it is from, without those whose lines add up to zero. */
  readonly fileIds: readonly string[];
  /** Null if an amount could not be read. */
  readonly amount: string | null;
  /** True if one of its files may replace another: their sum may count fees twice. */
  readonly mayCountTwice: boolean;
}

/** The charge of an earlier period's files to an account. */
export interface EarlierCharges {
  readonly endDate: string;
  readonly fileIds: readonly string[];
  readonly amount: string;
  readonly mayCountTwice: boolean;
}

/** A fee file, and the custodian of lines in it. */
interface FileCustodian {
  readonly fileId: string;
  readonly custodian: string;
}

type ChargedFee = Pick<StoredFee, 'accountRef' | 'custodian' | 'amount'>;

interface EarlierLines {
  readonly endDate: string;
  readonly files: FileCustodian[];
  readonly amounts: (string | null)[];
}

interface AccountLines extends FileCustodian {
  readonly period: FeePeriod;
  readonly amounts: (string | null)[];
}

/** The charges of each firm's latest fee files, by account. */
export class LatestCharges {
  readonly #byAccount = new Map<string, AccountLines[]>();
  readonly #earlier = new Map<string, EarlierLines>();
  readonly #periodOfFile = new Map<string, FeePeriod>();

  readonly #mayReplace: (linesOfAccount: readonly FileCustodian[]) => boolean;
  readonly #amountsOfFile = new Map<string, (string | null)[]>();
  readonly #partlyRead = new Set<string>();
  #hasSharedNumbers = false;

  // Several rules read the same account, one after another.
  #lastAccount: FeeAccount | null = null;
  #lastRefs: readonly string[] = [];

  /** `mayReplace` returns whether some of an account's lines of a period may replace others. */
  constructor(mayReplace: (linesOfAccount: readonly FileCustodian[]) => boolean = () => false) {
    this.#mayReplace = mayReplace;
  }

  #accountRefsOf(account: FeeAccount): readonly string[] {
    const last = this.#lastAccount;
    if (last?.key !== account.key || last.number !== account.number || last.custodian !== account.custodian) {
      this.#lastAccount = account;
      this.#lastRefs = accountRefsOf(account);
    }
    return this.#lastRefs;
  }

  /** Returns whether an account's lines may count fees twice. Most accounts have lines in one file only. */
  #mayCountTwice(lines: readonly FileCustodian[]): boolean {
    return lines.length > 1 && this.#mayReplace(lines);
  }

  /** The files of the latest periods. */
  get files(): ReadonlyMap<string, FeePeriod> {
    return this.#periodOfFile;
  }

  add(period: FeePeriod, fileId: string, { accountRef, custodian, amount }: ChargedFee): void {
    this.#periodOfFile.set(fileId, period);
    appendTo(this.#amountsOfFile, fileId, amount);
    this.#hasSharedNumbers ||= isSharedNumberRef(accountRef);
    const known = this.#byAccount.get(accountRef);
    const last = known?.at(-1);
    if (last?.fileId === fileId && last.custodian === custodian) last.amounts.push(amount);
    else if (known) known.push({ period, fileId, custodian, amounts: [amount] });
    else this.#byAccount.set(accountRef, [{ period, fileId, custodian, amounts: [amount] }]);
  }

  /** Returns the exact sum of a file's lines; null if one could not be read. */
  sumOf(fileId: string): string | null {
    const amounts = this.#amountsOfFile.get(fileId) ?? [];
    return amounts.includes(null) ? null : sumOf(amounts);
  }

  /** Notes that fees of a file may be missing. */
  setPartlyRead(fileId: string): void {
    this.#partlyRead.add(fileId);
  }

  /** Returns whether fees of one of these files may be missing, because a file in its archive was skipped. */
  isPartlyRead(fileIds: readonly string[]): boolean {
    return this.#partlyRead.size > 0 && fileIds.some((fileId) => this.#partlyRead.has(fileId));
  }

  /**
   * Returns the latest period of a firm's files. If only one firm has files, they may bill the accounts of others
   * too. Null if it is unclear.
   */
  periodOf(firmId: string | null): FeePeriod | null {
    const periods = [...new Set(this.#periodOfFile.values())];
    return (
      periods.find((period) => period.firmId === firmId) ?? (periods.length === 1 ? periods[0] : null) ?? null
    );
  }

  /** Returns the files with lines of the account, whatever their amounts. */
  filesOf(account: FeeAccount): string[] {
    return this.#filesWith(this.#accountRefsOf(account));
  }

  /** Returns the files with lines of a number that the account shares with others: each may bill any of them. */
  filesWithSharedNumberOf(account: FeeAccount): string[] {
    return this.#hasSharedNumbers ? this.#filesWith(sharedAccountRefsOf(account)) : [];
  }

  #filesWith(accountRefs: readonly string[]): string[] {
    const lines = accountRefs.flatMap((accountRef) => this.#byAccount.get(accountRef) ?? []);
    return [...new Set(lines.map(({ fileId }) => fileId))];
  }

  /** Returns whether the amount of a line of the account in this file could not be read. */
  hasUnreadableAmount(account: FeeAccount, fileId: string): boolean {
    return this.#accountRefsOf(account).some((accountRef) =>
      this.#byAccount
        .get(accountRef)
        ?.some((lines) => lines.fileId === fileId && lines.amounts.includes(null)),
    );
  }

  /** Adds a fee of the period before the latest one, which has the same length. */
  addEarlier(endDate: string, fileId: string, { accountRef, custodian, amount }: ChargedFee): void {
    const known = this.#earlier.get(accountRef);
    if (!known) this.#earlier.set(accountRef, { endDate, files: [{ fileId, custodian }], amounts: [amount] });
    else {
      known.amounts.push(amount);
      if (!known.files.some((file) => file.fileId === fileId && file.custodian === custodian))
        known.files.push({ fileId, custodian });
    }
  }

  /**
   * Returns the total that the files of the previous period charge the account; null if that is not positive, or if an
   * amount could not be read.
   */
  earlierOf(account: FeeAccount): EarlierCharges | null {
    const lines = this.#accountRefsOf(account).flatMap((accountRef) => this.#earlier.get(accountRef) ?? []);
    const [first] = lines;
    const amounts = lines.flatMap((line) => line.amounts);
    if (!first || amounts.includes(null)) return null;
    const files = lines.flatMap((line) => line.files);
    const fileIds = [...new Set(files.map(({ fileId }) => fileId))];
    const amount = sumOf(amounts);
    if (compareMoney(amount, '0') <= 0) return null;
    return { endDate: first.endDate, fileIds, amount, mayCountTwice: this.#mayCountTwice(files) };
  }

  /**
   * Returns the latest files' charges to the account; null if there are none. Lines that several accounts share belong
   * to none of them. If the files of two firms charge it, for different periods, the later period counts.
   */
  chargesOf(account: FeeAccount): AccountCharges | null {
    const latest = this.#latestLinesOf(account);
    if (!latest) return null;
    const files = latest.files.flatMap(({ fileId, amount }): ChargingFile[] =>
      amount !== null && compareMoney(amount, '0') > 0 ? [{ fileId, amount }] : [],
    );
    return files.length === 0 ? null : { period: latest.period, files };
  }

  /** Returns what the files of `chargesOf` and their credits add up to; null if no file has the account. */
  netOf(account: FeeAccount): NetCharge | null {
    const latest = this.#latestLinesOf(account);
    if (!latest) return null;
    const { period, lines, files } = latest;
    const amounts = files.map(({ amount }) => amount);
    return {
      period,
      fileIds: files.flatMap(({ fileId, amount }) => (amount !== null && isZero(amount) ? [] : [fileId])),
      amount: amounts.includes(null) ? null : sumOf(amounts),
      mayCountTwice: this.#mayCountTwice(lines),
    };
  }

  /** Returns the account's lines of its latest period, and their sum in each file, null if one could not be read. */
  #latestLinesOf(account: FeeAccount) {
    const all = this.#accountRefsOf(account).flatMap((accountRef) => this.#byAccount.get(accountRef) ?? []);
    const [first] = all;
    if (!first) return null;
    let { period } = first;
    for (const line of all) if (line.period.endDate > period.endDate) ({ period } = line);
    const lines = all.filter((line) => line.period.endDate === period.endDate);
    const byFile = new Map<string, (string | null)[]>();
    for (const { fileId, amounts } of lines) appendTo(byFile, fileId, ...amounts);
    const files = [...byFile].map(([fileId, amounts]) => ({
      fileId,
      amount: amounts.includes(null) ? null : sumOf(amounts),
    }));
    return { period, lines, files };
  }
}

/** Reads the latest charges from the fee history, again only after an archive was stored, or a file removed or marked. */
export class ChargesReader {
  readonly #store: Store;
  readonly #listed;
  readonly #totalOf;
  #memo: { readonly key: string; readonly charges: LatestCharges | null } | undefined;

  /** `listed` returns the files that the service lists, and `totalOf` the total fees in the record of a file. */
  constructor(
    store: Store,
    listed: () => ReadonlySet<string>,
    totalOf: (fileId: string) => string | null = () => null,
  ) {
    this.#store = store;
    this.#listed = listed;
    this.#totalOf = totalOf;
  }

  /** Changes whenever an archive is stored, and when a file is marked as replaced or unmarked. */
  get version(): string {
    return this.#store.version;
  }

  /** Returns null if the history has no archive with a period end. */
  async read(pause: () => Promise<void>): Promise<LatestCharges | null> {
    const listed = this.#listed();
    const { latest, earlier } = comparedPeriods(this.#store.archives(listed));
    const files = [...latest, ...earlier].map(({ archive: { fileId, leftOut } }) => [
      fileId,
      listed.has(fileId),
      leftOut > 0 ? this.#totalOf(fileId) : null,
    ]);
    const key = JSON.stringify([this.version, files]);
    if (this.#memo?.key === key) return this.#memo.charges;
    const archiveOf = new Map(
      [...latest, ...earlier].map(({ archive }) => [archive.fileId, archive] as const),
    );
    const mayReplace = (lines: readonly FileCustodian[]): boolean => {
      const fees = lines.flatMap(({ fileId, custodian }) => {
        const archive = archiveOf.get(fileId);
        return archive ? [{ archive, custodian }] : [];
      });
      return mayCountTwice(fees, listed);
    };
    const charges = latest.length === 0 ? null : new LatestCharges(mayReplace);
    const forEachFee = (archive: CountedArchive, visit: (fee: StoredFee) => void): Promise<void> =>
      forEachInPages((after, limit) => this.#store.feesAfter(archive, after, limit), pause, visit);
    for (const { archive, period } of latest) {
      const { fileId } = archive;
      await forEachFee(archive, (fee) => charges?.add(period, fileId, fee));
      if (charges && mayLackFees(archive, charges.sumOf(fileId), this.#totalOf(fileId)))
        charges.setPartlyRead(fileId);
    }
    for (const { archive, endDate } of earlier)
      await forEachFee(archive, (fee) => charges?.addEarlier(endDate, archive.fileId, fee));
    this.#memo = { key, charges };
    return charges;
  }
}

interface ComparedPeriods {
  readonly latest: { readonly archive: CountedArchive; readonly period: FeePeriod }[];
  readonly earlier: { readonly archive: CountedArchive; readonly endDate: string }[];
}

/**
 * Returns how many months a period covers, and the end of the previous period if it has the same length. Each is null
 * if the firm's period ends do not show it.
 */
export function lengthAndPreviousEnd(
  ends: readonly string[],
  endDate: string,
): { readonly months: number | null; readonly previousEnd: string | null } {
  const lengths = periodMonths(ends);
  const months = lengths.get(endDate) ?? null;
  const previousEnd = months === null ? null : endBefore(endDate, months);
  // The length of the first period is unknown and counts as equal.
  const isSameLength = previousEnd !== null && (lengths.get(previousEnd) ?? months) === months;
  return { months, previousEnd: isSameLength ? previousEnd : null };
}

/** Returns the files whose lines the rules compare: those of each firm's latest period. */
export const comparedFiles = (archives: readonly CountedArchive[]): ReadonlySet<string> =>
  new Set(comparedPeriods(archives).latest.map(({ archive }) => archive.fileId));

/** Returns the archives of each firm's latest period end, and of the period of the same length before it. */
function comparedPeriods(archives: readonly CountedArchive[]): ComparedPeriods {
  const endsOf = new Map<string | null, string[]>();
  for (const { firmId, endDate } of archives) {
    const end = dayOf(endDate);
    if (end !== null) appendTo(endsOf, firmId, end);
  }
  const periods = new Map(
    [...endsOf].map(([firmId, ends]) => {
      const endDate = ends.reduce((latest, end) => (end > latest ? end : latest));
      const { months, previousEnd } = lengthAndPreviousEnd(ends, endDate);
      return [firmId, { period: { endDate, months, firmId }, previousEnd }] as const;
    }),
  );
  const compared: ComparedPeriods = { latest: [], earlier: [] };
  for (const archive of archives) {
    const firm = periods.get(archive.firmId);
    const end = dayOf(archive.endDate);
    if (!firm || end === null) continue;
    if (end === firm.period.endDate) compared.latest.push({ archive, period: firm.period });
    else if (end === firm.previousEnd) compared.earlier.push({ archive, endDate: end });
  }
  return compared;
}
