import { expect, it } from 'vitest';
import { inTurn } from '../../../main/engine/records/in-turn';

const turn = () => new Promise((done) => setImmediate(done));

/** Lists that take up an answer when the test says so. */
function slowLists() {
  const begun: number[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const taking = inTurn(
    (answer: number) =>
      new Promise<void>((resolve, reject) => {
        begun.push(answer);
        ends.push((failure) => (failure ? reject(failure) : resolve()));
      }),
  );
  return { taking, begun, end: (failure?: Error) => ends.at(-1)?.(failure) };
}

it('lets lists take up one answer after the other while requests go on, and goes on after one that they cannot', async () => {
  const { taking, begun, end } = slowLists();
  await taking.put(1);
  await taking.put(2);
  await turn();
  expect(begun).toEqual([1]);
  end(new Error('the disk is full'));
  await turn();
  expect(begun).toEqual([1, 2]);
  end();
  await taking.done();
});

it('lets requests wait where the lists are far behind', async () => {
  const { taking, end } = slowLists();
  for (let answer = 1; answer <= 8; answer += 1) await taking.put(answer);
  let mayGoOn = false;
  const ninth = taking.put(9).then(() => (mayGoOn = true));
  await turn();
  expect(mayGoOn).toBe(false);
  end();
  await ninth;
});
