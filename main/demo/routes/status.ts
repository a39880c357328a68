import { aumBody } from '#contract/resources/aum';
import { sourceDataBody } from '#contract/resources/service-status';
import { demoAum } from '../data/balances';
import { FIRST_ACCOUNT_ID } from '../data/book';
import { custodianDay, dayNumberOf, isoDate } from '../data/calendar';
import { DEMO_CUSTODIANS } from '../data/custodians';
import { pageOfRows } from '../pager';
import type { Store } from '../store';
import { jsonBody, optionalJsonBody, pager, parseBody, type App } from './request';

/** The kinds of data that custodians send every night (wire facts A). */
const KINDS = ['balances', 'lots', 'positions', 'transactions'] as const;

/** Adds the routes of balances for a date, the state of last night's data, and running jobs (wire facts A). */
export function addStatusRoutes(app: App, { book }: Pick<Store, 'book'>): void {
  app.post('/analytics/aum/by-account', async (c) => {
    const { account_ids: ids, as_of_date: date } = parseBody(
      aumBody.partial({ as_of_date: true }),
      await jsonBody(c),
    );
    const day = date === undefined ? custodianDay(book.day) : dayNumberOf(date);
    const values = ids.flatMap((id) => {
      const aum = demoAum(book, Number(id) - FIRST_ACCOUNT_ID, day);
      return aum === undefined ? [] : [{ account_id: Number(id), aum }];
    });
    const cents = values.reduce((sum, { aum }) => sum + Math.round(aum * 100), 0);
    return c.json({ as_of_date: isoDate(day), total_aum: cents / 100, values });
  });

  app.post('/status/source-data', async (c) => {
    const { as_of_date: date } = parseBody(sourceDataBody, (await optionalJsonBody(c)) ?? {});
    const hasArrived = date === undefined || dayNumberOf(date) <= custodianDay(book.day);
    return c.json(
      Object.fromEntries(
        DEMO_CUSTODIANS.map(({ code }, position): [string, Record<string, { available: boolean }>] => [
          code,
          // One custodian's transactions are late, so that the screen has something to show.
          Object.fromEntries(
            KINDS.map((kind) => [
              kind,
              { available: hasArrived && !(position === 1 && kind === 'transactions') },
            ]),
          ),
        ]),
      ),
    );
  });

  app.get('/jobs/', (c) => {
    const job = { job_type: 'portfolio_refresh', is_finished: true, is_running: false, is_failed: false };
    const billing = { job_type: 'billing_run', is_running: true, is_finished: false, is_failed: false };
    const rows = [
      { ...job, num_steps: 12, current_step: 12 },
      { ...billing, num_steps: 8, current_step: 3 },
    ];
    return c.json(
      pageOfRows(
        rows.map((row) => ({ object: 'jobs.job', ...row })),
        pager(c),
      ),
    );
  });
}
