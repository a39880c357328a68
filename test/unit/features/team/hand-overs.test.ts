import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { draftRowState, type Draft } from '#contract/edit';
import { rowsKey } from '#engine/features/team/saved-work/topics/hand-over';
import type { NewDraftRow } from '#engine/workspace/drafts/drafts';
import { MemoryLog } from './memory-log';
import { newTeam, type Writer } from './writers';

const AT = '2026-11-28T09:00:00.000Z';

/** A row with a number that has more digits than a double. */
const row = (key: string, overrides: Partial<NewDraftRow> = {}): NewDraftRow => ({
  key,
  title: `Account ${key}`,
  subtitle: 'Pershing',
  line: null,
  state: 'ready',
  fields: [{ field: 'required_cash', before: '0.10', after: '9007199254740993.00', issue: null }],
  issue: null,
  ...overrides,
});

async function twoDesks() {
  const log = new MemoryLog();
  const [anna, ben] = await newTeam(log, ['Anna', 'Ben']);
  if (!anna || !ben) throw new Error('No team');
  await anna.run(log);
  const online = { anna: true, ben: true };
  return {
    log,
    anna,
    ben,
    online,
    giver: anna.desk(log, () => online.anna),
    receiver: ben.desk(log, () => online.ben),
    sync: async () => {
      for (const writer of [anna, ben, anna]) await writer.run(log);
    },
  };
}
type Desks = Awaited<ReturnType<typeof twoDesks>>;

const draftAt = ({ giver }: Desks, rows = [row('1'), row('2')], overrides: Partial<Draft> = {}) =>
  giver.drafts.create({ resource: 'accounts', kind: 'edit', origin: 'bulk', edits: [], ...overrides }, rows)
    .id;

const HANDED_OVER = expect.objectContaining({
  failure: expect.objectContaining({ detail: { code: 'handed-over' } }) as unknown,
}) as unknown;
const problem = (code: string) =>
  expect.objectContaining({ problem: expect.objectContaining({ code }) as unknown }) as unknown;

describe('a draft that is handed over', () => {
  it('becomes the receiver’s with exactly its edits and base values, and leaves the giver', async () => {
    const desks = await twoDesks();
    const { giver, receiver, ben } = desks;
    const conflict = row('3', {
      state: 'conflict',
      line: 7,
      fields: [{ field: 'notes', before: '"a"', after: '"b"', theirs: '"c"', sentAt: AT, issue: null }],
    });
    const id = draftAt(desks, [row('1'), conflict], {
      edits: [{ op: 'set', field: 'notes', json: '"b"' }],
      file: 'fees.csv',
    });
    giver.handOvers.offer(id, ben.id, 'Please check by noon');
    expect(giver.handOvers.holderOf(id)).toBeNull();
    await desks.sync();
    expect(receiver.handOvers.holderOf(id)).toEqual({ name: 'Anna', since: null });
    expect(receiver.drafts.ids()).toEqual([]); // it stays with the giver until it is taken
    await receiver.handOvers.take(id);
    await desks.sync();
    expect(giver.drafts.ids()).toEqual([]);
    expect(giver.handOvers.holderOf(id)).toEqual({ name: 'Ben', since: expect.any(String) as string });
    expect(receiver.handOvers.holderOf(id)).toBeNull();
    const listed = async ({ handOvers }: typeof giver) =>
      (await handOvers.follow(AbortSignal.timeout(5_000)).next()).value;
    expect(await listed(receiver)).toMatchObject([{ state: 'taken', note: 'Please check by noon' }]);
    expect(await listed(giver)).toEqual([]);
    expect(receiver.drafts.get(id)).toMatchObject({
      kind: 'edit',
      resource: 'accounts',
      file: 'fees.csv',
      edits: [{ op: 'set', field: 'notes', json: '"b"' }],
      checkedAt: null,
    });
    expect(receiver.drafts.allRows(id)).toEqual([
      { ...row('1'), index: 0 },
      {
        ...conflict,
        state: 'ready',
        fields: [{ field: 'notes', before: '"a"', after: '"b"', issue: null }],
        index: 1,
      },
    ]);
  });

  it('is not offered to a receiver who became a viewer', async () => {
    const desks = await twoDesks();
    const { giver, receiver, anna, ben } = desks;
    const listed = async () => (await receiver.handOvers.follow(AbortSignal.timeout(5_000)).next()).value;
    giver.handOvers.offer(draftAt(desks), ben.id, '');
    await desks.sync();
    expect(await listed()).toHaveLength(1);
    anna.store.enqueue({ kind: 'role', member: ben.id, role: 'viewer' });
    await desks.sync();
    expect(await listed()).toEqual([]);
  });

  it('can neither be changed, discarded nor sent by its giver, even before it is in the log', async () => {
    const desks = await twoDesks();
    const { giver, ben, online } = desks;
    online.anna = false;
    const id = draftAt(desks);
    giver.handOvers.offer(id, ben.id, '');
    const change = () => giver.drafts.put(id, [{ ...row('1'), index: 0 }]);
    expect(change).toThrow(HANDED_OVER);
    expect(() => giver.drafts.change(id, [], [])).toThrow(HANDED_OVER);
    expect(() => giver.drafts.replaceRows(id, [row('1')])).toThrow(HANDED_OVER);
    expect(() => giver.drafts.remove(id)).toThrow(HANDED_OVER);
    expect(() => giver.drafts.become(id, (remove) => remove())).toThrow(HANDED_OVER);
    expect(() => giver.handOvers.offer(id, ben.id, '')).toThrow(HANDED_OVER);
    expect(giver.drafts.get(id).isHandedOver).toBe(true);
    expect(giver.drafts.ofCells('accounts')).toBeNull();
    await expect(giver.handOvers.takeBack(id)).rejects.toEqual(problem('unreachable'));
    expect(change).toThrow(HANDED_OVER);
  });

  it('says what waits on each computer: the offer, then the answer', async () => {
    const desks = await twoDesks();
    const { giver, receiver, ben } = desks;
    const waiting = async ({ handOvers }: typeof giver) =>
      (await handOvers.follow(AbortSignal.timeout(5_000)).next()).value?.map((handOver) => handOver.waiting);
    const id = draftAt(desks);
    giver.handOvers.offer(id, ben.id, '');
    expect(await waiting(giver)).toEqual(['offer']);
    await desks.sync();
    expect(await waiting(giver)).toEqual([null]);
    receiver.handOvers.decline(id, '');
    expect(await waiting(receiver)).toEqual(['answer']);
    await desks.sync();
    expect(await waiting(receiver)).toEqual([]);
  });

  it('is the giver’s again once declined, with the note, or taken back', async () => {
    const desks = await twoDesks();
    const { giver, receiver, ben } = desks;
    const [declined, takenBack] = [draftAt(desks), draftAt(desks)];
    for (const id of [declined, takenBack]) giver.handOvers.offer(id, ben.id, '');
    await desks.sync();
    receiver.handOvers.decline(declined, 'Not mine, SSN 123-45-6789');
    await giver.handOvers.takeBack(takenBack);
    await desks.sync();
    const declinedHandOver = async () => {
      const { value } = await giver.handOvers.follow(new AbortController().signal).next();
      return value?.[0] ?? expect.fail('None is listed');
    };
    const unchanged = await declinedHandOver();
    expect(unchanged.draft.updatedAt <= unchanged.at).toBe(true);
    for (const id of [declined, takenBack]) {
      expect(giver.drafts.get(id).isHandedOver).toBeUndefined();
      giver.drafts.put(id, [{ ...row('1'), index: 0 }]);
      await expect(receiver.handOvers.take(id)).rejects.toEqual(problem('no-hand-over'));
    }
    const changed = await declinedHandOver();
    expect(changed).toMatchObject({ state: 'declined', answer: 'Not mine, SSN •••••••••' });
    expect(changed.draft.updatedAt > changed.at).toBe(true);
    expect(receiver.drafts.ids()).toEqual([]);
  });

  it('stays with the first in the log if it is taken and taken back at once', async () => {
    const desks = await twoDesks();
    const { giver, receiver, ben, anna, log } = desks;
    const id = draftAt(desks);
    giver.handOvers.offer(id, ben.id, '');
    await desks.sync();
    const { offer } = anna.store.handOvers.find(id)?.content ?? { offer: '' };
    const answer = (kind: 'take' | 'take-back') => [{ key: id, value: { kind, offer, note: '' } }];
    ben.store.share('hand-over', answer('take'));
    anna.store.share('hand-over', answer('take-back'));
    expect(giver.drafts.get(id).isHandedOver).toBe(true); // neither is in the log
    await ben.run(log);
    await desks.sync();
    expect([giver.drafts.ids(), receiver.drafts.ids()]).toEqual([[], [id]]);
  });

  it('can be handed back to its giver, and survives a restart', async () => {
    const desks = await twoDesks();
    const { giver, receiver, anna, ben, log } = desks;
    const id = draftAt(desks);
    giver.handOvers.offer(id, ben.id, '');
    await desks.sync();
    await receiver.handOvers.take(id);
    receiver.handOvers.offer(id, anna.id, 'Yours after all');
    await desks.sync();
    await giver.handOvers.take(id);
    await desks.sync();
    receiver.close();
    ben.restart();
    const restarted = ben.desk(log);
    expect([giver.drafts.ids(), restarted.drafts.ids()]).toEqual([[id], []]);
    giver.drafts.remove(id);
    anna.sync.ledger.refold();
    await desks.sync();
    expect(giver.drafts.ids()).toEqual([]); // a refold does not give it back
  });

  it('leaves a giver who was away while the receiver took it and offered it to a third', async () => {
    const log = new MemoryLog();
    const [anna, ben, cleo] = await newTeam(log, ['Anna', 'Ben', 'Cleo']);
    if (!anna || !ben || !cleo) throw new Error('No team');
    const [giver, receiver] = [anna.desk(log), ben.desk(log)];
    const { id } = giver.drafts.create({ resource: 'accounts', kind: 'edit', origin: 'bulk', edits: [] }, [
      row('1'),
    ]);
    for (const writer of [anna, ben]) await writer.run(log);
    giver.handOvers.offer(id, ben.id, '');
    for (const writer of [anna, ben]) await writer.run(log);
    await receiver.handOvers.take(id);
    receiver.handOvers.offer(id, cleo.id, '');
    await ben.run(log);
    await anna.run(log);
    expect(anna.store.handOvers.find(id)).toMatchObject({ state: 'offered', giver: ben.id });
    expect([giver.drafts.ids(), receiver.drafts.ids()]).toEqual([[], [id]]);
  });

  it('is refused with a tax ID or token in a value; other texts are masked', async () => {
    const desks = await twoDesks();
    const { giver, anna, ben } = desks;
    const withNotes = (before: string, field = 'notes') =>
      draftAt(desks, [row('1', { fields: [{ field, before, after: '"b"', issue: null }] })]);
    const onSecondLine = withNotes(JSON.stringify('Estate of\n123-45-6789'));
    for (const id of [withNotes('"SSN 123-45-6789"'), onSecondLine, withNotes('"t_1"', 'tax_id_token')])
      expect(() => giver.handOvers.offer(id, ben.id, '')).toThrow(
        expect.objectContaining({ failure: expect.objectContaining({ kind: 'refused' }) as unknown }),
      );
    const unknown = { code: 'no-such-record', facts: { field: 'account_number', value: '123-45-6789' } };
    const rows = [row('1', { title: 'Estate 123-45-6789' }), row('2', { state: 'wrong', issue: unknown })];
    const id = draftAt(desks, rows, { file: 'Import 123-45-6789.csv' });
    giver.handOvers.offer(id, ben.id, 'EIN 12-3456789');
    const items = [id, rowsKey(id, anna.store.handOvers.find(id)?.offer ?? '', 0)];
    const texts = items.map((key) => JSON.stringify(anna.store.items.inOrder('hand-over', key)));
    expect(texts.join()).not.toMatch(/123-45-6789|12-3456789/);
    for (const masked of ['Estate •', 'Import •', '"value":"•']) expect(texts.join()).toContain(masked);
  });

  it('is split into entries that the database accepts, up to 10,000 rows', async () => {
    const desks = await twoDesks();
    const { giver, receiver, ben, anna, log } = desks;
    const rows = Array.from({ length: 10_000 }, (_, index) => row(String(index)));
    const id = draftAt(desks, rows);
    giver.handOvers.offer(id, ben.id, '');
    await desks.sync();
    expect(Math.max(...log.rows.map(({ body }) => body.length))).toBeLessThan(1_000_000);
    expect(anna.store.handOvers.find(id)?.content.parts).toBeGreaterThan(3);
    await receiver.handOvers.take(id);
    expect(receiver.drafts.allRows(id)).toEqual(rows.map((copied, index) => ({ ...copied, index })));
  });

  it('cannot be taken unless all of its rows are those that were offered', async () => {
    const desks = await twoDesks();
    const { giver, receiver, ben, anna } = desks;
    const id = draftAt(desks);
    giver.handOvers.offer(id, ben.id, '');
    const { offer = '' } = anna.store.handOvers.find(id) ?? {};
    anna.store.share('hand-over', [
      { key: rowsKey(id, offer, 0), value: { kind: 'rows', rows: [row('1'), row('4')] } },
    ]);
    await desks.sync();
    await expect(receiver.handOvers.take(id)).rejects.toThrow(/changed-since/);
    expect(receiver.drafts.ids()).toEqual([]);
  });

  it('is read and verified once while its rows are shown', async () => {
    const desks = await twoDesks();
    const { giver, receiver, ben } = desks;
    const id = draftAt(desks, [row('1'), row('2', { state: 'unchanged' })]);
    giver.handOvers.offer(id, ben.id, '');
    await desks.sync();
    const read = vi.spyOn(ben.store.handOvers, 'rows');
    const keysAt = (offset: number) =>
      receiver.handOvers.rows(id, { offset, limit: 1 }).rows.map(({ key }) => key);
    expect([keysAt(0), keysAt(1)]).toEqual([['1'], ['2']]);
    expect(receiver.handOvers.rows(id, { state: 'unchanged', offset: 0, limit: 5 })).toMatchObject({
      rows: [{ key: '2', index: 1 }],
      total: 1,
    });
    expect(read).toHaveBeenCalledTimes(1);
    receiver.runTimers(); // nothing was shown for a minute
    expect(keysAt(0)).toEqual(['1']);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('that claims more parts than there are cannot be taken, and only those are read', async () => {
    const desks = await twoDesks();
    const { receiver, anna, ben } = desks;
    const id = randomUUID();
    anna.store.share('hand-over', [{ key: id, value: { ...offerTo(ben), parts: 100_000 } }]);
    await desks.sync();
    const latest = vi.spyOn(ben.store.items, 'latest');
    await expect(receiver.handOvers.take(id)).rejects.toThrow(/changed-since/);
    expect(latest).toHaveBeenCalledTimes(1);
  });
});

const NAMES = ['Anna', 'Ben', 'Cleo', 'Dan', 'Eve'];
const COUNTS = Object.fromEntries(draftRowState.options.map((state) => [state, 0])) as Draft['counts'];

/** An offer without rows, as only the holder matters. */
const offerTo = (to: Writer) => ({
  kind: 'offer' as const,
  offer: randomUUID(),
  to: to.id,
  note: '',
  header: {
    resource: 'accounts' as const,
    kind: 'edit' as const,
    origin: 'bulk' as const,
    title: null,
    edits: [],
    file: null,
    restored: null,
    total: 1,
    counts: COUNTS,
  },
  parts: 1,
  digest: 'a'.repeat(64),
});

/** A step of one of the five with one of two drafts; repeated kinds are more frequent. */
const step = fc.record({
  who: fc.nat(4),
  what: fc.constantFrom(
    'offer',
    'take',
    'take',
    'decline',
    'take-back',
    'sync',
    'sync',
    'sync',
    'lose-response',
    'restart',
  ),
  to: fc.nat(4),
  draft: fc.nat(1),
});

type Step = { who: number; what: 'offer' | 'take' | 'sync'; to: number; draft: number };
/** Anna offers a draft to Ben, who takes it. */
const TAKEN: Step[] = [
  { who: 0, what: 'offer', to: 1, draft: 0 },
  { who: 0, what: 'sync', to: 0, draft: 0 },
  { who: 1, what: 'sync', to: 0, draft: 0 },
  { who: 1, what: 'take', to: 1, draft: 0 },
];

const holders = (writer: Writer) =>
  writer.store.handOvers.list().map(({ draft, holder, giver, receiver, state, offer }) => ({
    draft,
    holder,
    giver,
    receiver,
    state,
    offer,
  }));

describe('five writers', () => {
  it('agree on the holder of each draft after any steps', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const log = new MemoryLog();
        const writers = await newTeam(log, NAMES);
        const drafts = [randomUUID(), randomUUID()];
        for (const writer of writers) await writer.run(log);
        for (const { who, what, to, draft: draftIndex } of steps) {
          const [colleague, draft] = [writers[to], drafts[draftIndex] ?? ''];
          const offer = writers[who]?.store.handOvers.find(draft);
          // Most takes are by the receiver of the draft; takes by others have no effect.
          const receiver = writers.find(({ id }) => id === offer?.receiver);
          const writer = what === 'take' && to > 0 ? (receiver ?? writers[who]) : writers[who];
          if (!writer || !colleague) continue;
          const handOver = writer.store.handOvers.find(draft);
          if (what === 'sync' || what === 'lose-response') {
            log.loseConnectionAt = what === 'lose-response' ? 'response' : null;
            await writer.run(log);
            log.loseConnectionAt = null;
          } else if (what === 'restart') writer.restart();
          else if (what === 'offer')
            writer.store.share('hand-over', [{ key: draft, value: offerTo(colleague) }], AT);
          else if (handOver)
            writer.store.share(
              'hand-over',
              [{ key: draft, value: { kind: what, offer: handOver.offer, note: '' } }],
              AT,
            );
        }
        for (let round = 0; round < 3; round += 1) for (const writer of writers) await writer.run(log);
        const [first, ...others] = writers.map(holders);
        for (const other of others) expect(other).toEqual(first);
        taken += first?.filter(({ state }) => state === 'taken').length ?? 0;
        writers[4]?.sync.ledger.refold();
        await writers[4]?.run(log);
        expect(writers[4] && holders(writers[4])).toEqual(first);
      }),
      { numRuns: 15, examples: [[TAKEN]] },
    );
    expect(taken).toBeGreaterThan(0);
  }, 60_000);
});
