import { describe, expect, it } from 'vitest';
import type { Live } from '#contract/calls/live';
import type { ReviewState } from '#contract/features/review/calls';
import { PendingWork } from '#engine/connection/pending-work';
import { Observable } from '#common/observable';
import { closeAfterTest } from '#test/support/cleanups';
import { FakeClock } from '#test/support/fake-clock';
import { openTestWorkspace } from '#test/support/saved-work';
import { afterRefresh, countNewFindings } from '#engine/features/scheduled-refresh/router';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const BEGAN = Date.parse('2026-11-27T11:30:00Z');
const NONE = { changes: 0, newFindings: 0, files: 0, exports: 0, problems: 0 };
const progress = (added: number, changed: number, removed: number) =>
  ({ added, changed, removed }) as NonNullable<Live['run']>['resources'][number];

function setUp() {
  const clock = new FakeClock(BEGAN);
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const pendingWork = new PendingWork();
  const activeCounts = { downloads: 0, exports: 0 };
  const end = () => Promise.resolve();
  pendingWork.add('downloads', { count: () => activeCounts.downloads, end });
  pendingWork.add('exports', { count: () => activeCounts.exports, end });
  const closed = new AbortController();
  const run = { resources: [progress(2, 10, 1), progress(0, 3, 0)] } as Live['run'];
  const live = new Observable({ run } as Live);
  const opened = { live, pendingWork, workspace, closed: closed.signal };
  const { standingExports } = workspace;
  const addExport = (file: string): string =>
    standingExports.add({
      source: { kind: 'review' },
      format: 'csv',
      folder: '/exports',
      file,
      afterRefresh: true,
    });
  const markWritten = (id: string, time: string) =>
    standingExports.recordWritten(standingExports.find(id), { how: 'done', at: time, rows: 1 });
  const countResults = (since = BEGAN, newFindings = 0) =>
    afterRefresh({ opened, clock, newFindings: () => Promise.resolve(newFindings) }, since);
  return { clock, workspace, activeCounts, closed, live, addExport, markWritten, countResults };
}

describe('the results of a scheduled refresh', () => {
  it('count changes of all lists, findings, files and exports, but not earlier ones', async () => {
    const { clock, workspace, addExport, markWritten, countResults } = setUp();
    const { feeFiles, standingExports } = workspace;
    const facts = { sha256: 'ab', bytes: 1, files: 1, issues: [] };
    feeFiles.register(feeFiles.begin('/x/40.zip.part', '/x/40.zip', '40', null), facts);
    const [file] = feeFiles.saved();
    const since = Date.parse(file?.savedAt ?? '');
    const isoAfter = (ms: number) => new Date(since + ms).toISOString();
    markWritten(addExport('now.csv'), isoAfter(1_000));
    markWritten(addExport('earlier.csv'), isoAfter(-1_000));
    standingExports.recordNotWritten(standingExports.find(addExport('no.csv')), {
      how: 'not-written',
      at: isoAfter(0),
      problem: 'folder-missing',
    });
    addExport('never.csv');

    const counted = countResults(since, 3);
    await clock.advanceToTimer();
    expect(await counted).toEqual({ changes: 16, newFindings: 3, files: 1, exports: 1, problems: 1 });

    const secondCount = countResults(since + 2_000);
    await clock.advanceToTimer();
    expect(await secondCount).toEqual({ ...NONE, changes: 16 });
  });

  it('have no changes if no refresh is known', async () => {
    const { clock, live, countResults } = setUp();
    live.set({ ...live.value, run: null });
    const counted = countResults();
    await clock.advanceToTimer();
    expect(await counted).toEqual(NONE);
  });

  it.each(['downloads', 'exports'] as const)('are counted once the %s have ended', async (kind) => {
    const { clock, activeCounts, addExport, markWritten, countResults } = setUp();
    activeCounts[kind] = 1;
    const counted = countResults();
    await clock.advanceToTimer();
    await clock.advanceToTimer();
    markWritten(addExport('now.csv'), new Date(clock.now()).toISOString());
    activeCounts[kind] = 0;
    await clock.advanceToTimer();
    expect((await counted).exports).toBe(1);
    expect(clock.now()).toBe(BEGAN + 6_000);
  });

  it('are counted after an hour even if a download has not ended', async () => {
    const { clock, activeCounts, countResults } = setUp();
    activeCounts.downloads = 1;
    const counted = countResults();
    for (let polls = 0; polls < 1_800; polls += 1) await clock.advanceToTimer();
    await counted;
    expect(clock.now()).toBe(BEGAN + 60 * 60_000);
  });

  it('wait at most a minute for the window to write the findings', async () => {
    const { clock, workspace, addExport, markWritten, countResults } = setUp();
    const id = addExport('findings.csv');
    workspace.standingExports.setDue(id);
    const timedOut = countResults();
    for (let polls = 0; polls < 30; polls += 1) await clock.advanceToTimer();
    expect((await timedOut).exports).toBe(0);
    expect(clock.now()).toBe(BEGAN + 60_000);

    const completed = countResults(clock.now());
    await clock.advanceToTimer();
    markWritten(id, new Date(clock.now()).toISOString());
    await clock.advanceToTimer();
    expect((await completed).exports).toBe(1);
  });

  it('have no count of findings if the data could not be checked', async () => {
    const countAfter = (failure: ReviewState['failure']) =>
      countNewFindings({
        settle: () => Promise.resolve({ failure } as ReviewState),
        list: () => ({ items: [], total: 4 }),
      });
    expect(await countAfter({ kind: 'disk-full' })).toBeNull();
    expect(await countAfter(null)).toBe(4);
  });

  it('stop being counted when the connection closes', async () => {
    const { clock, activeCounts, closed, countResults } = setUp();
    activeCounts.downloads = 1;
    const counted = countResults();
    const ended = expect(counted).rejects.toThrow('closed');
    await clock.untilOneTimer();
    closed.abort(new Error('closed'));
    await ended;
    expect(clock.timers).toBe(0);
  });
});
