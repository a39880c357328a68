import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionStore } from '#main/desktop/connection-store';
import { connectionOf } from '../../support/connection';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'store-'))));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const folderOf = (id: string) => path.join(folder, 'connections', id);
const store = () => new ConnectionStore(folder, folderOf);
const list = () => path.join(folder, 'connections.json');

const connection = (id: string, createdAt: string) => connectionOf({ id, name: id, createdAt });

test('keeps connections across restarts in creation order, readable by their owner only', () => {
  const connections = store();
  connections.put(connection('later', '2026-02-01T00:00:00Z'));
  connections.put(connection('first', '2026-01-01T00:00:00Z'));
  connections.put({ ...connection('first', '2026-01-01T00:00:00Z'), name: 'Renamed' });
  expect(store().all.map((saved) => saved.name)).toEqual(['Renamed', 'later']);
  if (process.platform !== 'win32')
    expect(statSync(path.join(folder, 'connections.json')).mode & 0o077).toBe(0);
  connections.remove('later');
  expect(store().find('later')).toBeUndefined();
});

test('remembers the last open connection until it is removed', () => {
  const connections = store();
  connections.put(connection('first', '2026-01-01T00:00:00Z'));
  connections.setLast('first');
  expect(store().last).toBe('first');
  connections.remove('first');
  expect(store().last).toBeNull();
});

test('quarantines a damaged list and never overwrites it', () => {
  const damaged = '{"version":1,"connections":[{';
  writeFileSync(path.join(folder, 'connections.json'), damaged);
  expect(store().all).toEqual([]);
  const names = readdirSync(folder).filter((name) => name.startsWith('connections.json.damaged-'));
  expect(names.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual([damaged]);
});

test.each([
  ['missing', () => rmSync(list())],
  ['empty', () => writeFileSync(list(), '')],
  ['cut', () => writeFileSync(list(), readFileSync(list(), 'utf8').slice(0, 80))],
  ['of another shape', () => writeFileSync(list(), '[]')],
])('rebuilds a list that is %s from the connection folders', (_how, damage) => {
  store().put(connection('later', '2026-02-01T00:00:00Z'));
  store().put(connection('first', '2026-01-01T00:00:00Z'));
  damage();
  expect(store().all.map(({ id }) => id)).toEqual(['first', 'later']);
  store().setLast('first');
  expect(store().last).toBe('first');
});

/** Flips a bit of the first address in a file. */
function flipBit(file: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('harborview.example');
  writeFileSync(file, text.replace('harborview.example', 'harborvidw.example'));
}

test('repairs an address with a flipped bit from the folder’s copy, and vice versa', () => {
  const { baseUrl } = connection('first', '');
  const profile = path.join(folderOf('first'), 'connection.json');
  store().put({ ...connection('first', '2026-01-01T00:00:00Z'), readOnly: true });
  flipBit(list());
  expect(store().find('first')).toMatchObject({ baseUrl, readOnly: true });
  store().setLast('first');
  flipBit(profile);
  expect(store().find('first')?.baseUrl).toBe(baseUrl);
  expect(readFileSync(profile, 'utf8')).not.toContain('harborvidw'); // and it is repaired
});

test('reads a list of an older version, without a checksum, as it is', () => {
  store().put(connection('first', '2026-01-01T00:00:00Z'));
  for (const file of [list(), path.join(folderOf('first'), 'connection.json')])
    writeFileSync(file, readFileSync(file, 'utf8').replace(/,\s*"check": "\w+"/, ''));
  expect(readFileSync(list(), 'utf8')).not.toContain('check');
  expect(store().find('first')?.name).toBe('first');
  expect(readdirSync(folder).some((name) => name.includes('damaged'))).toBe(false);
});

test('does not bring back a removed connection', () => {
  store().put(connection('first', '2026-01-01T00:00:00Z'));
  store().remove('first');
  rmSync(list());
  expect(store().all).toEqual([]);
});

test('ignores a folder with another name or without a connection', () => {
  store().put(connection('first', '2026-01-01T00:00:00Z'));
  mkdirSync(folderOf('copy'));
  writeFileSync(
    path.join(folderOf('copy'), 'connection.json'),
    readFileSync(path.join(folderOf('first'), 'connection.json')),
  );
  mkdirSync(folderOf('empty'));
  rmSync(list());
  expect(store().all.map(({ id }) => id)).toEqual(['first']);
});

test('leaves a list of a newer version as it is, and reports it', () => {
  const newer = JSON.stringify({ version: 2, connections: [], last: null });
  writeFileSync(list(), newer);
  expect(store).toThrow(/newer-data/);
  expect(readFileSync(list(), 'utf8')).toBe(newer);
});

test('reports a list that cannot be read instead of treating it as missing', () => {
  mkdirSync(list());
  expect(store).toThrow(/file-unreadable/);
  expect(statSync(list()).isDirectory()).toBe(true);
});

test('keeps the folder of a connection reachable if its ID in the list is damaged', () => {
  const connections = store();
  connections.put(connection('first', '2026-01-01T00:00:00Z'));
  connections.put(connection('later', '2026-02-01T00:00:00Z'));
  writeFileSync(list(), readFileSync(list(), 'utf8').replace('"id": "first"', '"id": "fyrst"'));
  expect(store().all.map(({ id }) => id)).toEqual(['first', 'later']);
  store().remove('later');
  expect(store().all.map(({ id }) => id)).toEqual(['first']);
});

test.each<[string, (text: string) => string]>([
  ['edited', (text) => text.replaceAll('api.harborview.example', 'planted.example')],
  [
    'edited without its checksum',
    (text) =>
      text.replaceAll('api.harborview.example', 'planted.example').replace(/,\s*"check": "[0-9a-f]+"/, ''),
  ],
])('does not trust a list that was %s by hand', (_how, edit) => {
  store().put(connection('harbor', '2026-01-01T00:00:00Z'));
  expect(store().isOwn('harbor')).toBe(true);
  writeFileSync(list(), edit(readFileSync(list(), 'utf8')));
  expect(store().isOwn('harbor')).toBe(false);
});

test('does not trust a connection that was added since the start', () => {
  const connections = store();
  connections.put(connection('restored', '2026-01-01T00:00:00Z'));
  expect(connections.isOwn('restored')).toBe(false);
});

test('lists saved work that is in neither the list nor a profile, with its folder', () => {
  store().put(connection('first', '2026-01-01T00:00:00Z'));
  writeFileSync(path.join(folderOf('first'), 'workspace.db'), 'x');
  mkdirSync(folderOf('without-work'));
  expect(store().unlisted).toEqual([]);
  rmSync(list());
  rmSync(path.join(folderOf('first'), 'connection.json'));
  const lost = store();
  expect(lost.all).toEqual([]);
  expect(lost.unlisted).toMatchObject([{ id: 'first', folder: folderOf('first') }]);
  lost.put(connection('first', '2026-01-01T00:00:00Z'));
  expect(lost.unlisted).toEqual([]);
});

test('ignores plain files among the connection folders', () => {
  store().put(connection('first', '2026-01-01T00:00:00Z'));
  writeFileSync(path.join(folder, 'connections', '.DS_Store'), 'x');
  const notes = path.join(folder, 'connections', 'notes');
  writeFileSync(notes, 'x');
  // Some versions of Node fail for a path below a file.
  const stat = fs.statSync;
  vi.spyOn(fs, 'statSync').mockImplementation(((file: string, options?: fs.StatSyncOptions) => {
    if (path.dirname(file) === notes) throw Object.assign(new Error('ENOTDIR'), { code: 'ENOTDIR' });
    return stat(file, options);
  }) as typeof fs.statSync);
  expect(store().unlisted).toEqual([]);
  rmSync(list());
  expect(store().all.map(({ id }) => id)).toEqual(['first']);
});
