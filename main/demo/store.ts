import { demoAdvisorCodes } from './data/advisor-codes';
import { demoAssetAdjustments } from './data/asset-adjustments';
import { AccountTable } from './data/account-table';
import { billingGroup, FIRST_GROUP_ID, FIRST_RECREATED_GROUP_ID } from './data/billing-groups';
import { hasGroup } from './data/fee-payers';
import { Book, FIRST_ACCOUNT_ID, FIRST_HOUSEHOLD_ID } from './data/book';
import { isoDate, today } from './data/calendar';
import { codePools } from './data/code-pools';
import { demoFeeStructures } from './data/fee-structures';
import { demoFeeUploadFiles } from './data/fee-files';
import { householdFirm, membership } from './data/households';
import { demoLegacyMappings } from './data/legacy-mappings';
import { simulateNight, type NightChanges } from './data/night';
import {
  isPerson,
  accountIndexOfPerson,
  personChangeDay,
  personIds,
  personUpdated,
  relatedPerson,
} from './data/persons';
import { DemoTokens } from './data/tokens';
import type { DemoJournal, JournalEntry } from './journal';
import { Collection, fixedGenerator, lazyGenerator, type JournaledTable, type RowGenerator } from './table';

export type Application = 'production' | 'sandbox';

/** Everything the demo firm holds, including records that the user changed. */
export class Store {
  readonly application: Application;
  readonly book: Book;
  readonly tokens: DemoTokens;
  readonly accounts: AccountTable;
  readonly persons: Collection;
  readonly codes: Collection;
  readonly groups: Collection;
  readonly adjustments: Collection;
  readonly structures: Collection;
  readonly feeFiles: Collection;
  readonly legacy: Collection;

  readonly #clock: () => Date;
  readonly #journaled = new Map<string, JournaledTable>();
  #journal: DemoJournal | undefined;
  #roiRequests = 0;

  constructor(options: {
    seed: number;
    accounts: number;
    application: Application;
    day: number;
    clock: () => Date;
  }) {
    this.#clock = options.clock;
    const pools = codePools(options.seed, options.accounts);
    const book = new Book(options.seed, options.accounts, pools);
    const tokens = new DemoTokens(options.seed);
    this.application = options.application;
    this.book = book;
    this.tokens = tokens;
    this.accounts = this.journaled('accounts', new AccountTable(book, tokens));
    this.persons = new Collection(
      {
        ids: () => personIds(book),
        make: (id) => (isPerson(book, id) ? relatedPerson(book, id, tokens) : undefined),
        knownValue: (id, field) =>
          field === 'account_id'
            ? FIRST_ACCOUNT_ID + accountIndexOfPerson(id)
            : field === 'updated_at_utc'
              ? personUpdated(book, id)
              : undefined,
        changeDay: (id) => personChangeDay(book, id),
      },
      1,
    );
    const { seed } = options;
    this.codes = this.journaled(
      'advisorCodes',
      new Collection(fixedGenerator(demoAdvisorCodes(seed, pools, options.application)), 100_001),
    );
    this.groups = this.journaled(
      'billingGroups',
      new Collection(
        groupGenerator(book, FIRST_GROUP_ID, (family) => hasGroup(book, family)),
        50_000_001,
      ),
    );
    this.adjustments = this.journaled(
      'assetAdjustments',
      new Collection(fixedGenerator(demoAssetAdjustments(seed)), 10_001),
    );
    this.structures = this.journaled(
      'feeStructures',
      new Collection(fixedGenerator(demoFeeStructures(seed)), 10_001),
    );
    this.feeFiles = new Collection(
      lazyGenerator(() => fixedGenerator(demoFeeUploadFiles(book))),
      1,
    );
    // Mappings have no ID; the demo service uses their index in the list instead.
    const mappings = demoLegacyMappings(book);
    this.legacy = new Collection(
      { ids: () => mappings.map((_, position) => position), make: (position) => mappings[position] },
      1,
    );
    for (let day = 0; day < options.day; day++) simulateNight(book);
  }

  /** Notes the changes of a table in the journal, under this name. Returns the table. */
  journaled<Table extends JournaledTable>(name: string, table: Table): Table {
    table.onChange = (change) => this.#journal?.add({ table: name, change });
    this.#journaled.set(name, table);
    return table;
  }

  /** Makes the journal's changes again, and keeps it from now on. */
  async continueJournal(journal: DemoJournal): Promise<void> {
    for await (const entry of journal.read()) this.#apply(entry);
    this.#journal = journal;
  }

  /** Writes the changes since the last call to the journal, if there is one. After an error, the next call tries again. */
  saveJournal(): void {
    try {
      this.#journal?.save();
    } catch (error) {
      process.stderr.write(`The demo service could not store its changes: ${String(error)}\n`);
    }
  }

  #apply(entry: JournalEntry): void {
    if ('table' in entry) this.#journaled.get(entry.table)?.apply(entry.change);
    else if ('night' in entry) this.#simulateNight(entry.night);
    else if ('roiRequest' in entry) this.#roiRequests = entry.roiRequest;
    else this.#recreateGroups();
  }

  /** Returns the timestamp for a change: now, but never before the firm's simulated day. */
  readonly stamp = (): string => {
    const now = this.#clock().toISOString();
    const day = isoDate(today(this.book.day));
    return `${day > now.slice(0, 10) ? day : now.slice(0, 10)}${now.slice(10, 19)}Z`;
  };

  /** Replaces all billing groups with one per household with open accounts (spec 4.6, deprecated there). */
  recreateGroups(): void {
    this.#recreateGroups();
    this.#journal?.add({ groupsRecreated: true });
  }

  #recreateGroups(): void {
    this.groups.restart(groupGenerator(this.book, FIRST_RECREATED_GROUP_ID));
  }

  /** Simulates one night: custodians deliver data; a few accounts appear, change, close and vanish. */
  nextDay(): NightChanges {
    const night = `${this.#clock().toISOString().slice(0, 19)}Z`;
    const changes = this.#simulateNight(night);
    this.#journal?.add({ night });
    this.saveJournal();
    return changes;
  }

  #simulateNight(time: string): NightChanges {
    const changes = simulateNight(this.book);
    this.book.nightTimes.set(this.book.day, time);
    this.persons.refresh();
    return changes;
  }

  /** Returns the ID of a new ROI request. */
  newRoiRequestId(): number {
    this.#roiRequests += 1;
    this.#journal?.add({ roiRequest: this.#roiRequests });
    return this.#roiRequests;
  }
}

/**
 * Generates the billing groups of the families that match `familyFilter`. Without it: recreated groups, one for every
 * household with members.
 */
function groupGenerator(book: Book, first: number, familyFilter?: (family: number) => boolean): RowGenerator {
  // Membership is fixed when the groups are created; later household changes do not change a group.
  const members = membership(book);
  const families = book.families;
  const sizeOf = (family: number): number => (members.from[family + 1] ?? 0) - (members.from[family] ?? 0);
  const isWanted = familyFilter ?? ((family: number) => sizeOf(family) > 0);
  return {
    ids: () => {
      const ids = new Uint32Array(families);
      let count = 0;
      for (let family = 0; family < families; family++) {
        if (isWanted(family)) ids[count++] = first + family;
      }
      return ids.subarray(0, count);
    },
    make: (id) => {
      const family = id - first;
      return Number.isInteger(family) && family >= 0 && family < families && isWanted(family)
        ? billingGroup(book, family, members, familyFilter === undefined)
        : undefined;
    },
    knownValue: (id, field) => {
      if (field === 'household_id') return FIRST_HOUSEHOLD_ID + id - first;
      return field === 'firm_id' ? householdFirm(book, id - first) : undefined;
    },
  };
}
