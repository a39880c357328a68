import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path, { matchesGlob } from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import importRules from '../../../eslint.imports.js';
import { bin, root } from '../../../scripts/lib/project.mjs';

type Case = [file: string, code: string, rule?: string];

/** Creates a folder with a file per case, the files that it imports, and the configuration. */
function folderWith(cases: Case[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imports-'));
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  for (const [file, code] of cases)
    for (const [, name = ''] of code.matchAll(/'(\.[^']*)'/g))
      write(path.join(path.dirname(file), `${name}.ts`), '');
  for (const [index, [file, code]] of cases.entries()) write(file.replace('x.ts', `x${index}.ts`), code);
  for (const name of ['eslint.imports.js', 'eslint.ports.js', 'oxlint.imports.mjs', 'package.json'])
    fs.copyFileSync(path.join(root, name), path.join(folder, name));
  fs.symlinkSync(fs.realpathSync(path.join(root, 'node_modules')), path.join(folder, 'node_modules'));
  return folder;
}

/** Returns the rules that each case breaks when linted as by `npm test`. */
function brokenRules(cases: Case[]): string[][] {
  const folder = folderWith(cases);
  const args = [bin('oxlint'), '-c', 'oxlint.imports.mjs', '-f', 'json', 'main', 'preload', 'renderer'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  fs.rmSync(folder, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return cases.map((_, index) =>
    diagnostics.filter(({ filename }) => filename.endsWith(`x${index}.ts`)).map(({ code }) => code),
  );
}

const DIRECTION = 'boundaries(dependencies)';
const ELECTRON = 'eslint(no-restricted-imports)';

const forbidden: Case[] = [
  ['preload/contract/x.ts', "import '../../main/common/rpc'", DIRECTION],
  ['main/engine/service/x.ts', "import '../sqlite/open-database'", DIRECTION],
  ['main/engine/cache/x.ts', "import '../service/client'", DIRECTION],
  ['main/engine/workspace/x.ts', "export * from '../cache/schema'", DIRECTION],
  ['main/engine/files/x.ts', "import '../cache/schema'", DIRECTION],
  ['main/engine/refresh/x.ts', "import '../tasks/roi/roi'", DIRECTION],
  ['main/engine/records/x.ts', "import '../index'", DIRECTION],
  ['main/engine/tasks/fee-files/x.ts', "import '../reconcile/session'", DIRECTION],
  ['main/engine/tasks/roi/x.ts', "import '../tax-ids/session'", DIRECTION],
  ['main/desktop/x.ts', "import '../index'", DIRECTION],
  ['main/engine/x.ts', "import { app } from 'electron'", ELECTRON],
  ['main/engine/x.ts', "import type { BrowserWindow } from 'electron'", ELECTRON],
  ['main/window/x.ts', "import '../index'", DIRECTION],
  ['main/window/x.ts', "import { ipcRenderer } from 'electron'", 'ports(no-ipc-renderer)'],
  ['main/demo/x.ts', "import '../engine/service/client'", DIRECTION],
  ['main/demo/x.ts', "import { net } from 'electron'", ELECTRON],
  ['renderer/kit/x.ts', "import '../bridge'", DIRECTION],
  ['renderer/grid/x.ts', "import('../places/resource-views')", DIRECTION],
  ['renderer/state/x.ts', "import '../../main/common/rpc'", DIRECTION],
  ['renderer/state/x.ts', "import { ipcRenderer } from 'electron'", ELECTRON],
];

const allowed: Case[] = [
  ['main/engine/records/x.ts', "import '../service/client'; import '../cache/schema'; import 'zod'"],
  ['main/engine/tasks/reconcile/x.ts', "import '../fee-files/verify'; import '../../files/tables/csv'"],
  ['main/engine/service/x.ts', "import { net } from 'electron'; import '../../../preload/contract/failure'"],
  ['main/demo/x.ts', "import '../../preload/contract/resources'"],
  ['renderer/places/x.ts', "import '../bridge'; import '../tasks/roi/words'"],
  ['renderer/tasks/reconcile/x.ts', "import '../fee-files/file-words'; import '../task-props'"],
  ['preload/index.ts', "import { ipcRenderer } from 'electron'"],
];

test('a module can import what its rules allow, and nothing else', () => {
  const cases = [...forbidden, ...allowed];
  const found = brokenRules(cases).map((rules, index) => [...(cases[index] ?? []).slice(0, 2), ...rules]);
  expect(found).toEqual(cases);
});

test.each([
  ['renderer/kit/X.svelte', "import '../bridge'", 'boundaries/dependencies'],
  ['renderer/kit/X.svelte', "import 'electron'", 'no-restricted-imports'],
])('the component %s cannot: %s', async (file, code, rule) => {
  const [result] = await new ESLint().lintText(`<script lang="ts">\n  ${code};\n</script>\n`, {
    filePath: file,
  });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual([rule]);
});

test('every source file belongs to a module of the import rules', () => {
  const rooms = (importRules[0]?.settings?.['boundaries/files'] ?? []) as readonly { pattern: string[] }[];
  const files = execFileSync('git', ['ls-files', 'main', 'preload', 'renderer'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|svelte|css)$/.test(file));
  const homeless = files.filter(
    (file) => !rooms.some(({ pattern }) => pattern.some((glob) => matchesGlob(file, glob))),
  );
  expect(homeless).toEqual([]);
});
