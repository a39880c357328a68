import { sha256 } from '#common/sha256';
import { createRouterClient } from '@orpc/server';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWriter } from '#engine/cache/ingest/writer';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { relocateRestored } from '#engine/features/fee-files/relocate';
import { feeFilesRouter } from '#engine/features/fee-files/router';
import { verifySaved } from '#engine/features/fee-files/verify';
import { placeholderPath } from '#engine/features/fee-files/saved-work/saved-files';
import { inlineIntake } from '#test/support/intake';
import { sampleOpenRequest } from '#test/support/open-request';
import { isTempOnOtherDrive } from '#test/support/other-drive';

const KEY = '5a'.repeat(32);
const ADDRESS = 'http://127.0.0.1:9';
const CONTENT = Buffer.from('planted');
const facts = { sha256: sha256(CONTENT), bytes: CONTENT.length, files: 1, issues: [] };
let folder: string;
let connections: OpenConnections;
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-relocate-'));
  connections = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry: 'none-is-needed.js',
  });
  await openIn(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await connections.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Opens a connection with a complete, empty cache in a folder. */
async function openIn(dataFolder: string): Promise<void> {
  const writer = openWriter(path.join(dataFolder, 'cache.db'), KEY);
  writer.finishRun(writer.startRun([], '2026-01-02T03:04:05.000Z'), 'done', '2026-01-02T03:05:00.000Z', '{}');
  writer.close();
  await connections.open(sampleOpenRequest(dataFolder, KEY, { baseUrl: ADDRESS, authUrl: ADDRESS }));
}

/** Registers a saved file at a path and returns its ID. */
function register(savedPath: string): number {
  const { feeFiles } = connections.current.workspace;
  const final = path.join(folder, 'fees.zip');
  const id = feeFiles.register(feeFiles.begin(`${final}.part`, final, '40', null), facts);
  feeFiles.relocate(id, savedPath);
  return id;
}

const calls = ['show', 'open', 'entries', 'rows'] as const;
/** Calls a procedure for a saved file; returns its failure, and the requests to the app process. */
async function callProcedure(name: (typeof calls)[number], id: number) {
  const emit = vi.spyOn(connections.requests, 'emit');
  const router = createRouterClient(feeFilesRouter(connections, { intakeOf: inlineIntake }), { context: {} });
  const calling = name === 'rows' ? router.rows({ id, entry: 0, offset: 0, limit: 1 }) : router[name]({ id });
  const failure = await calling.then(
    () => null,
    (error: unknown) => (error as { data?: unknown }).data,
  );
  const requests = emit.mock.calls
    .map(([{ kind }]) => kind)
    .filter((kind) => /^(show|open)-file$/.test(kind));
  emit.mockRestore();
  return { failure, requests };
}

it.each(calls)('fails %s for a restored file whose folder was not chosen on this computer', async (name) => {
  const planted = path.join(folder, 'planted.zip');
  fs.writeFileSync(planted, CONTENT);
  const relative = isTempOnOtherDrive ? [] : [path.relative(process.cwd(), planted)];
  for (const savedPath of [placeholderPath(1, '/share/fees-3.zip'), ...relative]) {
    const { failure, requests } = await callProcedure(name, register(savedPath));
    expect(failure).toMatchObject({
      kind: 'file-unreadable',
      where: path.basename(savedPath),
      detail: { code: 'moved' },
    });
    expect(requests).toEqual([]);
  }
});

it.each(['show', 'open'] as const)(
  'asks the app process to %s a file that is where it was saved',
  async (name) => {
    const savedPath = path.join(folder, 'here.zip');
    fs.writeFileSync(savedPath, CONTENT);
    expect(await callProcedure(name, register(savedPath))).toEqual({
      failure: null,
      requests: [`${name}-file`],
    });
  },
);

it.skipIf(isTempOnOtherDrive)(
  'reports a file without an absolute path as missing, though its relative path exists',
  async () => {
    const savedPath = path.join(folder, 'planted.zip');
    fs.writeFileSync(savedPath, CONTENT);
    const relative = path.relative(process.cwd(), savedPath);
    expect(fs.existsSync(relative)).toBe(true);
    expect(await verifySaved({ ...facts, path: savedPath })).toBe('whole');
    expect(await verifySaved({ ...facts, path: relative })).toBe('missing');
  },
);

it.each(['save', 'setAutoSave'] as const)(
  'changes nothing in a connection that opened while %s looked for restored files',
  async (name) => {
    const candidate = path.join(folder, 'here.zip');
    register(placeholderPath(1, '/share/here.zip'));
    const otherFolder = path.join(folder, 'other');
    fs.mkdirSync(otherFolder);
    vi.spyOn(connections.grants, 'path').mockReturnValue(folder);
    let reopening: Promise<void> | undefined;
    const { open } = fs.promises;
    vi.spyOn(fs.promises, 'open').mockImplementation(async (file, flags, mode) => {
      if (file === candidate) await (reopening = openIn(otherFolder));
      return open(file, flags, mode);
    });
    const router = createRouterClient(feeFilesRouter(connections, { intakeOf: inlineIntake }), {
      context: {},
    });
    const call =
      name === 'save'
        ? router.save({ fileIds: ['40'], grant: 'folder' })
        : router.setAutoSave({ isOn: true, grant: 'folder' });
    await expect(call).rejects.toMatchObject({ data: { kind: 'no-connection' } });
    expect(reopening).toBeDefined();
    const { feeFiles } = connections.current.workspace;
    expect([feeFiles.folder, feeFiles.isAutoSaveOn, feeFiles.pending()]).toEqual([null, false, []]);
  },
);

it.skipIf(process.platform === 'win32')(
  'finds the other files of a restored backup if one can’t be read',
  async () => {
    const chosen = path.join(folder, 'chosen');
    fs.mkdirSync(chosen);
    fs.writeFileSync(path.join(chosen, 'here.zip'), CONTENT);
    fs.symlinkSync('loop.zip', path.join(chosen, 'loop.zip')); // a link to itself can't be opened
    register(placeholderPath(1, '/share/here.zip'));
    register(placeholderPath(2, '/share/loop.zip')); // the latest is looked for first
    const { feeFiles } = connections.current.workspace;
    await relocateRestored(feeFiles, chosen);
    expect(feeFiles.saved().map(({ path: savedPath }) => savedPath)).toEqual([
      placeholderPath(2, '/share/loop.zip'),
      path.join(chosen, 'here.zip'),
    ]);
  },
);
