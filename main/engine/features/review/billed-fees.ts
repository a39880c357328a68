import { isPossibleDay, periodMonths } from '#contract/dates';
import { compareMoney, sumOf } from '#contract/money';
import type {
  CountedArchive,
  FeeHistoryStore,
  StoredFee,
} from '../../workspace/features/fee-history/fee-history';
import { ownersOf, type FeeAccount } from '../reconcile/fee-owners';

type Store = Pick<FeeHistoryStore, 'archives' | 'feesAfter' | 'stored'>;

const PAGE = 5_000;
const DAY = /^\d{4}-\d{2}-\d{2}/;

/** A period of a firm's fee files. */
export interface FeePeriod {
  readonly endDate: string;
  /** Months that it covers; null if the firm's other period ends do not show it. */
  readonly months: number | null;
}

/** What one fee file charges an account: a positive sum of lines that could all be read. */
export interface ChargingFile {
  readonly fileId: string;
  readonly amount: string;
}

export interface AccountCharges {
  readonly period: FeePeriod;
  readonly files: readonly ChargingFile[];
}

interface OwnerLines {
  readonly period: FeePeriod;
  readonly fileId: string;
  readonly amounts: (string | null)[];
}

/** What the fee files of each firm's latest period charge, by account. */
export class LatestCharges {
  readonly #byOwner = new Map<string, OwnerLines[]>();

  add(period: FeePeriod, fileId: string, { owner, amount }: Pick<StoredFee, 'owner' | 'amount'>): void {
    const known = this.#byOwner.get(owner);
    const last = known?.at(-1);
    if (last?.fileId === fileId) last.amounts.push(amount);
    else if (known) known.push({ period, fileId, amounts: [amount] });
    else this.#byOwner.set(owner, [{ period, fileId, amounts: [amount] }]);
  }

  /** Returns null if no file charges the account. Lines that several accounts share belong to none of them. */
  of(account: FeeAccount): AccountCharges | null {
    const lines = ownersOf(account).flatMap((owner) => this.#byOwner.get(owner) ?? []);
    const [first] = lines;
    if (!first) return null;
    const byFile = new Map<string, (string | null)[]>();
    for (const { fileId, amounts } of lines) byFile.set(fileId, [...(byFile.get(fileId) ?? []), ...amounts]);
    const files = [...byFile].flatMap(([fileId, amounts]): ChargingFile[] => {
      if (amounts.includes(null)) return [];
      const amount = sumOf(amounts);
      return compareMoney(amount, '0') > 0 ? [{ fileId, amount }] : [];
    });
    return files.length === 0 ? null : { period: first.period, files };
  }
}

/** Reads the latest charges from the fee history, once per stored archive. */
export class ReadCharges {
  readonly #store: Store;
  #read: { readonly stored: number; readonly charges: LatestCharges | null } | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Changes whenever an archive is stored. */
  get version(): number {
    return this.#store.stored;
  }

  /** Returns null if the history has no archive with a period end. */
  async read(pause: () => Promise<void>): Promise<LatestCharges | null> {
    const stored = this.version;
    if (this.#read?.stored === stored) return this.#read.charges;
    const latest = latestPeriods(this.#store.archives());
    const charges = latest.length === 0 ? null : new LatestCharges();
    for (const { archive, period } of latest) {
      let after: StoredFee | undefined;
      for (;;) {
        const page = this.#store.feesAfter(archive, after, PAGE);
        for (const fee of page) charges?.add(period, archive.fileId, fee);
        if (page.length < PAGE) break;
        after = page.at(-1);
        await pause();
      }
    }
    this.#read = { stored, charges };
    return charges;
  }
}

/** Returns the archives of each firm's latest period end. */
function latestPeriods(
  archives: readonly CountedArchive[],
): { readonly archive: CountedArchive; readonly period: FeePeriod }[] {
  const endsOf = new Map<string | null, string[]>();
  for (const { firmId, endDate } of archives) {
    const end = dayOf(endDate);
    if (end !== null) endsOf.set(firmId, [...(endsOf.get(firmId) ?? []), end]);
  }
  const periods = new Map(
    [...endsOf].map(([firmId, ends]): [string | null, FeePeriod] => {
      const endDate = ends.reduce((latest, end) => (end > latest ? end : latest));
      return [firmId, { endDate, months: periodMonths(ends).get(endDate) ?? null }];
    }),
  );
  return archives.flatMap((archive) => {
    const period = periods.get(archive.firmId);
    return period && dayOf(archive.endDate) === period.endDate ? [{ archive, period }] : [];
  });
}

/** Returns the calendar day of a wire date; null for other text and impossible days. */
export const dayOf = (text: unknown): string | null =>
  typeof text === 'string' && DAY.test(text) && isPossibleDay(text) ? text.slice(0, 10) : null;
