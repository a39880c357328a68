import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * One row makes a resource: the billing minimums of wire facts A are refreshed, listed, searched, filtered and opened
 * (test/e2e/neighbors.test.ts) by three additions, and nothing else in the program knows that there are such things.
 */
it('billing minimums are three additions: a descriptor with its row, a table of the demo, a line of the views', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'main', 'preload', 'renderer'],
    {
      encoding: 'utf8',
    },
  );
  const mentions = files
    .split('\n')
    .filter(Boolean)
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /billing\W{0,2}minimum/i.test(line))
        .map((line) => ({ file, line: line.trim() })),
    );
  const additions = mentions.filter(({ line }) => line.startsWith('billingMinimums: '));
  expect(additions).toEqual([
    { file: 'main/demo/data/neighbors.ts', line: expect.any(String) as string },
    { file: 'preload/contract/resources/neighbors.ts', line: expect.any(String) as string },
    { file: 'renderer/places/resource-views.ts', line: expect.stringMatching(/\}, *$/) as string },
  ]);
  const places = new Set(additions.map(({ file }) => file));
  expect(mentions.filter(({ file }) => !places.has(file))).toEqual([
    // The heading of a field that billing groups have anyway (spec 2.6).
    {
      file: 'preload/contract/resources/billing-groups.ts',
      line: expect.stringMatching(/^minimum_ids: /) as string,
    },
  ]);
});
