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
const KILLS = sampleOrAll(8, 50);
const ROWS = KILLS * 250;

interface Code {
  readonly id: number;
  readonly code: string;
  readonly source: string;
  readonly firm_id: number;
}

/** Number of requests that arrived, reads and writes, and callbacks for the next ones. */
let requests = 0;
const listeners = new Set<() => void>();
/** How often each code arrived. The service stores the codes in `mapping`. */
const arrived = new Map<string, number>();
const mapping: Code[] = [];
let service: MisbehavingService;
/** Path of the program that is killed. */
let entry: string;
const folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-kill-'));
const file = path.join(folder, 'workspace.db');

/** The same numbers at every run, so that a failure can be reproduced. */
let seed = 20_261_122;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return (seed / 2_147_483_648) * below;
};
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

beforeAll(async () => {
  entry = await bundleEntry('test/contract/jobs/sending-program.ts');
  service = await startMisbehaving(async (response, request) => {
    requests += 1;
    for (const notify of listeners) notify();
    if (request.method === 'GET') return json(listBody(mapping, request))(response, request, 0);
    const codes = [JSON.parse(request.body) as Omit<Code, 'id'>].flat();
    for (const { code } of codes) arrived.set(code, (arrived.get(code) ?? 0) + 1);
    await pause(random(25)); // the service processes the request even if the client was killed by now
    const created = codes.map((code, index) => ({ id: mapping.length + index + 1, ...code }));
    mapping.push(...created);
    await pause(random(15));
    return json(created)(response, request, 0);
  });
}, 60_000);
afterAll(async () => {
  await service.close();
  fs.rmSync(folder, { recursive: true });
});

/** Resolves when `count` further requests have arrived. */
const arrivals = (count: number): Promise<void> =>
  new Promise((done) => {
    const target = requests + count;
    const notify = () => {
      if (requests < target) return;
      listeners.delete(notify);
      done();
    };
    listeners.add(notify);
    notify();
  });

/** Runs the program once; kills it `ms` after `after` requests arrived, or lets it end. */
async function run(kill: { after: number; ms: number } | null): Promise<number | null> {
  const program = spawn(process.execPath, [entry, file, KEY, service.origin, String(ROWS)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(program, 'exit') as Promise<[number | null]>;
  if (kill) {
    await Promise.race([arrivals(kill.after), ended]);
    await pause(kill.ms);
    program.kill('SIGKILL');
  }
  return (await ended)[0];
}

it(
  `reports every row correctly and sends none twice although killed ${KILLS} times`,
  // Each run restarts the program in parallel with other tests, so the timeout is generous.
  { timeout: KILLS * 15_000 },
  async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const exit = await run({ after: Math.floor(random(7)), ms: random(45) });
      expect(exit).toBeNull(); // killed before it ended by itself
    }
    expect(arrived.size).toBeLessThan(ROWS); // otherwise the last kills hit nothing
    expect(await run(null)).toBe(0);
    expect(await run(null)).toBe(0); // requests in flight at the last kill have arrived by now

    const workspace = openTestWorkspace(file, KEY);
    const [job] = workspace.jobs.started();
    const rows: JobRow[] = workspace.jobs.first(
      job?.id ?? '',
      ['done', 'unknown', 'refused', 'not-sent'],
      ROWS,
    );
    expect(rows).toHaveLength(ROWS);
    expect([...arrived.values()].every((times) => times === 1)).toBe(true);
    const mapped = new Set(mapping.map(({ code }) => code));
    const codeOf = ({ input }: JobRow) => (input as { code: string }).code;
    const wrong = rows.filter((row) => {
      if (row.state === 'done') return !mapped.has(codeOf(row));
      // Interrupted before the request reached the service: unknown, and not in the service.
      return row.state !== 'unknown' || mapped.has(codeOf(row)) || arrived.has(codeOf(row));
    });
    expect(wrong).toEqual([]);
    // A killed run loses at most its request in flight, which has up to 50 rows.
    expect(mapped.size).toBeGreaterThan(ROWS - KILLS * 50 - 1);

    const { entries } = workspace.activity.list({}, 0, 500);
    expect(entries.every(({ outcome }) => outcome !== null)).toBe(true);
    expect(workspace.activity.verify().broken).toBeNull();
    workspace.close();
    reportTrials('killed in a job that creates', KILLS, KILLS);
  },
);
