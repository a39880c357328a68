import { expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failure';
import { wordsFor } from '../../../renderer/kit/failure-words';

const kinds = failure.shape.kind.options;

test.each(kinds)('%s has three sentences for people, without a status code or a technical word', (kind) => {
  const words = wordsFor({ kind });
  for (const text of [words.title, words.meaning, words.next]) {
    expect(text.length).toBeGreaterThan(5);
    expect(text).not.toMatch(/\b\d{3}\b|\bHTTP\b(?!:\/\/)|undefined|exception|SQL/i);
  }
  expect(words.next).toMatch(/[.]$/);
});
