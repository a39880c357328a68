import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasGit } from '../support/programs';

/**
 * A resource needs one descriptor row: billing minimums and splits (wire facts A) are refreshed, listed, searched,
 * filtered, opened (test/e2e/optional-resources.test.ts), created, edited and deleted by three additions. No other
 * code mentions them, except the field that holds their IDs.
 */
it.skipIf(!hasGit).each([
  {
    plural: 'billing minimums',
    name: 'billingMinimums: ',
    mention: /billing\W{0,2}minimum/i,
    // A field of billing groups, with or without the new list (spec 2.6).
    field: { file: 'preload/contract/resources/billing-groups.ts', line: /^minimum_ids: / },
  },
  {
    plural: 'billing splits',
    name: 'billingSplits: ',
    mention: /billing\W{0,2}splits?\b(?!_ids)(?!Ids)/i,
    // A field of accounts, with or without the new list (spec 2.1).
    field: { file: 'preload/contract/resources/accounts.ts', line: /^billing_splits_ids: / },
  },
])('adds $plural with a descriptor row, a demo table and a view entry only', (added) => {
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
        .filter((line) => added.mention.test(line))
        .map((line) => ({ file, line: line.trim() })),
    );
  const additions = mentions.filter(({ line }) => line.startsWith(added.name));
  expect(additions).toEqual([
    { file: 'main/demo/data/optional-resources.ts', line: expect.any(String) as string },
    { file: 'preload/contract/resources/optional-resources.ts', line: expect.any(String) as string },
    // The whole entry is on this line.
    { file: 'renderer/app/resource-views.ts', line: expect.stringMatching(/\}, *$/) as string },
  ]);
  const addedFiles = new Set(additions.map(({ file }) => file));
  expect(mentions.filter(({ file }) => !addedFiles.has(file))).toEqual(
    expect.arrayContaining([
      { file: added.field.file, line: expect.stringMatching(added.field.line) as string },
      // The option that shows its IDs with names.
      { file: added.field.file, line: `names: '${added.name.slice(0, -2)}',` },
    ]),
  );
  expect(mentions.filter(({ file }) => !addedFiles.has(file))).toHaveLength(2);
});
