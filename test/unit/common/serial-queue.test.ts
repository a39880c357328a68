import { expect, it } from 'vitest';
import { SerialQueue } from '#common/serial-queue';

it('runs one task at a time, in order, even after a failed one', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} starts`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => queue.run(task(name))));
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('is settled when the tasks so far have ended, whatever their outcome', async () => {
  const queue = new SerialQueue();
  let isDone = false;
  const failed = queue.run(async () => {
    await Promise.resolve();
    isDone = true;
    throw new Error('failed');
  });
  await queue.settled();
  expect(isDone).toBe(true);
  await expect(failed).rejects.toThrow('failed');
});
