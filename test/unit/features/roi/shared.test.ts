import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RoiState } from '#contract/features/roi/schemas';
import { shareRoiRequests } from '#engine/features/roi/saved-work/share-requests';
import { sharedFacts } from '#engine/features/roi/saved-work/shared-request-rows';
import { roiStore, type RoiStore } from '#engine/features/roi/saved-work/store';
import { MemoryLog } from '../team/memory-log';
import { newTeam, Writer } from '../team/writers';
import { DRAFT_CONTENT } from './harness';

const NAMES = ['Anna', 'Ben', 'Cleo', 'Dan', 'Eve'];
const NOW = new Date('2026-11-30T10:00:00.000Z');

const stores = new WeakMap<object, RoiStore>();
/** The ROI requests of a writer, opened once between restarts. */
function storeOf({ db, store }: Writer): RoiStore {
  const opened = stores.get(store) ?? roiStore(db, () => NOW, shareRoiRequests(db, store));
  stores.set(store, opened);
  return opened;
}

/** Starts to send a request, of a new draft by default; `end` stores its outcome. */
function begin(
  roi: RoiStore,
  { codes = ['7AB'], draft }: { readonly codes?: string[]; readonly draft?: string } = {},
): string {
  const content = { ...DRAFT_CONTENT, codes };
  const body = {
    custodian: 'PER',
    advisor_codes: codes,
    owner_name: 'Ann Lee',
    firm_name: 'Harborview',
    sender_name: 'Tom Park',
    cc_emails: ['ops@harborview.example'],
    reply_to_emails: ['ann@harborview.example'],
  };
  const { request } = roi.requests.begin({
    draft: draft ?? roi.drafts.create(content).id,
    content,
    custodian: 'PER',
    json: JSON.stringify(body, null, 2),
    codes,
    followUp: '2026-12-10',
    since: '2026-01-01',
    shownEarlier: roi.requests.sentSince('PER', codes, '2026-01-01').map(({ id }) => id),
    accountKeys: ['a1'],
  });
  return request.id;
}
const end = (roi: RoiStore, id: string, state: Exclude<RoiState, 'sending'>) =>
  roi.requests.end(id, {
    state,
    ...(state === 'sent' && { response: { id: 7, status: 'Sent', secret: 'x' } }),
  });

/** Everything that the tracker shows of the requests, sorted by ID. */
const tracked = (writer: Writer) => {
  const { requests } = storeOf(writer);
  return requests
    .list()
    .map((stored) => {
      const { id, custodian, state, day, ended, follow_up, closed, closed_at, found, replaces } = stored;
      return {
        ...{ id, custodian, state, day, ended, follow_up, closed, closed_at, found, replaces },
        body: JSON.parse(stored.json) as unknown,
        shared: sharedFacts(stored),
        notes: requests
          .notes(id)
          .map(({ text, uid }) => `${uid} ${text}`)
          .sort(),
        before: [...(requests.accountKeysAtSending(id) ?? [])],
      };
    })
    .sort((a, b) => a.id.localeCompare(b.id));
};

async function teamOf<const Names extends readonly string[]>(...names: Names) {
  const log = new MemoryLog();
  const writers = (await newTeam(log, names)) as unknown as { readonly [At in keyof Names]: Writer };
  /** Syncs every member twice, so that each has all entries. */
  const syncAll = async () => {
    for (let round = 0; round < 2; round += 1)
      for (const writer of writers as readonly Writer[]) await writer.run(log);
  };
  return { log, writers, syncAll };
}

describe('requests of colleagues', () => {
  it('are in the tracker with their sender before they are sent, and get their outcome', async () => {
    const { log, writers, syncAll } = await teamOf('Anna', 'Ben');
    const [anna, ben] = writers;
    const annaStore = storeOf(anna);
    const id = begin(annaStore);
    await anna.run(log);
    await ben.run(log);
    const [seen] = storeOf(ben).requests.list();
    expect(seen).toMatchObject({ id, state: 'sending', member: anna.id, follow_up: '2026-12-10' });
    expect(sharedFacts(seen ?? { shared: null })).toMatchObject({ by: 'Anna' });
    expect(storeOf(ben).requests.sentSince('PER', ['7ab'], '2026-11-01')).toHaveLength(1);
    end(annaStore, id, 'sent');
    await syncAll();
    // Colleagues get only the fields of the answer that screens show.
    const answer = JSON.stringify({ id: 7, status: 'Sent', created_at_utc: null, custodian: null });
    expect(storeOf(ben).requests.get(id)).toMatchObject({ state: 'sent', answer });
    expect(annaStore.requests.get(id)?.answer).toContain('secret');
    expect(tracked(ben)).toEqual(tracked(anna));
  });

  it('stay as their sender left them when this app starts again', async () => {
    const { writers, syncAll } = await teamOf('Anna', 'Ben');
    const [anna, ben] = writers;
    const id = begin(storeOf(anna));
    await syncAll();
    ben.restart();
    expect(storeOf(ben).requests.get(id)?.state).toBe('sending');
    anna.restart();
    expect(storeOf(anna).requests.get(id)?.state).toBe('unknown');
    await syncAll();
    expect(storeOf(ben).requests.get(id)?.state).toBe('unknown');
    storeOf(ben).requests.confirmArrival(id);
    await syncAll();
    expect(storeOf(anna).requests.get(id)).toMatchObject({ state: 'sent', found: NOW.toISOString() });
    expect(tracked(ben)).toEqual(tracked(anna));
  });

  it('keep their notes and full answer if they end while the log is read again', async () => {
    const { log, writers, syncAll } = await teamOf('Anna', 'Ben');
    const [anna, ben] = writers;
    const { requests } = storeOf(anna);
    const id = begin(storeOf(anna));
    requests.addNote(id, 'Called');
    await syncAll();
    storeOf(ben).requests.addNote(id, 'lost in a failover');
    await syncAll();
    log.goBackTo(log.rows.length - 1);
    await anna.sync.align(log);
    end(storeOf(anna), id, 'sent');
    requests.addNote(id, 'Sent');
    const expected = { state: 'sent', answer: JSON.stringify({ id: 7, status: 'Sent', secret: 'x' }) };
    expect(requests.get(id)).toMatchObject(expected);
    for (const writer of writers) writer.disconnect();
    await syncAll();
    expect(requests.get(id)).toMatchObject(expected);
    expect(requests.notes(id)).toHaveLength(3);
    expect([...(requests.accountKeysAtSending(id) ?? [])]).toEqual(['a1']);
    expect(tracked(ben)).toEqual(tracked(anna));
  });

  it('can be followed up, noted and closed by anyone; a note is removed by its author', async () => {
    const { writers, syncAll } = await teamOf('Anna', 'Ben');
    const [anna, ben] = writers;
    const id = begin(storeOf(anna));
    end(storeOf(anna), id, 'sent');
    await syncAll();
    storeOf(ben).requests.setFollowUp(id, '2026-12-20');
    storeOf(ben).requests.addNote(id, 'Called, SSN 123456789');
    storeOf(anna).requests.addNote(id, 'Called again');
    await syncAll();
    const notes = storeOf(anna).requests.notes(id);
    const noteOfBen = notes.find(({ author }) => author === 'Ben');
    const noteOfAnna = notes.find(({ author }) => author === null);
    expect(noteOfBen?.text).toBe('Called, SSN •••••••••');
    expect(() => storeOf(anna).requests.removeNote(id, noteOfBen?.id ?? 0)).toThrow('not-allowed');
    storeOf(anna).requests.removeNote(id, noteOfAnna?.id ?? 0);
    storeOf(anna).requests.close(id, 'granted');
    await syncAll();
    const [stored] = storeOf(ben).requests.list();
    expect(stored).toMatchObject({ follow_up: '2026-12-20', closed: 'granted' });
    expect(sharedFacts(stored ?? { shared: null })).toMatchObject({
      followUpBy: 'Ben',
      decision: { by: 'Anna' },
      contested: [],
    });
    expect(storeOf(ben).requests.notes(id)).toHaveLength(1);
  });

  it('stay as they were if a viewer tries to follow one up or to confirm its arrival', async () => {
    const { writers, syncAll } = await teamOf('Anna', 'Ben');
    const [anna, ben] = writers;
    const id = begin(storeOf(anna));
    end(storeOf(anna), id, 'unknown');
    await syncAll();
    ben.store.setSharing('refused');
    const { requests } = storeOf(ben);
    const before = tracked(ben);
    expect(() => requests.setFollowUp(id, '2026-12-20')).toThrow('not-allowed');
    expect(() => requests.confirmArrival(id)).toThrow('not-allowed');
    expect(tracked(ben)).toEqual(before);
  });

  it('are withdrawn if nothing was sent and their sender edits them again', async () => {
    const { writers, syncAll } = await teamOf('Anna', 'Ben');
    const [anna, ben] = writers;
    const id = begin(storeOf(anna));
    end(storeOf(anna), id, 'not-sent');
    await syncAll();
    // A colleague's draft leaves the request as it is.
    expect(storeOf(ben).requests.draftAgain(id).replaces).toBe(id);
    expect(storeOf(anna).requests.draftAgain(id).replaces).toBeNull();
    await syncAll();
    expect(tracked(ben)).toEqual([]);
    expect(tracked(anna)).toEqual([]);
  });

  it('from before the team are shared with notes and decision if they are brought', async () => {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    const annaRequests = storeOf(anna).requests;
    const id = begin(storeOf(anna));
    annaRequests.end(id, { state: 'sent' });
    annaRequests.addNote(id, 'Called');
    annaRequests.close(id, 'refused');
    const unsharedRequest = begin(storeOf(ben));
    const team = anna.foundTeam();
    anna.store.items.storeEarlierWork(anna.id);
    anna.store.shareEarlier('all');
    anna.admit(ben);
    ben.join(team, anna, []);
    await anna.run(log);
    await ben.run(log);
    await anna.run(log);
    expect(storeOf(ben).requests.get(id)).toMatchObject({ state: 'sent', closed: 'refused' });
    expect(storeOf(ben).requests.notes(id)).toMatchObject([{ text: 'Called', author: 'Anna' }]);
    // What the joiner did not bring stays on that computer, even after a change.
    end(storeOf(ben), unsharedRequest, 'sent');
    storeOf(ben).requests.addNote(unsharedRequest, 'Private');
    ben.sync.ledger.refold();
    await ben.run(log);
    await anna.run(log);
    expect(storeOf(ben).requests.notes(unsharedRequest)).toMatchObject([{ text: 'Private' }]);
    expect(storeOf(anna).requests.get(unsharedRequest)).toBeNull();
    expect(anna.issues()).toEqual([]);
  });
});

it('removes a restored draft whose request is in the team’s log, so that it is not sent again', async () => {
  const { log, writers } = await teamOf('Anna', 'Ben');
  const [anna] = writers;
  const draft = storeOf(anna).drafts.create(DRAFT_CONTENT).id;
  const backup = anna.backUp();
  begin(storeOf(anna), { draft });
  await anna.run(log);
  anna.restore(backup);
  expect(storeOf(anna).drafts.get(draft)).not.toBeNull();
  await anna.run(log);
  expect(storeOf(anna).drafts.get(draft)).toBeNull();
  expect(storeOf(anna).requests.ofDraft(draft)).toMatchObject({ member: null });
});

describe('the custodian’s decision', () => {
  async function sentRequest() {
    const { log, writers, syncAll } = await teamOf('Anna', 'Ben');
    const [anna, ben] = writers;
    const id = begin(storeOf(anna));
    end(storeOf(anna), id, 'sent');
    await syncAll();
    const decisionOf = (writer: Writer) => {
      const stored = storeOf(writer).requests.get(id);
      const facts = stored && sharedFacts(stored);
      const others = facts?.contested.map(({ as, by }) => `${as} by ${by}`) ?? [];
      return [stored?.closed ?? 'open', facts?.decision?.by, ...others];
    };
    const close = (writer: Writer, as: 'granted' | 'refused' | null, seen: readonly string[] = []) =>
      storeOf(writer).requests.close(id, as, seen);
    return { log, anna, ben, syncAll, decisionOf, close, id };
  }

  it('recorded differently at once: the first in the log wins until a user decides', async () => {
    const { log, anna, ben, syncAll, decisionOf, close, id } = await sentRequest();
    close(anna, 'granted');
    close(ben, 'refused');
    await ben.run(log);
    await syncAll();
    for (const writer of [anna, ben])
      expect(decisionOf(writer)).toEqual(['refused', 'Ben', 'granted by Anna']);
    const stored = storeOf(anna).requests.get(id);
    const seen = (stored && sharedFacts(stored)?.contested.map((decision) => decision.id)) ?? [];
    close(anna, 'granted', seen);
    await syncAll();
    for (const writer of [anna, ben]) expect(decisionOf(writer)).toEqual(['granted', 'Anna']);
  });

  it('the same one recorded twice is no conflict', async () => {
    const { anna, ben, syncAll, decisionOf, close } = await sentRequest();
    close(anna, 'granted');
    close(ben, 'granted');
    await syncAll();
    for (const writer of [anna, ben]) expect(decisionOf(writer)).toEqual(['granted', 'Anna']);
  });

  it('is changed by a colleague who has seen it', async () => {
    const { anna, ben, syncAll, decisionOf, close } = await sentRequest();
    close(anna, 'granted');
    await syncAll();
    close(ben, null);
    close(ben, 'refused');
    await syncAll();
    for (const writer of [anna, ben]) expect(decisionOf(writer)).toEqual(['refused', 'Ben']);
  });

  it('made without seeing that the request was reopened is kept', async () => {
    const { log, anna, ben, syncAll, decisionOf, close } = await sentRequest();
    close(anna, 'granted');
    await anna.run(log);
    close(ben, 'refused'); // has not read the first one
    close(anna, null);
    await syncAll();
    for (const writer of [anna, ben]) expect(decisionOf(writer)).toEqual(['refused', 'Ben']);
  });
});

type Step =
  | ChangeStep
  | { readonly do: 'sync'; readonly who: number; readonly connectionLoss: 'request' | 'response' | null }
  | { readonly do: 'restart'; readonly who: number }
  | { readonly do: 'go-back'; readonly who: number };
type ChangeStep =
  | { readonly do: 'send'; readonly who: number; readonly code: number }
  | { readonly do: 'end'; readonly who: number; readonly state: Exclude<RoiState, 'sending'> }
  | {
      readonly do: 'follow-up' | 'note' | 'remove-note' | 'again' | 'found';
      readonly who: number;
      readonly at: number;
    }
  | {
      readonly do: 'close';
      readonly who: number;
      readonly at: number;
      readonly as: 'granted' | 'refused' | null;
    };

const who = fc.integer({ min: 0, max: NAMES.length - 1 });
const code = fc.integer({ min: 0, max: 3 });
/** Index of a request in the member's list, which may be shorter. */
const at = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), who, code }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      who,
      connectionLoss: fc.constantFrom(null, null, null, 'request' as const, 'response' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('go-back' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      who,
      state: fc.constantFrom('sent' as const, 'unknown' as const, 'not-sent' as const, 'refused' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('follow-up', 'note', 'remove-note', 'again', 'found'),
      who,
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      who,
      at,
      as: fc.constantFrom('granted' as const, 'refused' as const, null),
    }),
  },
);

function applyChange(step: ChangeStep, roi: RoiStore): void {
  const { requests } = roi;
  if (step.do === 'send') {
    begin(roi, { codes: [`C${step.code}`] });
    return;
  }
  if (step.do === 'end') {
    const sending = requests.list().find(({ state, member }) => state === 'sending' && member === null);
    if (sending) end(roi, sending.id, step.state);
    return;
  }
  const stored = requests.list()[step.at];
  if (!stored) return;
  const { id } = stored;
  if (step.do === 'close') {
    const seen = sharedFacts(stored)?.contested.map((other) => other.id) ?? [];
    // At an odd index, the user has not seen the contested decisions.
    requests.close(id, step.as, step.at % 2 === 0 ? seen : []);
  }
  if (step.do === 'follow-up') requests.setFollowUp(id, `2026-12-1${step.who}`);
  if (step.do === 'note') requests.addNote(id, `note ${step.who}`);
  const own = requests.notes(id).find(({ author }) => author === null);
  if (step.do === 'remove-note' && own) requests.removeNote(id, own.id);
  if (step.do === 'again' && stored.state === 'not-sent') requests.draftAgain(id);
  if (step.do === 'found') requests.confirmArrival(id);
}

it('five writers agree on requests after any order, lost connection, restart or failover', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), async (steps) => {
      const log = new MemoryLog();
      const writers = await newTeam(log, NAMES);
      const foundingEntries = log.rows.length;
      for (const next of steps) {
        const writer = writers[next.who];
        if (!writer) continue;
        if (next.do === 'sync') {
          log.loseConnectionAt = next.connectionLoss;
          await writer.run(log);
          log.loseConnectionAt = null;
        } else if (next.do === 'restart') {
          writer.restart();
          storeOf(writer); // opens the requests, which ends those that were being sent
        } else if (next.do === 'go-back') {
          // A failover: the database loses its last entries, at most five, and every connection.
          log.goBackTo(Math.max(foundingEntries, log.rows.length - 1 - next.who));
          for (const other of writers) other.disconnect();
        } else applyChange(next, storeOf(writer));
      }
      for (const writer of writers) {
        writer.restart(); // the next run compares the log with this computer again, as after a failover
        storeOf(writer);
      }
      for (let round = 0; round < 3; round += 1) for (const writer of writers) await writer.run(log);
      const [first] = writers;
      if (!first) return;
      for (const writer of writers) {
        expect(writer.issues()).toEqual([]);
        expect(tracked(writer)).toEqual(tracked(first));
      }
      // A computer that reads all entries at once has the same as those that read them one by one.
      first.sync.ledger.refold();
      await first.run(log);
      expect(tracked(first)).toEqual(tracked(writers[1] ?? first));
    }),
    { numRuns: 15 },
  );
}, 120_000);
