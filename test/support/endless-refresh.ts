import { createReader } from '#engine/cache/query/reader';
import { recordBytesOf } from '#engine/cache/schema/nightly-dates';
import { openWriter } from '#engine/cache/ingest/writer';

/**
 * Refreshes accounts, whose required cash grows by one each time, until it is killed. Arguments: `file` and
 * `key`.
 */
const [file = '', key = ''] = process.argv.slice(2);
const KEYS = Array.from({ length: 40 }, (_, index) => index + 1);
const AT = '2026-01-02T03:04:05.000Z';

const writer = openWriter(file, key);
const reader = createReader(file, key);
const cashOf = (id: number): number => {
  const raw = reader.get({ resource: 'accounts', key: String(id) })?.raw;
  return raw === undefined ? -1 : (JSON.parse(raw) as { required_cash: number }).required_cash;
};
/**
 * Pages are stored one by one: when the process was killed, some accounts may be one step ahead of others.
 */
const cash = new Map(KEYS.map((id) => [id, cashOf(id)]));
reader.close();

for (let round = 0; ; round += 1) {
  const run = writer.startRun(['accounts'], AT);
  const generation = writer.beginPass(run, 'accounts');
  for (let page = 1; page <= 4; page += 1) {
    const records = KEYS.slice((page - 1) * 10, page * 10).map((id) => {
      cash.set(id, (cash.get(id) ?? -1) + 1);
      return JSON.stringify({ id, required_cash: cash.get(id) });
    });
    writer.put(run, 'accounts', generation, recordBytesOf('accounts', records), {
      source: 0,
      page,
      limit: 10,
    });
  }
  writer.finishPass(run, 'accounts', generation, { asOf: AT, uncertain: false });
  writer.finishRun(run, 'done', AT, '{}');
  // From the first complete refresh on, the test may kill this process.
  if (round === 0) process.stdout.write('refreshed\n');
}
