import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ARCHIVE_NAME, SaveHarness, sampleArchive, ZIP_HEAD } from '#test/support/save-harness';

let opened: SaveHarness;
beforeEach(async () => {
  opened = await SaveHarness.start();
});
afterEach(async () => {
  await opened.close();
  vi.restoreAllMocks();
});

it('reads nothing while a download is paused, then resumes', async () => {
  let rest: (() => void) | undefined;
  opened.answer = (response) => {
    response
      .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
      .write(sampleArchive.subarray(0, 5_000));
    rest = () => response.end(sampleArchive.subarray(5_000));
  };
  opened.jobs.save(['40'], opened.files);
  await vi.waitFor(() => expect(rest).toBeDefined());
  await opened.reaches('running');
  opened.jobs.pause(opened.job()?.id ?? 0);
  rest?.();
  await opened.reaches('paused');
  expect(opened.fileNames()).toEqual([
    expect.stringMatching(/^Fee upload file .*id 40\.zip\.[0-9a-f]{12}\.part$/),
  ]);
  opened.jobs.resume(opened.job()?.id ?? 0);
  await opened.reaches('done');
  expect(opened.service.requests.length).toBe(1);
});

it('keeps a download paused if its first bytes arrive during the pause', async () => {
  let answer: (() => void) | undefined;
  opened.answer = (response) =>
    (answer = () =>
      void response
        .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
        .end(sampleArchive));
  opened.jobs.save(['40'], opened.files);
  await vi.waitFor(() => expect(answer).toBeDefined());
  opened.jobs.pause(opened.job()?.id ?? 0);
  answer?.();
  await vi.waitFor(() => expect(opened.job()?.total).toBe(sampleArchive.length));
  expect(opened.job()).toMatchObject({ state: 'paused', bytes: 0 });
  opened.jobs.resume(opened.job()?.id ?? 0);
  await opened.reaches('done');
});

it('restarts a download that the service dropped during a pause', async () => {
  let hangUp: (() => void) | undefined;
  opened.answer = (response) => {
    if (opened.service.requests.length > 1) {
      response.writeHead(200, ZIP_HEAD).end(sampleArchive);
      return;
    }
    response
      .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
      .write(sampleArchive.subarray(0, 5_000));
    hangUp = () => response.destroy();
  };
  opened.jobs.save(['40'], opened.files);
  await vi.waitFor(() => expect(hangUp).toBeDefined());
  await opened.reaches('running');
  opened.jobs.pause(opened.job()?.id ?? 0);
  await opened.reaches('paused');
  hangUp?.();
  opened.jobs.resume(opened.job()?.id ?? 0);
  await opened.reaches('done');
  expect(opened.service.requests.length).toBe(2);
  expect(opened.fileNames()).toEqual([ARCHIVE_NAME]);
});

it('saves at most two files at a time', async () => {
  const held: ServerResponse[] = [];
  opened.answer = (response) => void held.push(response);
  opened.jobs.save(['1', '2', '3'], opened.files);
  await vi.waitFor(() => expect(held).toHaveLength(2));
  expect(opened.jobs.state.value.jobs.map(({ state }) => state)).toEqual(['waiting', 'running', 'running']);
  opened.answer = (response) => response.writeHead(200, ZIP_HEAD).end(sampleArchive);
  for (const response of held) response.writeHead(200, ZIP_HEAD).end(sampleArchive);
  await vi.waitFor(() => expect(opened.jobs.state.value.saved).toHaveLength(3));
});

it('lets others run while a running or waiting download is paused', async () => {
  const held: ServerResponse[] = [];
  opened.answer = (response) => void held.push(response);
  opened.jobs.save(['1', '2', '3', '4'], opened.files);
  await vi.waitFor(() => expect(held).toHaveLength(2));
  const [fourth, third, , first] = [0, 1, 2, 3].map((at) => opened.job(at)?.id ?? 0);
  opened.jobs.pause(third ?? 0);
  opened.jobs.pause(first ?? 0);
  await vi.waitFor(() => expect(held).toHaveLength(3));
  expect(opened.job(0)).toMatchObject({ id: fourth, state: 'running' });
  expect(opened.job(1)?.state).toBe('paused');

  opened.answer = (response) => response.writeHead(200, ZIP_HEAD).end(sampleArchive);
  for (const response of held) response.writeHead(200, ZIP_HEAD).end(sampleArchive);
  await opened.reaches('done');
  await opened.reaches('done', 2);
  expect(opened.service.requests.length).toBe(3);
  opened.jobs.resume(third ?? 0);
  opened.jobs.resume(first ?? 0);
  await opened.reaches('done', 1);
  await opened.reaches('done', 3);
  expect(opened.fileNames()).toHaveLength(4);
});

it('never moves the task bar progress backward, and clears it at the end', async () => {
  opened.jobs.save(['1', '2', '3', '4', '5'], opened.files);
  await vi.waitFor(() => expect(opened.jobs.state.value.saved).toHaveLength(5));
  await vi.waitFor(() => expect(opened.progress.at(-1)).toBeNull());
  const shares = opened.progress.filter((share) => share !== null);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

it('cancels running downloads when the connection closes, and leaves nothing behind', async () => {
  opened.answer = (response) =>
    void response.writeHead(200, ZIP_HEAD).write(sampleArchive.subarray(0, 5_000));
  opened.jobs.save(['40'], opened.files);
  await vi.waitFor(() => expect(opened.fileNames()).toHaveLength(1));
  opened.endConnection();
  await vi.waitFor(() => expect(opened.fileNames()).toEqual([]));
});

it('logs a save as canceled if the connection closes, and leaves no partial file', async () => {
  opened.answer = (response) =>
    void response
      .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
      .write(sampleArchive.subarray(0, 5_000));
  opened.jobs.save(['40', '41', '42'], opened.files);
  await vi.waitFor(() => expect(opened.fileNames()).toHaveLength(2));
  expect(opened.jobs.count()).toBe(3);
  await opened.jobs.end();
  opened.endConnection();
  expect(opened.fileNames()).toEqual([]);
  expect(opened.store.pending()).toEqual([]);
  expect(opened.jobs.count()).toBe(0);
  expect(opened.logged().map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['fee-file-save', 'canceled'],
    ['fee-file-save', 'canceled'],
  ]);
});
