import fs from 'node:fs';
import { expect, it } from 'vitest';

const [protectedPart = ''] = fs.readFileSync('docs/security.md', 'utf8').split('\n## Not protected');
/** The promises, each with the tests that show it; what follows a blank line, such as a heading, is not part of one. */
const promises = protectedPart
  .split(/\n(?=- )/)
  .slice(1)
  .map((promise) => (promise.split('\n\n')[0] ?? '').replace(/\s+/g, ' '));
const filesOf = (promise: string) =>
  [...promise.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = '']) => file);
/** Titles follow their file: `file` (“one”; “another”). */
const titlesOf = (promise: string) =>
  [...promise.matchAll(/`(test\/[^`]+)` \((“[^”]*”(?:; “[^”]*”)*)\)/g)].flatMap(
    ([, file = '', titles = '']) =>
      [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => [file, title] as const),
  );

it('every promise of docs/security.md names an existing test', () => {
  expect(promises.length).toBeGreaterThan(30);
  expect(promises.filter((promise) => filesOf(promise).length === 0)).toEqual([]);
  const missing = promises.flatMap(filesOf).filter((file) => !fs.existsSync(file));
  expect(missing).toEqual([]);
});

it('every test title that docs/security.md quotes exists in its file', () => {
  const quoted = promises.flatMap(titlesOf);
  expect(quoted.length).toBeGreaterThan(30);
  expect(protectedPart.match(/“/g)?.length).toBe(quoted.length); // none is quoted in another form
  expect(quoted.filter(([file, title]) => !fs.readFileSync(file, 'utf8').includes(title))).toEqual([]);
});
