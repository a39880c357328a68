import type { CodeRow } from '../../../../preload/contract/calls/advisor-codes';
import type { CodeName } from '../../../../preload/contract/domain/account-codes';
import type { Cell } from '../../../../preload/contract/query';
import { resourceNamed, type ResourceName } from '../../../../preload/contract/resources';
import type { AccountCodes } from '../../cache/account-codes';
import type { CacheReader } from '../../cache/reader';

/** What is asked of the cache. */
export type CodesReader = Pick<CacheReader, 'version' | 'states' | 'window' | 'accountCodes' | 'facets'>;

export interface Overview {
  readonly rows: CodeRow[];
  readonly codesAsOf: string | null;
  readonly accountsAsOf: string | null;
}

const ALL = 1_000_000;
const COLUMNS = ['source', 'code', 'firm_id', 'created_at_utc', 'updated_at_utc'];

/** Codes are compared letter for letter, as the service does not say that it takes two spellings for one. */
export const nameOf = ({ custodian, code }: CodeName): string => `${custodian} ${code}`;

/** What the local copy knows of advisor codes (spec 2.5); worked out again when the copy has changed. */
export class KnownCodes {
  readonly #reader: CodesReader;
  #made: (Known & { version: number }) | undefined;

  constructor(reader: CodesReader) {
    this.#reader = reader;
  }

  /** The mapping, and after it the codes that accounts carry but the mapping lacks. */
  get overview(): Overview {
    return this.#now.overview;
  }

  /** The records of a custodian's code; the mapping may have it for several firms. */
  mapped(name: CodeName): CodeRow[] {
    return this.#now.mapped.get(nameOf(name)) ?? [];
  }

  /** Different accounts that carry any of the codes; null when accounts were never fetched whole. */
  accountsWith(names: readonly CodeName[]): number | null {
    if (this.overview.accountsAsOf === null) return null;
    const wanted = new Set(names.map(nameOf));
    return this.#now.carried
      .filter(({ custodian, codes }) => codes.some((code) => wanted.has(nameOf({ custodian, code }))))
      .reduce((sum, { accounts }) => sum + accounts, 0);
  }

  /** Accounts that carry one code; null when accounts were never fetched whole. */
  accountsOf(name: CodeName): number | null {
    if (this.overview.accountsAsOf === null) return null;
    return this.#now.accounts.get(nameOf(name))?.accounts ?? 0;
  }

  /** Firm ids that records of the local copy name. */
  firmIds(): string[] {
    const named = (['advisorCodes', 'accounts'] as const).flatMap((resource) =>
      this.#reader
        .facets({ query: everything(resource), field: 'firm_id', contains: '', limit: ALL })
        .values.flatMap(({ value }) => value ?? []),
    );
    return [...new Set(named)];
  }

  get #now() {
    const { version } = this.#reader;
    if (this.#made?.version !== version) this.#made = { version, ...workOut(this.#reader) };
    return this.#made;
  }
}

const everything = (resource: ResourceName) => ({
  resource,
  search: '',
  filters: [],
  sort: resourceNamed(resource).sort,
});

interface Known {
  readonly overview: Overview;
  readonly carried: readonly AccountCodes[];
  /** By name: the records of a code, and how many accounts carry it. */
  readonly mapped: ReadonlyMap<string, CodeRow[]>;
  readonly accounts: ReadonlyMap<string, Carried>;
}

function workOut(reader: CodesReader): Known {
  const asOf = (resource: ResourceName) =>
    reader.states().find((state) => state.resource === resource)?.asOf ?? null;
  const accountsAsOf = asOf('accounts');
  const codesAsOf = asOf('advisorCodes');
  const carried = reader.accountCodes();
  const accounts = accountsByCode(carried);
  const mapped = reader
    .window({ query: everything('advisorCodes'), columns: COLUMNS, offset: 0, limit: ALL })
    .rows.map(({ key, cells }): CodeRow => {
      const [custodian = null, code = null, firmId = null, createdAt = null, updatedAt = null] =
        cells.map(textOf);
      const count = accounts.get(nameOf({ custodian: custodian ?? '', code: code ?? '' }))?.accounts ?? 0;
      return {
        key,
        state: count === 0 && accountsAsOf !== null ? 'idle' : 'mapped',
        record: key,
        custodian,
        code,
        firmId,
        accounts: accountsAsOf === null ? null : count,
        createdAt,
        updatedAt,
      };
    });
  const byName = new Map<string, CodeRow[]>();
  for (const row of mapped) {
    const name = nameOf({ custodian: row.custodian ?? '', code: row.code ?? '' });
    byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  // Of a mapping that was not fetched it cannot be said what it lacks.
  const lacking = codesAsOf === null ? [] : [...accounts.values()].filter((one) => !byName.has(nameOf(one)));
  const rows = [...mapped, ...lacking.map(carriedRow)];
  return { overview: { rows, codesAsOf, accountsAsOf }, carried, mapped: byName, accounts };
}

interface Carried extends CodeName {
  readonly accounts: number;
}

function accountsByCode(carried: readonly AccountCodes[]): Map<string, Carried> {
  const found = new Map<string, Carried>();
  for (const { custodian, codes, accounts } of carried)
    for (const code of codes) {
      const name = nameOf({ custodian, code });
      found.set(name, { custodian, code, accounts: (found.get(name)?.accounts ?? 0) + accounts });
    }
  return found;
}

const carriedRow = ({ custodian, code, accounts }: Carried): CodeRow => ({
  key: `carried ${custodian} ${code}`,
  state: 'carried',
  record: null,
  custodian,
  code,
  firmId: null,
  accounts,
  createdAt: null,
  updatedAt: null,
});

const textOf = (cell: Cell): string | null => (cell === null ? null : String(cell));
