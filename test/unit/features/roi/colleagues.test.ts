import { expect, it } from 'vitest';
import { failureOf } from '#contract/failure';
import type { RoiAccounts } from '#engine/features/roi/accounts';
import { roiColleagues } from '#engine/features/roi/colleagues';
import { RoiRequests } from '#engine/features/roi/roi';
import { Activity } from '#engine/workspace/activity/activity';
import { shareRoiRequests } from '#engine/features/roi/saved-work/share-requests';
import { roiStore } from '#engine/features/roi/saved-work/store';
import { MemoryLog } from '../team/memory-log';
import { newTeam, type Writer } from '../team/writers';
import { createDeferred, DRAFT_CONTENT } from './harness';

const NOW = new Date('2026-11-30T10:00:00.000Z');

/** The app of a member who sends ROI requests; `beforeSync` runs before each sync with the log. */
class Desk {
  readonly bodies: string[] = [];
  isReachable = true;
  beforeSync: () => Promise<void> = () => Promise.resolve();
  beforeCall: () => Promise<void> = () => Promise.resolve();
  readonly leaveTeam: () => void;
  readonly store;
  readonly roi;
  readonly activity;

  constructor(writer: Writer, log: MemoryLog) {
    const { db, store: team } = writer;
    this.leaveTeam = () => team.clear();
    team.setSync(async () => {
      await this.beforeSync();
      if (this.isReachable) await writer.run(log);
      return this.isReachable;
    });
    this.store = roiStore(db, () => NOW, shareRoiRequests(db, team));
    this.activity = new Activity(
      db,
      () => 'Harborview',
      () => NOW,
    );
    const accounts: RoiAccounts = {
      codes: () => [],
      spellings: (_custodian, codes) => [...codes],
      accountKeysWith: () => [],
      asOf: () => null,
    };
    const call = async (_name: string, { body }: { body: { text: string } }) => {
      await this.beforeCall();
      this.bodies.push(body.text);
      return [{ status: 'Sent' }];
    };
    this.roi = new RoiRequests({
      service: { call: call as never },
      roi: this.store,
      activity: this.activity,
      transaction: <T>(work: () => T) => db.transaction(work).immediate(),
      accounts,
      colleagues: roiColleagues(team),
      closed: new AbortController().signal,
      now: () => NOW,
    });
  }

  draft(): string {
    return this.store.drafts.create(DRAFT_CONTENT).id;
  }
  preview(draft: string) {
    return this.roi.previewInTeam(draft);
  }
  /** Sends what was previewed. Returns the state, or the kind of the failure. */
  send(draft: string, preview: Awaited<ReturnType<Desk['preview']>>): Promise<string> {
    const { json, restored } = preview;
    const shownEarlier = preview.earlier.map(({ id }) => id);
    const acceptsOlder = preview.colleagues?.isCurrent === false;
    return this.roi.send({ draft, json, restored, shownEarlier, acceptsOlder }).then(
      ({ state }) => state,
      (error: unknown) => failureOf(error).kind,
    );
  }
}

async function twoDesks() {
  const log = new MemoryLog();
  const [anna, ben] = await newTeam(log, ['Anna', 'Ben']);
  if (!anna || !ben) throw new Error('No team');
  return { anna: new Desk(anna, log), ben: new Desk(ben, log) };
}

it('stops a request if a colleague sent one for the same codes after its preview', async () => {
  const { anna, ben } = await twoDesks();
  const [first, second] = [anna.draft(), ben.draft()];
  const preview = await ben.preview(second);
  expect(preview).toMatchObject({ earlier: [], colleagues: { isCurrent: true } });
  expect(await anna.send(first, await anna.preview(first))).toBe('sent');
  expect(await ben.send(second, preview)).toBe('changed-since');
  expect(ben.bodies).toEqual([]);
  const secondPreview = await ben.preview(second);
  // The log has the request, but not its outcome, which Anna shares with her next sync.
  expect(secondPreview.earlier).toMatchObject([{ sentBy: 'Anna', state: 'sending' }]);
  // Ben has seen it and sends anyway.
  expect(await ben.send(second, secondPreview)).toBe('sent');
  expect([anna.bodies.length, ben.bodies.length]).toEqual([1, 1]);
});

it('sends the first in the log of two simultaneous requests; the other is a draft again', async () => {
  const { anna, ben } = await twoDesks();
  const [first, second] = [anna.draft(), ben.draft()];
  const [shownToAnna, shownToBen] = [await anna.preview(first), await ben.preview(second)];
  // A desk syncs before it begins to send, and again to share its request: both wait for each other before the second.
  const bothSynced = createDeferred<undefined>();
  let syncedDesks = 0;
  for (const desk of [anna, ben]) {
    let syncs = 0;
    desk.beforeSync = async () => {
      syncs += 1;
      if (syncs !== 2) return;
      syncedDesks += 1;
      if (syncedDesks === 2) bothSynced.settle(undefined);
      await bothSynced.promise;
    };
  }
  const outcomes = await Promise.all([anna.send(first, shownToAnna), ben.send(second, shownToBen)]);
  expect(outcomes.sort()).toEqual(['changed-since', 'sent']);
  expect(anna.bodies.length + ben.bodies.length).toBe(1);
  const stoppedDesk = anna.bodies.length === 1 ? ben : anna;
  const draft = stoppedDesk === ben ? second : first;
  const secondPreview = await stoppedDesk.preview(draft);
  expect(secondPreview.earlier).toHaveLength(1);
  expect(secondPreview.earlier[0]?.sentBy).not.toBeNull();
  expect(stoppedDesk.activity.list({}, 0, 10).entries).toMatchObject([
    { kind: 'roi-send', outcome: 'failed' },
  ]);
});

it('a colleague sees a request before the service gets it', async () => {
  const { anna, ben } = await twoDesks();
  const [first, second] = [anna.draft(), ben.draft()];
  const preview = await anna.preview(first);
  let earlierRequest: unknown;
  anna.beforeCall = async () => {
    earlierRequest = (await ben.preview(second)).earlier.map(({ sentBy, state }) => `${state} by ${sentBy}`);
  };
  expect(await anna.send(first, preview)).toBe('sent');
  expect(earlierRequest).toEqual(['sending by Anna']);
});

it('without the database, says how old colleagues’ requests are, and the user decides', async () => {
  const { anna, ben } = await twoDesks();
  const draft = anna.draft();
  const online = await anna.preview(draft);
  anna.isReachable = false;
  expect(await anna.send(draft, online)).toBe('changed-since');
  const offline = await anna.preview(draft);
  expect(offline.colleagues).toMatchObject({ isCurrent: false });
  expect(offline.colleagues?.asOf).not.toBeNull();
  expect(await anna.send(draft, offline)).toBe('sent');
  anna.isReachable = true;
  await anna.preview(anna.draft());
  const [earlierRequest] = (await ben.preview(ben.draft())).earlier;
  expect(earlierRequest).toMatchObject({ sentBy: 'Anna', state: 'sent' });
});

it('previews and sends without a team if the user leaves it while the log is read', async () => {
  const { anna } = await twoDesks();
  const draft = anna.draft();
  anna.isReachable = false;
  anna.beforeSync = () => {
    anna.leaveTeam();
    return Promise.resolve();
  };
  const preview = await anna.preview(draft);
  expect(preview.colleagues).toBeNull();
  expect(await anna.send(draft, preview)).toBe('sent');
});
