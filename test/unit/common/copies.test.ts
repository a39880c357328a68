import { beforeEach, expect, it } from 'vitest';
import { answerCopy, Copies } from '../../../main/common/copies';
import { SecretClipboard } from '../../../main/desktop/secret-clipboard';

/** Writes of a clipboard that takes its time: each ends when the test lets it. */
let writes: { readonly text: string; end(error?: Error): void }[];
let clipboard: string;
let copies: Copies;
beforeEach(() => {
  writes = [];
  clipboard = '';
  const secrets = new SecretClipboard({
    readText: () => clipboard,
    writeText: (text) =>
      new Promise((resolve, reject) =>
        writes.push({
          text,
          end(error) {
            if (!error) clipboard = text;
            if (error) reject(error);
            else resolve();
          },
        }),
      ),
    clear: () => void (clipboard = ''),
  });
  copies = new Copies(
    (request) =>
      void answerCopy(
        request,
        (text) => secrets.write(text),
        (answer) => copies.heard(answer),
      ),
  );
});
const settled = () => new Promise((done) => setTimeout(done));

it('a second copy while the first is on its way leaves neither waiting, and is the one that stays', async () => {
  const first = copies.copy('123-45-6789');
  const second = copies.copy('04-2103594');
  await settled();
  expect(writes.map(({ text }) => text)).toEqual(['123-45-6789']);
  writes[0]?.end();
  await first;
  await settled();
  writes[1]?.end();
  await second;
  expect(clipboard).toBe('04-2103594');
});

it('a clipboard that does not take a copy is no success, and the next copy goes its way', async () => {
  const first = copies.copy('123-45-6789');
  const second = copies.copy('04-2103594');
  await settled();
  writes[0]?.end(new Error('no'));
  await expect(first).rejects.toThrow('did not take it');
  await settled();
  writes[1]?.end();
  await second;
  expect(clipboard).toBe('04-2103594');
});

it('an answer to nothing, and what is no answer, are left alone', () => {
  for (const data of [{ copied: { id: 7, done: true } }, 'copied', null, 5]) copies.heard(data);
  expect(writes).toEqual([]);
});
