import type { Cell } from '#contract/query';
import type { EngineClient } from '../../bridge';

/** Accounts per request. */
const KEYS_PER_REQUEST = 500;
const COLUMNS = ['account_id', 'total_value', 'cash_value', 'reported_date'] as const;
export type BalanceField = Exclude<(typeof COLUMNS)[number], 'account_id'>;

type BalanceRow = Readonly<Record<BalanceField, Cell>>;
type Asked = Pick<EngineClient, 'records'>;

/** Changes after requested balances arrive. Declared here, because an effect would not track state it creates. */
let learned = $state(0);

/**
 * The service's latest balances of displayed accounts. Unknown ones are requested together, once per frame;
 * until then, and without that list, cells are empty.
 */
export class AccountBalances {
  readonly #rows = new Map<string, BalanceRow>();
  /** Data version at which each account was requested. */
  readonly #requestedAt = new Map<string, number>();
  readonly #wanted = new Set<string>();
  #isDue = false;

  constructor(private readonly engine: Asked) {}

  /** Read to detect new values. */
  get learned(): number {
    return learned;
  }

  /** Returns a value of an account's latest balance at a data version, if known. */
  cell(key: string, field: BalanceField, version: number): Cell {
    if (this.#requestedAt.get(key) !== version) {
      this.#requestedAt.set(key, version);
      this.#wanted.add(key);
      if (!this.#isDue) {
        this.#isDue = true;
        setTimeout(() => this.#request());
      }
    }
    return this.#rows.get(key)?.[field] ?? null;
  }

  #request(): void {
    this.#isDue = false;
    const keys = [...this.#wanted];
    this.#wanted.clear();
    for (let at = 0; at < keys.length; at += KEYS_PER_REQUEST)
      void this.#learn(keys.slice(at, at + KEYS_PER_REQUEST));
  }

  async #learn(keys: string[]): Promise<void> {
    try {
      const { rows } = await this.engine.records.window({
        query: {
          resource: 'latestBalances',
          search: '',
          filters: [{ op: 'in', field: 'account_id', values: keys }],
          sort: { field: 'account_id', descending: false },
        },
        columns: [...COLUMNS],
        offset: 0,
        limit: keys.length,
      });
      let isNew = false;
      for (const { cells } of rows) {
        const [account = null, total_value = null, cash_value = null, reported_date = null] = cells;
        const key = String(account);
        const before = this.#rows.get(key);
        isNew ||=
          before?.total_value !== total_value ||
          before.cash_value !== cash_value ||
          before.reported_date !== reported_date;
        this.#rows.set(key, { total_value, cash_value, reported_date });
      }
      if (isNew) learned += 1;
    } catch {
      // Balances are optional: the cells stay empty and are requested again with other data.
      for (const key of keys) this.#requestedAt.delete(key);
    }
  }
}

const byEngine = new WeakMap<EngineClient, AccountBalances>();

/** Returns the balances of an engine. */
export function balancesOf(engine: EngineClient): AccountBalances {
  const known = byEngine.get(engine) ?? new AccountBalances(engine);
  byEngine.set(engine, known);
  return known;
}
