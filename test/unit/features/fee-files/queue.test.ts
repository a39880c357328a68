import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ARCHIVE_NAME, SaveHarness, sampleArchive, ZIP_HEAD } from '#test/support/save-harness';

let harness: SaveHarness;
beforeEach(async () => {
  harness = await SaveHarness.start();
});
afterEach(async () => {
  await harness.close();
  vi.restoreAllMocks();
});

it('holds a paused download in its part file, and finishes it with the same request', async () => {
  let sendRest: (() => void) | undefined;
  harness.respond = (response) => {
    response
      .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
      .write(sampleArchive.subarray(0, 5_000));
    sendRest = () => response.end(sampleArchive.subarray(5_000));
  };
  harness.jobs.save(['40'], harness.files);
  await vi.waitFor(() => expect(sendRest).toBeDefined());
  await harness.waitForState('running');
  harness.jobs.pause(harness.job()?.id ?? 0);
  sendRest?.();
  await harness.waitForState('paused');
  expect(harness.fileNames()).toEqual([
    expect.stringMatching(/^Fee upload file .*id 40\.zip\.[0-9a-f]{12}\.part$/),
  ]);
  harness.jobs.resume(harness.job()?.id ?? 0);
  await harness.waitForState('done');
  expect(harness.service.requests.length).toBe(1);
});

it('keeps a download paused if its first bytes arrive during the pause', async () => {
  let sendResponse: (() => void) | undefined;
  harness.respond = (response) =>
    (sendResponse = () =>
      void response
        .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
        .end(sampleArchive));
  harness.jobs.save(['40'], harness.files);
  await vi.waitFor(() => expect(sendResponse).toBeDefined());
  harness.jobs.pause(harness.job()?.id ?? 0);
  sendResponse?.();
  await vi.waitFor(() => expect(harness.job()?.total).toBe(sampleArchive.length));
  expect(harness.job()).toMatchObject({ state: 'paused', bytes: 0 });
  harness.jobs.resume(harness.job()?.id ?? 0);
  await harness.waitForState('done');
});

it('restarts a download that the service dropped during a pause', async () => {
  let hangUp: (() => void) | undefined;
  harness.respond = (response) => {
    if (harness.service.requests.length > 1) {
      response.writeHead(200, ZIP_HEAD).end(sampleArchive);
      return;
    }
    response
      .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
      .write(sampleArchive.subarray(0, 5_000));
    hangUp = () => response.destroy();
  };
  harness.jobs.save(['40'], harness.files);
  await vi.waitFor(() => expect(hangUp).toBeDefined());
  await harness.waitForState('running');
  harness.jobs.pause(harness.job()?.id ?? 0);
  await harness.waitForState('paused');
  hangUp?.();
  harness.jobs.resume(harness.job()?.id ?? 0);
  await harness.waitForState('done');
  expect(harness.service.requests.length).toBe(2);
  expect(harness.fileNames()).toEqual([ARCHIVE_NAME]);
});

it('saves at most two files at a time', async () => {
  const openResponses: ServerResponse[] = [];
  harness.respond = (response) => void openResponses.push(response);
  harness.jobs.save(['1', '2', '3'], harness.files);
  await vi.waitFor(() => expect(openResponses).toHaveLength(2));
  expect(harness.jobs.state.value.jobs.map(({ state }) => state)).toEqual(['waiting', 'running', 'running']);
  harness.respond = (response) => response.writeHead(200, ZIP_HEAD).end(sampleArchive);
  for (const response of openResponses) response.writeHead(200, ZIP_HEAD).end(sampleArchive);
  await vi.waitFor(() => expect(harness.jobs.state.value.saved).toHaveLength(3));
});

it('lets others run while a running or waiting download is paused', async () => {
  const openResponses: ServerResponse[] = [];
  harness.respond = (response) => void openResponses.push(response);
  harness.jobs.save(['1', '2', '3', '4'], harness.files);
  await vi.waitFor(() => expect(openResponses).toHaveLength(2));
  // The latest job comes first.
  const [fourth, third, , first] = [0, 1, 2, 3].map((index) => harness.job(index)?.id ?? 0);
  harness.jobs.pause(third ?? 0);
  harness.jobs.pause(first ?? 0);
  await vi.waitFor(() => expect(openResponses).toHaveLength(3));
  expect(harness.job(0)).toMatchObject({ id: fourth, state: 'running' });
  expect(harness.job(1)?.state).toBe('paused');

  harness.respond = (response) => response.writeHead(200, ZIP_HEAD).end(sampleArchive);
  for (const response of openResponses) response.writeHead(200, ZIP_HEAD).end(sampleArchive);
  await harness.waitForState('done');
  await harness.waitForState('done', 2);
  expect(harness.service.requests.length).toBe(3);
  harness.jobs.resume(third ?? 0);
  harness.jobs.resume(first ?? 0);
  await harness.waitForState('done', 1);
  await harness.waitForState('done', 3);
  expect(harness.fileNames()).toHaveLength(4);
});

it('never moves the task bar progress backward, and clears it at the end', async () => {
  harness.jobs.save(['1', '2', '3', '4', '5'], harness.files);
  await vi.waitFor(() => expect(harness.jobs.state.value.saved).toHaveLength(5));
  await vi.waitFor(() => expect(harness.progress.at(-1)).toBeNull());
  const shares = harness.progress.filter((share) => share !== null);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

it('cancels running downloads when the connection closes, and leaves nothing behind', async () => {
  harness.respond = (response) =>
    void response.writeHead(200, ZIP_HEAD).write(sampleArchive.subarray(0, 5_000));
  harness.jobs.save(['40'], harness.files);
  await vi.waitFor(() => expect(harness.fileNames()).toHaveLength(1));
  harness.endConnection();
  await vi.waitFor(() => expect(harness.fileNames()).toEqual([]));
});

it('logs a save as canceled if the connection closes, and leaves no partial file', async () => {
  harness.respond = (response) =>
    void response
      .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
      .write(sampleArchive.subarray(0, 5_000));
  harness.jobs.save(['40', '41', '42'], harness.files);
  await vi.waitFor(() => expect(harness.fileNames()).toHaveLength(2));
  expect(harness.jobs.count()).toBe(3);
  await harness.jobs.end();
  harness.endConnection();
  expect(harness.fileNames()).toEqual([]);
  expect(harness.store.pending()).toEqual([]);
  expect(harness.jobs.count()).toBe(0);
  // The third had not started.
  expect(harness.logged().map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['fee-file-save', 'canceled'],
    ['fee-file-save', 'canceled'],
  ]);
});
