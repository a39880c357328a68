import { strToU8, zipSync } from 'fflate';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestWorkspace } from '#test/support/saved-work';
import { bundleEntry } from '../../support/bundle';
import { bundleIntakeThread } from '../../support/intake';
import { waitMs, runProgram } from '../../support/run-program';
import { startMisbehaving, type MisbehavingService } from '../../support/misbehaving-service';
import { seededRandom, sampleOrAll, runTrials } from '../trial-report';

const KEY = '7c'.repeat(32);
const KILLS = sampleOrAll(3, 20);
/** More files than the program can save before the last kill: between two, it saves fewer than six. */
const FILES = KILLS * 6;
const random = seededRandom(20_261_123);
/** Folder of one attempt: the runner's retry starts with nothing saved. */
let folder: string;
let files: string;
let note: string;
let program: string;
let intake: string;
let service: MisbehavingService;

/** A different archive for each file, so that they cannot be confused. */
const archives = Array.from({ length: FILES }, (_, index) =>
  Buffer.from(
    zipSync({ 'SWB.csv': strToU8(`Account,Fee\r\n00${index},10.50\r\n`.repeat(8_000)) }, { level: 0 }),
  ),
);
const intactArchives = new Set(archives.map((bytes) => bytes.toString('base64')));
/** The files that the program reported as saved. */
let reportedFiles: Set<string>;

beforeAll(async () => {
  program = await bundleEntry('test/faults/kills/saving-program.ts');
  intake = await bundleIntakeThread();
  service = await startMisbehaving(async (response, { path: requestedPath }) => {
    const bytes = archives[Number(requestedPath.split('/').at(-1)) - 1] ?? Buffer.alloc(0);
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': bytes.length });
    for (let index = 0; index < bytes.length; index += 16_384) {
      response.write(bytes.subarray(index, index + 16_384));
      await waitMs(random(8));
    }
    response.end();
  });
}, 60_000);
afterAll(async () => {
  await service.close();
});
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-saves-'));
  files = path.join(folder, 'files');
  note = path.join(folder, 'elsewhere', 'note.json');
  fs.mkdirSync(files);
  reportedFiles = new Set();
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

async function run(kill: { after: number; ms: number } | null): Promise<number | null> {
  const target = service.requests.length + (kill?.after ?? 0);
  const running = runProgram(program, [folder, note, KEY, service.origin, intake, String(FILES)], (line) =>
    reportedFiles.add(line.replace('saved ', '')),
  );
  if (kill) {
    const waitForMoment = async () => {
      while (service.requests.length < target) await waitMs(1);
      await waitMs(kill.ms);
    };
    await Promise.race([waitForMoment(), running.ended]);
    running.kill();
  }
  return running.ended;
}

/** Expects every file under its final name to be intact, every reported one to exist, and no unknown files. */
function expectUnharmed(): void {
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY, { note });
  try {
    const saved = workspace.feeFiles.saved();
    for (const { path: savedPath } of saved)
      expect(intactArchives.has(fs.readFileSync(savedPath).toString('base64')), savedPath).toBe(true);
    expect(saved.map(({ fileId }) => fileId)).toEqual(expect.arrayContaining([...reportedFiles]));
    const known = new Set([
      ...saved.map(({ path: savedPath }) => savedPath),
      ...workspace.feeFiles.pending().flatMap(({ part, final }) => [part, final]),
    ]);
    for (const name of fs.readdirSync(files)) {
      expect(known.has(path.join(files, name)), `${name} is known`).toBe(true);
      if (name.endsWith('.zip'))
        expect(intactArchives.has(fs.readFileSync(path.join(files, name)).toString('base64')), name).toBe(
          true,
        );
    }
    expect(workspace.activity.verify(workspace.latestNote()).broken).toBeNull();
  } finally {
    workspace.close();
  }
}

it(
  `leaves only intact files and loses none when killed ${KILLS} times at random moments`,
  async () => {
    await runTrials('killed in a download', KILLS, async () => {
      expect(await run({ after: 1 + random(3), ms: random(160) })).toBeNull();
      expectUnharmed();
    });
    expect(reportedFiles.size).toBeLessThan(FILES); // otherwise the last kills hit nothing
    expect(await run(null)).toBe(0);
    expect(reportedFiles.size).toBe(FILES);
    expectUnharmed();
    const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY, { note });
    expect(workspace.feeFiles.pending()).toEqual([]);
    const { entries } = workspace.activity.list({ outcomes: ['done'] }, 0, 500);
    // An interrupted save gets another log entry when it succeeds: each file is logged as saved once.
    expect(entries).toHaveLength(FILES);
    expect(new Set(entries.map(({ facts }) => facts['file']))).toEqual(reportedFiles);
    workspace.close();
    expect(fs.readdirSync(files)).toHaveLength(FILES);
  },
  KILLS * 15_000 + 120_000,
);
