import { expect, it } from 'vitest';
import { inTurn } from '../../../main/engine/records/in-turn';

it('lets lists take up one answer while the next is waited for, in order, and goes on after one that they cannot', async () => {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const { put, done } = inTurn(
    (name: string) =>
      new Promise<void>((resolve, reject) => {
        begun.push(name);
        ends.set(name, (failure) => (failure ? reject(failure) : resolve()));
      }),
  );
  await put('first'); // nothing came before it
  let isSecondTaken = false;
  const second = put('second').then(() => (isSecondTaken = true));
  await new Promise((turn) => setImmediate(turn));
  expect([begun, isSecondTaken]).toEqual([['first'], false]);

  ends.get('first')?.(new Error('the disk is full'));
  await second;
  await new Promise((turn) => setImmediate(turn));
  expect(begun).toEqual(['first', 'second']);
  ends.get('second')?.();
  await done();
});
