import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLEAR_AFTER_MS, SecretClipboard } from '#main/desktop/secret-clipboard';

let text = '';
const secrets = new SecretClipboard({
  readText: () => text,
  writeText: (newText) => void (text = newText),
  clear: () => void (text = ''),
});
beforeEach(() => {
  vi.useFakeTimers();
  text = 'an earlier text';
});
afterEach(() => vi.useRealTimers());

test('clears a copied tax ID from the clipboard after 30 seconds, not sooner', async () => {
  await secrets.write('078-05-1120');
  await vi.advanceTimersByTimeAsync(CLEAR_AFTER_MS - 1);
  expect(text).toBe('078-05-1120');
  await vi.advanceTimersByTimeAsync(1);
  expect(text).toBe('');
});

test('keeps other text that was copied since', async () => {
  await secrets.write('078-05-1120');
  text = 'a telephone number';
  await vi.advanceTimersByTimeAsync(CLEAR_AFTER_MS);
  expect(text).toBe('a telephone number');
});

test('gives a second tax ID the full time', async () => {
  await secrets.write('078-05-1120');
  await vi.advanceTimersByTimeAsync(CLEAR_AFTER_MS - 1);
  await secrets.write('04-2103594');
  await vi.advanceTimersByTimeAsync(CLEAR_AFTER_MS - 1);
  expect(text).toBe('04-2103594');
  await vi.advanceTimersByTimeAsync(1);
  expect(text).toBe('');
});

test('clears a copied tax ID at once when the app quits', async () => {
  await secrets.write('078-05-1120');
  await secrets.clear();
  expect(text).toBe('');
});

test('clears a copied tax ID from the clipboard even if copying the next one failed', async () => {
  let isBroken = false;
  const failing = new SecretClipboard({
    readText: () => text,
    writeText: (newText) => {
      if (isBroken) throw new Error('no clipboard');
      text = newText;
    },
    clear: () => void (text = ''),
  });
  await failing.write('078-05-1120');
  isBroken = true;
  await expect(failing.write('04-2103594')).rejects.toThrow('no clipboard');
  await vi.advanceTimersByTimeAsync(CLEAR_AFTER_MS);
  expect(text).toBe('');
});

test('clears a copied tax ID later if the clipboard could not be read when the app was locked', async () => {
  let isBroken = true;
  const failing = new SecretClipboard({
    readText: () => (isBroken ? Promise.reject(new Error('no clipboard')) : text),
    writeText: (newText) => void (text = newText),
    clear: () => void (text = ''),
  });
  await failing.write('078-05-1120');
  await expect(failing.clear()).rejects.toThrow('no clipboard');
  isBroken = false;
  await vi.advanceTimersByTimeAsync(CLEAR_AFTER_MS);
  expect(text).toBe('');
});

test('clears a copied tax ID when the app quits if the clipboard could not be read before', async () => {
  let isBroken = true;
  const failing = new SecretClipboard({
    readText: () => (isBroken ? Promise.reject(new Error('no clipboard')) : text),
    writeText: (newText) => void (text = newText),
    clear: () => void (text = ''),
  });
  await failing.write('078-05-1120');
  await vi.advanceTimersByTimeAsync(CLEAR_AFTER_MS);
  expect(text).toBe('078-05-1120');
  isBroken = false;
  await failing.clear();
  expect(text).toBe('');
});

test('overwrites the text before clearing it if the app holds the clipboard contents', async () => {
  const written: string[] = [];
  const owner = new SecretClipboard(
    {
      readText: () => text,
      writeText: (newText) => void written.push((text = newText)),
      clear: () => void (text = ''),
    },
    2, // overwrites
  );
  await owner.write('078-05-1120');
  await owner.clear();
  expect([text, written]).toEqual(['', ['078-05-1120', '00000000000', '00000000000']]);
});
