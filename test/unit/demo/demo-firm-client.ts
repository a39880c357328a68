import { appendTo } from '#contract/maps';
import type { ServiceBalance } from '#engine/features/expected-fees/saved-work/balances';
import { startDemo, type DemoOptions, type DemoService } from '#main/demo/index';

export type DemoJson = Record<string, unknown>;
export interface DemoPage extends DemoJson {
  readonly data: DemoJson[];
  readonly has_next: boolean;
  readonly has_previous: boolean;
  readonly current_page: number;
  readonly total_pages: number;
  readonly page_size_limit: number;
  readonly total_items: number;
}

/** A demo firm on loopback with the calls that tests need. */
export class DemoFirmClient {
  readonly service: DemoService;

  private constructor(service: DemoService) {
    this.service = service;
  }

  static async start(options: DemoOptions = {}): Promise<DemoFirmClient> {
    return new DemoFirmClient(await startDemo(options));
  }

  close(): Promise<void> {
    return this.service.close();
  }

  send(method: string, path: string, body?: unknown, bearer = this.service.apiKey): Promise<Response> {
    return fetch(this.service.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Returns the body of a response that must have status 200. */
  async requestOk<T = DemoJson>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.send(method, path, body);
    if (response.status !== 200)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Returns the balances of accounts on a date, as the app stores them. */
  async balancesOn(date: string, accounts: readonly DemoJson[]): Promise<ServiceBalance[]> {
    const { values } = await this.requestOk<{ values: { account_id: number; aum: number }[] }>(
      'POST',
      '/analytics/aum/by-account',
      { account_ids: accounts.map(({ id }) => id), as_of_date: date },
    );
    return values.map(({ account_id, aum }) => ({ account: String(account_id), amount: String(aum) }));
  }

  /** Returns the body, as text, of a response that must have status 400: its reasons. */
  async requestRefused(method: string, path: string, body?: unknown): Promise<string> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (response.status !== 400) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  get(path: string): Promise<DemoPage> {
    return this.requestOk<DemoPage>('GET', path);
  }

  filter(path: string, body: unknown): Promise<DemoPage> {
    return this.requestOk<DemoPage>('POST', `${path}/filter`, body);
  }

  /** Returns every record of a list, page by page. */
  async all(path: string, limit: number): Promise<DemoJson[]> {
    const rows: DemoJson[] = [];
    for (let page = 1; ; page++) {
      const response = await this.get(`${path}?pager.limit=${limit}&pager.page=${page}`);
      rows.push(...response.data);
      if (!response.has_next) return rows;
    }
  }

  /** Requests a grant with form fields (spec 5.1). */
  grant(fields: Record<string, string>): Promise<Response> {
    return fetch(`${this.service.authUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
  }
}

/** Groups records by a field, without those where it is null. */
export function groupByField(rows: readonly DemoJson[], field: string): Map<unknown, DemoJson[]> {
  const groups = new Map<unknown, DemoJson[]>();
  for (const row of rows) if (row[field] !== null) appendTo(groups, row[field], row);
  return groups;
}

export const ACCOUNTS = '/account-management/accounts';
export const PERSONS = '/account-management/related-persons';
export const LEGACY = '/account-management/legacy-to-partner-migrations';
export const CODES = '/org/advisor-codes';
export const GROUPS = '/billing/groups';
export const ADJUSTMENTS = '/billing/asset-adjustments';
export const STRUCTURES = '/billing/fee-structures';
export const FEE_FILES = '/billing/fee-upload-files';
