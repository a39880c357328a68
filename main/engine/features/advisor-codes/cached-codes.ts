import { LatestResult } from '#common/latest-result';
import type { CodeRow } from '#contract/features/advisor-codes/calls';
import type { AdvisorCodeRef } from '#contract/filter-values';
import { appendTo } from '#contract/maps';
import { allRecordsQuery } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import type { AccountCodes } from '../../cache/query/account-codes';
import type { CacheReader } from '../../cache/query/reader';
import { cellText } from '#common/cell-text';

/** The part of the cache reader that the task uses. */
export type CodesReader = Pick<CacheReader, 'version' | 'states' | 'window' | 'accountCodes' | 'facets'>;

export interface CodesOverview {
  readonly rows: CodeRow[];
  readonly codesAsOf: string | null;
  readonly accountsAsOf: string | null;
}

const MAX_ROWS = 1_000_000;
const COLUMNS = ['source', 'code', 'firm_id', 'created_at_utc', 'updated_at_utc'];

/** Codes are compared case-sensitively, because the service does not say that it ignores case. */
export const codeNameOf = ({ custodian, code }: AdvisorCodeRef): string => `${custodian} ${code}`;

/** Advisor codes in the cache (spec 2.5), recomputed after the cache changes. */
export class CachedCodes {
  readonly #reader: CodesReader;
  readonly #latest = new LatestResult<CodeIndex>();

  constructor(reader: CodesReader) {
    this.#reader = reader;
  }

  /** The mapping, followed by codes that accounts have but the mapping lacks. */
  get overview(): CodesOverview {
    return this.#current.overview;
  }

  /** Returns the records of a custodian's code; the mapping may have it for several firms. */
  mapped(name: AdvisorCodeRef): CodeRow[] {
    return this.#current.mapped.get(codeNameOf(name)) ?? [];
  }

  /**
   * Returns the number of distinct accounts with any of the codes, or null before a full fetch of the
   * accounts.
   */
  accountsWith(codes: readonly AdvisorCodeRef[]): number | null {
    if (this.overview.accountsAsOf === null) return null;
    const wanted = new Set(codes.map(codeNameOf));
    return this.#current.accountCodes
      .filter(({ custodian, codes: accountCodes }) =>
        accountCodes.some((code) => wanted.has(codeNameOf({ custodian, code }))),
      )
      .reduce((sum, { accounts }) => sum + accounts, 0);
  }

  /** Returns the number of accounts with a code, or null before a full fetch of the accounts. */
  accountsOf(name: AdvisorCodeRef): number | null {
    if (this.overview.accountsAsOf === null) return null;
    return this.#current.accounts.get(codeNameOf(name))?.accounts ?? 0;
  }

  /** Returns the firm IDs named in cached records. */
  firmIds(): string[] {
    const named = (['advisorCodes', 'accounts'] as const).flatMap((resource) =>
      this.#reader
        .facets({ query: allRecordsQuery(resource), field: 'firm_id', contains: '', limit: MAX_ROWS })
        .values.flatMap(({ value }) => value ?? []),
    );
    return [...new Set(named)];
  }

  get #current() {
    return this.#latest.get(this.#reader.version, () => computeCachedCodes(this.#reader));
  }
}

interface CodeIndex {
  readonly overview: CodesOverview;
  readonly accountCodes: readonly AccountCodes[];
  /** Mapped records by code name. */
  readonly mapped: ReadonlyMap<string, CodeRow[]>;
  /** Codes of accounts by code name, each with its number of accounts. */
  readonly accounts: ReadonlyMap<string, CodeOnAccounts>;
}

function computeCachedCodes(reader: CodesReader): CodeIndex {
  const asOf = (resource: ResourceName) =>
    reader.states().find((state) => state.resource === resource)?.asOf ?? null;
  const accountsAsOf = asOf('accounts');
  const codesAsOf = asOf('advisorCodes');
  const accountCodes = reader.accountCodes();
  const accounts = accountsByCode(accountCodes);
  const mapped = reader
    .window({ query: allRecordsQuery('advisorCodes'), columns: COLUMNS, offset: 0, limit: MAX_ROWS })
    .rows.map(({ key, cells }): CodeRow => {
      const [custodian = null, code = null, firmId = null, createdAt = null, updatedAt = null] =
        cells.map(cellText);
      const count = accounts.get(codeNameOf({ custodian: custodian ?? '', code: code ?? '' }))?.accounts ?? 0;
      return {
        key,
        state: count === 0 && accountsAsOf !== null ? 'unused' : 'mapped',
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
  for (const row of mapped)
    appendTo(byName, codeNameOf({ custodian: row.custodian ?? '', code: row.code ?? '' }), row);
  // Without a fetched mapping, no code can be called missing from it.
  const unmapped =
    codesAsOf === null
      ? []
      : [...accounts.values()].filter((codeOnAccounts) => !byName.has(codeNameOf(codeOnAccounts)));
  const rows = [...mapped, ...unmapped.map(unmappedRow)];
  return { overview: { rows, codesAsOf, accountsAsOf }, accountCodes, mapped: byName, accounts };
}

interface CodeOnAccounts extends AdvisorCodeRef {
  readonly accounts: number;
}

function accountsByCode(accountCodes: readonly AccountCodes[]): Map<string, CodeOnAccounts> {
  const byName = new Map<string, CodeOnAccounts>();
  for (const { custodian, codes, accounts } of accountCodes)
    for (const code of codes) {
      const name = codeNameOf({ custodian, code });
      byName.set(name, { custodian, code, accounts: (byName.get(name)?.accounts ?? 0) + accounts });
    }
  return byName;
}

const unmappedRow = ({ custodian, code, accounts }: CodeOnAccounts): CodeRow => ({
  key: `unmapped ${custodian} ${code}`,
  state: 'unmapped',
  record: null,
  custodian,
  code,
  firmId: null,
  accounts,
  createdAt: null,
  updatedAt: null,
});
