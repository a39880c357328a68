import { wordMatcher } from '#contract/text';
import { securities } from '../data/securities';
import { filterKeys, matching, readFilter } from '../filter';
import { pageOfRows } from '../pager';
import type { Store } from '../store';
import { Collection, fixedGenerator, type DemoRow } from '../table';
import { optionalJsonBody, pager, type App } from './request';

const MAX_RESULTS = 50;

/** Adds the routes of securities, which can be searched and filtered but not listed (wire facts A). */
export function addSecurityRoutes(app: App, { book }: Pick<Store, 'book'>): void {
  const rows = securities(book.seed);
  const table = new Collection(fixedGenerator(rows), 1);
  const filterable = filterKeys(['id', 'symbol', 'cusip', 'description', 'master_asset_class']);

  app.get('/data/custodian/securities/search/:q', (c) => {
    const matchesWords = wordMatcher(c.req.param('q'));
    const matchesSearch = ({ symbol, cusip, description }: DemoRow): boolean =>
      matchesWords(`${String(symbol)} ${String(cusip)} ${String(description)}`);
    return c.json(
      pageOfRows(rows.filter(matchesSearch).slice(0, MAX_RESULTS), { limit: MAX_RESULTS, page: 1 }),
    );
  });

  app.post('/data/custodian/securities/filter', async (c) => {
    const page = pager(c);
    const ids = matching(table, table.ids(), readFilter((await optionalJsonBody(c)) ?? {}, filterable));
    const matchingRows: DemoRow[] = [];
    for (const id of ids) matchingRows.push(table.row(id) ?? {});
    return c.json(pageOfRows(matchingRows, page));
  });
}
