import { recordBytesOf } from '#engine/cache/schema/nightly-dates';
import { openWriter } from '#engine/cache/ingest/writer';
import { Store } from '#main/demo/store';

const PAGE = 10_000;

/** Fills an encrypted cache with the lists that rules and plans read, of a demo firm with `size` accounts. */
export function fillFromDemo(file: string, key: string, size: number): void {
  const { accounts, codes, groups, structures } = new Store({
    seed: 7,
    accounts: size,
    application: 'production',
    day: 3,
    clock: () => new Date(),
  });
  const lists = [
    { resource: 'accounts' as const, table: accounts, ids: accounts.allIds() },
    { resource: 'advisorCodes' as const, table: codes, ids: codes.ids() },
    { resource: 'billingGroups' as const, table: groups, ids: groups.ids() },
    { resource: 'feeStructures' as const, table: structures, ids: structures.ids() },
  ];
  const writer = openWriter(file, key);
  for (const { resource, table, ids } of lists) {
    const run = writer.startRun([resource], '2026-01-02T03:04:05.000Z');
    const generation = writer.beginPass(run, resource);
    const texts = Array.from(ids, (id) => table.text(id) ?? '');
    for (let start = 0, page = 1; start < texts.length; start += PAGE, page += 1)
      writer.put(run, resource, generation, recordBytesOf(resource, texts.slice(start, start + PAGE)), {
        source: 0,
        page,
        limit: PAGE,
      });
    writer.finishPass(run, resource, generation, { asOf: '2026-01-02T03:04:05.000Z', uncertain: false });
    writer.finishRun(run, 'done', '2026-01-02T03:05:00.000Z', '{}');
  }
  writer.close();
}
