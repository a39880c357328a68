import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path, { matchesGlob } from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import importRules from '../../../scripts/lint/import-rules.js';
import { bin, root } from '../../../scripts/lib/project.mjs';
import { hasGit } from '../../support/programs';

const FOLDERS: Readonly<Record<string, string>> = {
  '#common': 'main/common',
  '#contract': 'preload/contract',
  '#engine': 'main/engine',
  '#main': 'main',
};
/** Returns the file without its extension that a package path of package.json leads to. */
const packagePath = (name: string): string => name.replace(/^#\w+/, (first) => FOLDERS[first] ?? first);

type Case = [file: string, code: string, rule?: string];

/** Returns the name of a case's file: cases in one folder need different ones. */
const numberedFile = (file: string, index: number): string => file.replace(/\bx\.ts$/, `x${index}.ts`);

/** Creates a folder with a file per case, the files that it imports, and the configuration. */
function folderWith(cases: Case[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imports-'));
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  for (const [file, code] of cases)
    for (const [, name = ''] of code.matchAll(/'([.#][^']*)'/g))
      write(`${name.startsWith('#') ? packagePath(name) : path.join(path.dirname(file), name)}.ts`, '');
  for (const [index, [file, code]] of cases.entries()) write(numberedFile(file, index), code);
  // The rules derive from the folders of the features.
  for (const features of ['main/engine/features', 'renderer/features'])
    for (const entry of fs.readdirSync(path.join(root, features), { withFileTypes: true }))
      if (entry.isDirectory()) fs.mkdirSync(path.join(folder, features, entry.name), { recursive: true });
  fs.cpSync(path.join(root, 'scripts/lint'), path.join(folder, 'scripts/lint'), { recursive: true });
  fs.copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  fs.symlinkSync(fs.realpathSync(path.join(root, 'node_modules')), path.join(folder, 'node_modules'));
  return folder;
}

/** Returns the rules that each case breaks when linted as by `npm test`. */
function brokenRules(cases: Case[]): string[][] {
  const folder = folderWith(cases);
  const args = [
    bin('oxlint'),
    '-c',
    'scripts/lint/oxlint.imports.mjs',
    '-f',
    'json',
    'main',
    'preload',
    'renderer',
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  fs.rmSync(folder, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return cases.map(([file], index) =>
    diagnostics
      .filter(({ filename }) => filename.endsWith(numberedFile(file, index)))
      .map(({ code }) => code),
  );
}

const DIRECTION = 'boundaries(dependencies)';
const RESTRICTED = 'eslint(no-restricted-imports)';

const forbidden: Case[] = [
  ['preload/contract/x.ts', "import '../../main/common/rpc'", DIRECTION],
  ['main/engine/service/x.ts', "import '../sqlite/open-database'", DIRECTION],
  ['main/engine/cache/x.ts', "import '../service/client'", DIRECTION],
  ['main/engine/workspace/x.ts', "export * from '../cache/schema/schema'", DIRECTION],
  ['main/engine/files/x.ts', "import '../cache/schema/schema'", DIRECTION],
  ['main/engine/refresh/x.ts', "import '../features/roi/roi'", DIRECTION],
  ['main/engine/records/x.ts', "import '../index'", DIRECTION],
  ['main/engine/records/x.ts', "import '#engine/features/roi/roi'", DIRECTION],
  ['preload/contract/x.ts', "import '#engine/service/client'", DIRECTION],
  ['preload/contract/x.ts', "import '#common/rpc'", DIRECTION],
  ['main/engine/service/x.ts', "import '#main/desktop/log'", DIRECTION],
  ['main/engine/features/fee-files/x.ts', "import '../reconcile/session'", DIRECTION],
  ['main/engine/features/roi/x.ts', "import '../tax-ids/session'", DIRECTION],
  ['main/engine/features/tax-ids/isolated/x.ts', "import '../../roi/roi'", DIRECTION],
  ['main/engine/features/roi/saved-work/x.ts', "import '../roi'", DIRECTION],
  ['main/engine/jobs/x.ts', "import '../features/team/approvals'", DIRECTION],
  ['main/desktop/x.ts', "import '../index'", DIRECTION],
  ['main/engine/x.ts', "import { app } from 'electron'", RESTRICTED],
  ['main/engine/x.ts', "import type { BrowserWindow } from 'electron'", RESTRICTED],
  [
    'main/engine/features/roi/saved-work/x.ts',
    "import { a } from '#contract/features/roi/calls'",
    RESTRICTED,
  ],
  ['preload/contract/features/roi/x.ts', "import { a } from './calls'", RESTRICTED],
  ['preload/contract/features/roi/x.ts', "import { a } from '../team/calls'", RESTRICTED],
  ['main/desktop/x.ts', "import { a } from '#contract/features/roi/calls'", RESTRICTED],
  ['main/app/x.ts', "import '../index'", DIRECTION],
  ['main/app/x.ts', "import { ipcRenderer } from 'electron'", 'ports(no-ipc-renderer)'],
  ['main/demo/x.ts', "import '../engine/service/client'", DIRECTION],
  ['main/demo/x.ts', "import { net } from 'electron'", RESTRICTED],
  ['renderer/ui/x.ts', "import '../bridge'", DIRECTION],
  ['renderer/app/x.ts', "import '../features/roi/messages'", DIRECTION],
  ['renderer/features/feature.ts', "import '../app/resource-views'", DIRECTION],
  ['renderer/grid/x.ts', "import('../app/resource-views')", DIRECTION],
  ['renderer/state/x.ts', "import '../../main/common/rpc'", DIRECTION],
  ['renderer/state/x.ts', "import { ipcRenderer } from 'electron'", RESTRICTED],
];

const allowed: Case[] = [
  ['main/engine/features/roi/x.ts', "import './saved-work/store'; import '../review/saved-work/reviews'"],
  ['main/engine/features/roi/saved-work/x.ts', "import type { A } from '#contract/features/roi/calls'"],
  ['main/engine/jobs/x.ts', "import '../features/team/saved-work/approvals'"],
  ['main/engine/features/roi/router.ts', "import '#contract/features/roi/calls'"],
  ['main/engine/records/x.ts', "import '../service/client'; import '../cache/schema/schema'; import 'zod'"],
  ['main/engine/features/reconcile/x.ts', "import '../fee-files/verify'; import '../../files/tables/csv'"],
  ['main/engine/service/x.ts', "import { net } from 'electron'; import '#contract/failure'"],
  ['main/demo/x.ts', "import '#contract/resources'"],
  ['renderer/app/x.ts', "import '../bridge'; import '../features/index'"],
  ['renderer/features/reconcile/x.ts', "import '../fee-files/file-messages'; import '../task-props'"],
  ['preload/index.ts', "import { ipcRenderer } from 'electron'"],
];

/** The copy finds its packages through a link, which Windows makes for few users. */
const withLink = test.skipIf(process.platform === 'win32');

withLink('a module can import what its rules allow, and nothing else', () => {
  const cases = [...forbidden, ...allowed];
  const found = brokenRules(cases).map((rules, index) => [...(cases[index] ?? []).slice(0, 2), ...rules]);
  expect(found).toEqual(cases);
});

withLink('files of a module cannot import each other in a circle, not even types', () => {
  const cases: Case[] = [
    ['main/engine/wire/x.ts', "import type { B } from './x1'; export type A = B[]"],
    ['main/engine/wire/x.ts', "import type { A } from '#engine/wire/x0'; export type B = A | null"],
  ];
  expect(brokenRules(cases)).toEqual([['import(no-cycle)'], ['import(no-cycle)']]);
});

test.each([
  ['renderer/ui/X.svelte', "import '../bridge'", 'boundaries/dependencies'],
  ['renderer/ui/X.svelte', "import 'electron'", 'no-restricted-imports'],
])('the component %s cannot: %s', async (file, code, rule) => {
  const [result] = await new ESLint({
    cwd: root,
    overrideConfigFile: 'scripts/lint/eslint.config.js',
  }).lintText(`<script lang="ts">\n  ${code};\n</script>\n`, {
    filePath: file,
  });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual([rule]);
});

test.skipIf(!hasGit)('every source file belongs to a module of the import rules', () => {
  const modules = (importRules[0]?.settings?.['boundaries/files'] ?? []) as readonly { pattern: string[] }[];
  const files = execFileSync('git', ['ls-files', 'main', 'preload', 'renderer'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|svelte|css)$/.test(file));
  const outside = files.filter(
    (file) => !modules.some(({ pattern }) => pattern.some((glob) => matchesGlob(file, glob))),
  );
  expect(outside).toEqual([]);
});
