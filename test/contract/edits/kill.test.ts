import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobRow } from '#contract/job';
import { openTestWorkspace } from '#test/support/saved-work';
import { sampleOrAll, reportTrials } from '../../faults/trial-report';
import { bundleEntry } from '../../support/bundle';
import { json, listBody, startMisbehaving, type MisbehavingService } from '../../support/misbehaving-service';

const KEY = '6b'.repeat(32);
const KILLS = sampleOrAll(4, 20);
/** Above the IDs below, and more rows than the killed runs send. */
const ROWS = Math.max(5_000, KILLS * 625);
/** The service refuses every chunk that contains one of these. */
const WRONG = new Set([17, 1_700, 1_701, 4_321]);
/** Another client has changed these. */
const THEIRS = new Set([5, 2_500, 4_999]);

interface Account {
  readonly id: number;
  readonly big: string;
  notes: string;
}
const accounts = new Map<number, Account>(
  Array.from({ length: ROWS }, (_, index) => [
    index + 1,
    { id: index + 1, big: 'kept', notes: THEIRS.has(index + 1) ? 'theirs' : 'before' },
  ]),
);
/** Number of changes of each record's notes in the service. */
const changeCounts = new Map<number, number>();
let service: MisbehavingService;
/** Path of the program that is killed. */
let entry: string;
const folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-edits-'));
const file = path.join(folder, 'workspace.db');

/** The same numbers at every run, so that a failure can be reproduced. */
let seed = 20_261_122;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return (seed / 2_147_483_648) * below;
};
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

beforeAll(async () => {
  entry = await bundleEntry('test/contract/edits/editing-program.ts');
  service = await startMisbehaving(async (response, request) => {
    if (request.method === 'GET') {
      const account = accounts.get(Number(request.path.split('/').at(-1)));
      return json(account ?? { message: 'Not Found' }, account ? 200 : 404)(response, request, 0);
    }
    if (request.method === 'POST') {
      const body = JSON.parse(request.body) as { id: { conditions: { value: number }[] }; status?: string };
      const requested = body.id.conditions.flatMap(({ value }) => accounts.get(value) ?? []);
      // Only the list of closed accounts is filtered by status; none is closed here.
      return json(listBody(body.status ? [] : requested, request))(response, request, 0);
    }
    const body = JSON.parse(request.body) as Account | Account[];
    const sent = [body].flat();
    await pause(random(30)); // the service processes the request even if the client was killed by now
    const wrong = sent.flatMap(({ id }, index) => (WRONG.has(id) ? [`[${index}] notes: too long.`] : []));
    if (wrong.length > 0)
      return json({ message: 'No.', validation_errors: wrong }, 400)(response, request, 0);
    for (const account of sent) {
      if (accounts.get(account.id)?.notes !== account.notes)
        changeCounts.set(account.id, (changeCounts.get(account.id) ?? 0) + 1);
      accounts.set(account.id, account);
    }
    await pause(random(20));
    return json(Array.isArray(body) ? { object: 'list', data: sent } : sent[0])(response, request, 0);
  });
}, 60_000);
afterAll(async () => {
  await service.close();
  fs.rmSync(folder, { recursive: true });
});

/** Runs the program once; kills it `ms` after `after` requests arrived, or lets it end. */
async function run(kill: { after: number; ms: number } | null): Promise<number | null> {
  const program = spawn(process.execPath, [entry, file, KEY, service.origin, String(ROWS)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(program, 'exit') as Promise<[number | null]>;
  if (kill) {
    const until = service.requests.length + kill.after;
    const waitForRequests = async () => {
      while (service.requests.length < until) await pause(1);
    };
    await Promise.race([waitForRequests(), ended]);
    await pause(kill.ms);
    program.kill('SIGKILL');
  }
  return (await ended)[0];
}

it(
  `reports true outcomes of ${ROWS} edited records although it is killed ${KILLS} times`,
  { timeout: KILLS * 30_000 },
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1)
      expect(await run({ after: 1 + Math.floor(random(6)), ms: random(60) })).toBeNull();
    expect(await run(null)).toBe(0);
    expect(await run(null)).toBe(0); // requests in flight at the last kill have arrived by now

    const workspace = openTestWorkspace(file, KEY);
    const [job] = workspace.jobs.started();
    const rows = workspace.jobs.rows(job?.id ?? '', { offset: 0, limit: ROWS });
    const idOf = ({ input }: JobRow) => Number((input as { key: string }).key);
    const idsIn = (state: JobRow['state']) => rows.filter((row) => row.state === state).map(idOf);
    // The outcome of a chunk that was in flight is unknown until its records are read; none of them has the
    // change.
    const unknown = new Set(idsIn('unknown'));
    expect(idsIn('refused')).toEqual([...WRONG].filter((id) => !unknown.has(id)));
    expect(idsIn('refused').length).toBeGreaterThan(0);
    expect(idsIn('conflict')).toEqual([...THEIRS]);
    for (const id of idsIn('done')) expect(accounts.get(id)).toMatchObject({ notes: 'after', big: 'kept' });
    for (const id of unknown) expect(accounts.get(id)?.notes).toBe('before');
    expect(['done', 'unknown', 'refused', 'conflict'].flatMap((state) => idsIn(state as 'done')).length).toBe(
      ROWS,
    );
    expect(rows.filter(({ state, verified }) => state === 'unknown' && verified !== false)).toEqual([]);
    expect(idsIn('done').length).toBeGreaterThan(ROWS / 2);
    expect([...changeCounts.values()].every((times) => times === 1)).toBe(true);
    for (const id of THEIRS) expect(accounts.get(id)?.notes).toBe('theirs');

    const { entries } = workspace.activity.list({}, 0, 500);
    expect(entries).not.toEqual([]);
    expect(entries.every(({ outcome }) => outcome !== null)).toBe(true);
    workspace.close();
    reportTrials('killed in a job that edits', KILLS, KILLS);
  },
);
