import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { failureOf } from '#contract/failure';
import type { RoiRequestChange } from '#engine/features/roi/saved-work/shared-request';
import { currentClaims } from '#engine/features/team/current-claims';
import { splitIntoParts } from '#engine/features/team/saved-work/readable';
import { TeamStore } from '#engine/features/team/saved-work/team-store';
import { SHARED_TOPICS } from '#engine/features/team/saved-work/topics/index';
import { MemoryLog } from './memory-log';
import { teamOfTwo, Writer } from './writers';

/** Maximum size of an entry's body in the database. */
const MAX_BODY_BYTES = 1_000_000;
const LONG_NOTE = '€'.repeat(4_000);
const NOW = '2026-11-28T09:00:00.000Z';
/** One character more than a colleague's app reads. */
const TOO_LONG_NOTE = 'x'.repeat(4_001);

/** A sent request with this number of codes. */
const requestOf = (codes: number): RoiRequestChange => ({
  by: 'Anna',
  request: {
    draft: 'draft',
    custodian: 'PER',
    way: 'email',
    body: {
      custodian: 'PER',
      advisor_codes: Array.from({ length: codes }, (_, index) => String(index).padStart(64, '0')),
      owner_name: 'Owner',
      firm_name: 'Firm',
      sender_name: 'Anna',
      cc_emails: [],
      reply_to_emails: [],
    },
    started: '2026-11-28T09:00:00.000Z',
    day: '2026-11-28',
    replaces: null,
    before: null,
    state: 'sent',
    ended: null,
    answer: null,
    failure: null,
  },
});

const refusalOf = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return failureOf(error);
  }
  return 'not refused';
};

describe('parts of entries', () => {
  it('hold at most the bytes and the items of one entry', () => {
    const item = { text: '€'.repeat(50_000) }; // 150 kB
    expect(splitIntoParts(Array.from({ length: 5 }, () => item)).map((part) => part.length)).toEqual([
      2, 2, 1,
    ]);
    expect(splitIntoParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(splitIntoParts([])).toEqual([]);
  });

  it('hold an item that is larger than a part alone', () => {
    const large = 'x'.repeat(500_000);
    expect(splitIntoParts(['a', large, 'b'])).toEqual([['a'], [large], ['b']]);
  });
});

describe('work from before the team', () => {
  it('goes into entries of the size that the database holds', async () => {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    for (const writer of [anna, ben])
      for (let index = 0; index < 120; index += 1) writer.mark('rule', `${writer.name} ${index}`, LONG_NOTE);
    const team = anna.foundTeam();
    anna.store.items.storeEarlierWork(anna.id);
    anna.store.shareEarlier('all');
    anna.admit(ben);
    ben.join(team, anna);
    for (const writer of [anna, ben, anna, ben]) await writer.run(log);
    for (const { body } of log.rows) expect(body.length).toBeLessThan(MAX_BODY_BYTES);
    for (const writer of [anna, ben]) expect(writer.marks()).toHaveLength(240);
    expect([anna.store.unshared(), ben.store.unshared()]).toEqual([[], []]);
  });

  it('is listed while a colleague’s app could not read it, and the rest is shared', async () => {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    ben.mark('rule', 'long', TOO_LONG_NOTE);
    ben.mark('rule', 'fine', 'short');
    const team = anna.foundTeam();
    anna.admit(ben);
    ben.join(team, anna);
    for (const writer of [anna, ben, anna, ben]) await writer.run(log);
    expect(anna.marks()).toEqual(['rule fine short Ben']);
    expect(ben.marks()).toHaveLength(2);
    expect(ben.store.unshared()).toEqual([{ topic: 'mark', key: '["rule","long"]', reason: 'odd-form' }]);
    ben.sync.ledger.refold();
    await ben.run(log);
    expect(ben.store.unshared()).toHaveLength(1);
    ben.mark('rule', 'long', 'shorter');
    expect(ben.store.unshared()).toEqual([]);
  });
});

describe('what a colleague’s app could not read', () => {
  it('is refused when it is shared: wrong form, or too large', async () => {
    const { anna } = await teamOfTwo();
    const refused = (why: string, where: string) => ({
      kind: 'refused',
      detail: { code: 'team-unreadable', facts: { why } },
      where,
    });
    expect(refusalOf(() => anna.mark('rule', 'a', TOO_LONG_NOTE))).toEqual(refused('odd-form', 'mark'));
    const edits = Array.from({ length: 4 }, () => ({
      field: 'name',
      before: '"a"',
      after: JSON.stringify('x'.repeat(250_000)),
    }));
    const rows = { kind: 'rows' as const, rows: [{ key: '1', title: '', subtitle: '', fields: edits }] };
    expect(refusalOf(() => anna.store.share('approval', [{ key: 'a/0', value: rows }]))).toEqual(
      refused('too-large', 'approval'),
    );
    expect(anna.store.waitingCount()).toBe(0);
  });

  it('is listed if another version put it into the outbox', async () => {
    const { log, anna } = await teamOfTwo();
    anna.store.enqueue({ kind: 'mark', items: [{ key: '["rule","a"]', value: { odd: true } }] });
    anna.mark('rule', 'b', 'fine');
    await anna.run(log);
    expect(anna.store.unshared()).toEqual([{ topic: 'mark', key: '["rule","a"]', reason: 'odd-form' }]);
    expect(anna.store.waitingCount()).toBe(0);
    expect([...anna.notes().keys()]).toEqual(['fine']);
  });
});

describe('a colleague’s entry with a key that this version cannot read', () => {
  it.each(SHARED_TOPICS.map(({ name }) => name))('does not stop the log: %s', async (kind) => {
    const { log, anna, ben } = await teamOfTwo();
    for (const key of ['odd', '4711', '[]']) anna.store.enqueue({ kind, items: [{ key, value: null }] });
    anna.mark('rule', 'a', 'after it');
    await anna.run(log);
    await ben.run(log);
    expect(ben.marks()).toEqual(['rule a after it Anna']);
  });

  it('leaves out a claim', async () => {
    const { log, anna, ben } = await teamOfTwo();
    const value = { until: '2026-12-01T09:00:00.000Z' };
    anna.store.enqueue({ kind: 'claim', items: ['odd', '4711'].map((key) => ({ key, value })) });
    anna.claim('a', NOW, value.until);
    await anna.run(log);
    await ben.run(log);
    const { membership } = ben.sync.ledger;
    const now = Date.parse(NOW);
    const claims = currentClaims({ store: ben.store, membership, self: ben.id, now });
    expect(claims.map(({ kind, id }) => [kind, id])).toEqual([['finding', 'a']]);
  });
});

it('takes work off the list of what could not be shared, and touches an empty list once', async () => {
  const { anna } = await teamOfTwo();
  const statements: string[] = [];
  const db = new Database(anna.backUp(), { verbose: (sql) => statements.push(String(sql)) });
  const store = new TeamStore(db);
  const share = () => {
    statements.length = 0;
    const items = ['a', 'b', 'c'].map((key) => ({ key, value: { until: NOW } }));
    store.share('claim', items, NOW);
    return statements.filter((sql) => sql.includes('team_unshared')).length;
  };
  expect(share()).toBe(1);
  db.exec("INSERT INTO team_unshared VALUES ('claim', 'b', 'odd-form'), ('claim', 'd', 'odd-form')");
  expect(share()).toBeGreaterThan(1);
  expect(store.unshared()).toEqual([{ topic: 'claim', key: 'd', reason: 'odd-form' }]);
});

it('shares an ROI request with up to 8,000 codes, and refuses one with more', async () => {
  const { log, anna, ben, syncAll } = await teamOfTwo();
  const share = (codes: number) =>
    anna.store.share('roi-request', [{ key: `request ${codes}`, value: requestOf(codes) }]);
  share(8_000);
  expect(refusalOf(() => share(8_001))).toMatchObject({ detail: { code: 'team-unreadable' } });
  await syncAll();
  const codes = ben.db.prepare('SELECT count(*) FROM roi_code').pluck().get();
  expect([codes, ben.issues(), anna.issues()]).toEqual([8_000, [], []]);
  for (const { body } of log.rows) expect(body.length).toBeLessThan(MAX_BODY_BYTES);
});

it('does not announce a mark again to its own author when it comes back from the log', async () => {
  const { anna, ben, syncAll } = await teamOfTwo();
  const announced = { anna: 0, ben: 0 };
  const { signal } = new AbortController();
  anna.store.onTopic('mark', () => (announced.anna += 1), signal);
  ben.store.onTopic('mark', () => (announced.ben += 1), signal);
  anna.mark('rule', 'a', 'fine');
  await syncAll();
  expect(announced).toEqual({ anna: 0, ben: 1 });
  // The author's note comes back without the digits of a tax ID.
  anna.mark('rule', 'a', 'SSN 078-05-1120');
  await syncAll();
  expect(announced).toEqual({ anna: 1, ben: 2 });
  // A colleague's mark that has the earlier place in the log belongs to the history.
  ben.mark('rule', 'a', 'earlier');
  anna.mark('rule', 'a', 'later');
  await syncAll();
  expect(announced.anna).toBeGreaterThan(1);
  expect([...anna.notes().keys()]).toEqual([...ben.notes().keys()]);
});
