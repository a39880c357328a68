import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NAME, Saving, zip, ZIP_HEAD } from '../../support/saving';

let desk: Saving;
beforeEach(async () => {
  desk = await Saving.start();
});
afterEach(async () => {
  await desk.close();
  vi.restoreAllMocks();
});

it('a paused download takes nothing, then goes on', async () => {
  let rest: (() => void) | undefined;
  desk.answer = (response) => {
    response.writeHead(200, { ...ZIP_HEAD, 'content-length': zip.length }).write(zip.subarray(0, 5_000));
    rest = () => response.end(zip.subarray(5_000));
  };
  desk.jobs.save(['40'], desk.files);
  await vi.waitFor(() => expect(rest).toBeDefined());
  await desk.reaches('running');
  desk.jobs.pause(desk.job()?.id ?? 0);
  rest?.();
  await desk.reaches('paused');
  expect(desk.there()).toEqual([`${NAME}.part`]);
  desk.jobs.goOn(desk.job()?.id ?? 0);
  await desk.reaches('done');
  expect(desk.service.seen.length).toBe(1);
});

it('a download that the service gave up during a pause begins anew', async () => {
  let hangUp: (() => void) | undefined;
  desk.answer = (response) => {
    if (desk.service.seen.length > 1) {
      response.writeHead(200, ZIP_HEAD).end(zip);
      return;
    }
    response.writeHead(200, { ...ZIP_HEAD, 'content-length': zip.length }).write(zip.subarray(0, 5_000));
    hangUp = () => response.destroy();
  };
  desk.jobs.save(['40'], desk.files);
  await vi.waitFor(() => expect(hangUp).toBeDefined());
  await desk.reaches('running');
  desk.jobs.pause(desk.job()?.id ?? 0);
  await desk.reaches('paused');
  hangUp?.();
  desk.jobs.goOn(desk.job()?.id ?? 0);
  await desk.reaches('done');
  expect(desk.service.seen.length).toBe(2);
  expect(desk.there()).toEqual([NAME]);
});

it('no more than two are saved at a time', async () => {
  const held: ServerResponse[] = [];
  desk.answer = (response) => void held.push(response);
  desk.jobs.save(['1', '2', '3'], desk.files);
  await vi.waitFor(() => expect(held).toHaveLength(2));
  expect(desk.jobs.state.value.jobs.map(({ state }) => state)).toEqual(['waiting', 'running', 'running']);
  desk.answer = (response) => response.writeHead(200, ZIP_HEAD).end(zip);
  for (const response of held) response.writeHead(200, ZIP_HEAD).end(zip);
  await desk.reaches('done');
  expect(desk.jobs.state.value.saved).toHaveLength(3);
});

it('a paused download, and one paused while it waits, let others go on in their stead', async () => {
  const held: ServerResponse[] = [];
  desk.answer = (response) => void held.push(response);
  desk.jobs.save(['1', '2', '3', '4'], desk.files);
  await vi.waitFor(() => expect(held).toHaveLength(2));
  const [fourth, third, , first] = [0, 1, 2, 3].map((at) => desk.job(at)?.id ?? 0);
  desk.jobs.pause(third ?? 0);
  desk.jobs.pause(first ?? 0);
  await vi.waitFor(() => expect(held).toHaveLength(3));
  expect(desk.job(0)).toMatchObject({ id: fourth, state: 'running' });
  expect(desk.job(1)?.state).toBe('paused');

  desk.answer = (response) => response.writeHead(200, ZIP_HEAD).end(zip);
  for (const response of held) response.writeHead(200, ZIP_HEAD).end(zip);
  await desk.reaches('done');
  await desk.reaches('done', 2);
  expect(desk.service.seen.length).toBe(3);
  desk.jobs.goOn(third ?? 0);
  desk.jobs.goOn(first ?? 0);
  await desk.reaches('done', 1);
  await desk.reaches('done', 3);
  expect(desk.there()).toHaveLength(4);
});

it('the task bar never goes back while files are saved, and is clear at the end', async () => {
  desk.jobs.save(['1', '2', '3', '4', '5'], desk.files);
  await vi.waitFor(() => expect(desk.jobs.state.value.saved).toHaveLength(5));
  await vi.waitFor(() => expect(desk.progress.at(-1)).toBeNull());
  const shares = desk.progress.filter((share) => share !== null);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

it('what goes on ends when the connection closes, and leaves nothing', async () => {
  desk.answer = (response) => void response.writeHead(200, ZIP_HEAD).write(zip.subarray(0, 5_000));
  desk.jobs.save(['40'], desk.files);
  await vi.waitFor(() => expect(desk.there()).toHaveLength(1));
  desk.endConnection();
  await vi.waitFor(() => expect(desk.there()).toEqual([]));
});
