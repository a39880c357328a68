import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEncrypted } from '../../../main/engine/sqlite/open-database';
import { openWorkspace } from '../../../main/engine/workspace/workspace';
import { failing, KEY, tempFile } from './temp-workspace';

const PAGE = 8192;
const view = (name: string) => ({
  resource: 'accounts' as const,
  name,
  query: { search: '', filters: [], sort: { field: 'name', descending: false } },
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const places = () => {
  const file = tempFile();
  return { file, note: path.join(path.dirname(file), 'elsewhere', 'one.json') };
};
type Places = ReturnType<typeof places>;
const open = ({ file, note }: Places, acceptLoss = false) => openWorkspace(file, KEY, { note, acceptLoss });
/** Views and log lines, noted and closed. */
function written(): Places {
  const at = places();
  const workspace = open(at);
  for (const count of [1, 2, 3]) workspace.activity.note({ kind: 'roi-send', count });
  workspace.views.save(view('Mine'));
  workspace.close();
  return at;
}
/** What is on the disk at this moment, as a kill would leave it. */
function killed({ file, note }: Places): Places {
  const copy = places();
  for (const part of ['', '-wal'])
    if (fs.existsSync(file + part)) fs.copyFileSync(file + part, copy.file + part);
  fs.mkdirSync(path.dirname(copy.note));
  fs.copyFileSync(note, copy.note);
  return copy;
}
const viewsOf = (at: Places, acceptLoss = false) => {
  const workspace = open(at, acceptLoss);
  const names = workspace.views.list('accounts').map(({ name }) => name);
  const lines = workspace.activity.list({}, 0, 10).entries.map(({ kind }) => kind);
  workspace.close();
  return { names, lines };
};

describe('saved work that is not all there is told, and not opened as if nothing had happened', () => {
  it('when its file is missing', () => {
    const at = written();
    fs.rmSync(at.file);
    expect(failing(() => open(at))).toMatchObject({
      kind: 'workspace-lost',
      detail: { code: 'work-missing', facts: { lines: 3 } },
    });
    expect(fs.existsSync(at.file)).toBe(false);
  });

  it('when its file is empty', () => {
    const at = written();
    fs.truncateSync(at.file, 0);
    expect(failing(() => open(at))).toMatchObject({
      kind: 'workspace-lost',
      detail: { code: 'work-missing' },
    });
    expect(fs.statSync(at.file).size).toBe(0);
  });

  it('when it is a copy from before', () => {
    const at = written();
    const old = fs.readFileSync(at.file);
    const workspace = open(at);
    workspace.activity.note({ kind: 'roi-send', count: 4 });
    workspace.close();
    fs.writeFileSync(at.file, old);
    expect(failing(() => open(at))).toMatchObject({
      kind: 'workspace-lost',
      detail: { code: 'work-older', facts: { lines: 4, found: 3 } },
    });
  });

  it('when a view alone is missing, which no line of the log tells of', () => {
    const at = written();
    const old = fs.readFileSync(at.file);
    const workspace = open(at);
    workspace.views.save(view('Another'));
    workspace.close();
    fs.writeFileSync(at.file, old);
    expect(failing(() => open(at)).kind).toBe('workspace-lost');
  });

  it.each(['lost', 'flipped'] as const)('when its write-ahead log is %s after a kill', (how) => {
    const at = written();
    const workspace = open(at);
    workspace.activity.note({ kind: 'roi-send', count: 4 });
    vi.advanceTimersByTime(500); // noted, and not yet moved into the file
    const left = killed(at);
    workspace.close();
    const log = `${left.file}-wal`;
    const bytes = fs.readFileSync(log);
    expect(bytes.length).toBeGreaterThan(PAGE);
    expect(viewsOf(killed(left)).lines).toHaveLength(4); // as the kill left it, everything is there
    if (how === 'lost') fs.rmSync(log);
    else
      fs.writeFileSync(
        log,
        bytes.map((byte, spot) => (spot === 100 ? byte ^ 1 : byte)),
      );
    expect(failing(() => open(left))).toMatchObject({
      kind: 'workspace-lost',
      detail: { code: 'work-older' },
    });
  });
});

it('nothing is in the write-ahead log anymore when nobody writes, so that losing it loses nothing', () => {
  const at = written();
  const workspace = open(at);
  workspace.views.save(view('Another'));
  vi.advanceTimersByTime(1_000);
  const left = killed(at);
  workspace.close();
  fs.rmSync(`${left.file}-wal`, { force: true });
  expect(viewsOf(left).names.sort()).toEqual(['Another', 'Mine']);
});

it('a person may open what is there; the log then says what is missing, and it is not told again', () => {
  const at = written();
  fs.rmSync(at.file);
  expect(viewsOf(at, true)).toEqual({ names: [], lines: ['saved-work-lost'] });
  expect(viewsOf(at).lines).toEqual(['saved-work-lost']);
});

it('work without a note, or with one that cannot be read, opens as ever and is noted', () => {
  const at = written();
  fs.writeFileSync(at.note, '{"version": 1, "lin');
  expect(viewsOf(at).names).toEqual(['Mine']);
  fs.rmSync(at.file);
  expect(failing(() => open(at)).kind).toBe('workspace-lost');
});

it('a damaged page, wherever it is, is told at opening', () => {
  const at = written();
  const workspace = open(at);
  for (let count = 0; count < 300; count += 1)
    workspace.activity.note({ kind: 'records-copy', count, facts: { note: 'x'.repeat(700) } });
  workspace.close();
  const whole = fs.readFileSync(at.file);
  const pages = whole.length / PAGE;
  expect(pages).toBeGreaterThan(30);
  for (let page = 0; page < pages; page += 1) {
    fs.writeFileSync(
      at.file,
      whole.map((byte, spot) => (spot === page * PAGE + 4_000 ? byte ^ 1 : byte)),
    );
    expect(failing(() => open(at)).kind, `page ${page + 1}`).toBe('workspace-unreadable');
  }
});

it('checking the log tells of last lines that were taken away with their head while it was open', () => {
  const at = written();
  const workspace = open(at);
  workspace.activity.note({ kind: 'roi-send', count: 4 });
  vi.advanceTimersByTime(500);
  const other = openEncrypted(at.file, KEY);
  other.exec(
    'DROP TRIGGER activity_stays; DROP TRIGGER activity_remains; DELETE FROM activity WHERE seq > 2',
  );
  other.exec('UPDATE activity_head SET seq = 2, hash = (SELECT hash FROM activity WHERE seq = 2)');
  other.close();
  expect(workspace.activity.verify()).toEqual({ lines: 2, broken: null }); // the file alone cannot know
  workspace.views.save(view('Another'));
  vi.advanceTimersByTime(500);
  expect(workspace.activity.verify(workspace.noted())).toMatchObject({ broken: { how: 'cut', line: 3 } });
  workspace.close();
});
