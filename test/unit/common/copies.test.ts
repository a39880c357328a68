import { beforeEach, expect, it } from 'vitest';
import { serveCopy, PendingCopies } from '#common/copies';
import { SecretClipboard } from '#main/desktop/secret-clipboard';

/** Pending writes of a slow clipboard; the test completes each. */
let writes: { readonly text: string; complete(error?: Error): void }[];
let clipboard: string;
let copies: PendingCopies;
beforeEach(() => {
  writes = [];
  clipboard = '';
  const secrets = new SecretClipboard({
    readText: () => clipboard,
    writeText: (text) =>
      new Promise((resolve, reject) =>
        writes.push({
          text,
          complete(error) {
            if (!error) clipboard = text;
            if (error) reject(error);
            else resolve();
          },
        }),
      ),
    clear: () => void (clipboard = ''),
  });
  copies = new PendingCopies(
    (request) =>
      void serveCopy(
        request,
        (text) => secrets.write(text),
        (response) => copies.handleMessage(response),
      ),
  );
});
const nextTask = () => new Promise((done) => setTimeout(done));

it('completes overlapping copies in order, and the last text stays', async () => {
  const first = copies.copy('123-45-6789');
  const second = copies.copy('04-2103594');
  await nextTask();
  expect(writes.map(({ text }) => text)).toEqual(['123-45-6789']);
  writes[0]?.complete();
  await first;
  await nextTask();
  writes[1]?.complete();
  await second;
  expect(clipboard).toBe('04-2103594');
});

it('reports a failed copy, and continues with the next one', async () => {
  const first = copies.copy('123-45-6789');
  const second = copies.copy('04-2103594');
  await nextTask();
  writes[0]?.complete(new Error('no'));
  await expect(first).rejects.toThrow('writing to the clipboard failed');
  await nextTask();
  writes[1]?.complete();
  await second;
  expect(clipboard).toBe('04-2103594');
});

it('ignores unexpected and malformed responses', async () => {
  let isSettled = false;
  const copy = copies.copy('123-45-6789').finally(() => (isSettled = true));
  for (const data of [{ copied: { id: 7, done: true } }, 'copied', null, 5]) copies.handleMessage(data);
  await nextTask();
  expect(isSettled).toBe(false);
  writes[0]?.complete();
  await copy;
});
