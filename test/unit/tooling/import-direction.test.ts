import { execFileSync } from 'node:child_process';
import { matchesGlob } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript-eslint';
import { expect, test } from 'vitest';
import importRules from '../../../eslint.imports.js';

const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [ts.configs.base, ...importRules] });

async function complaints(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: file });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
}

const DIRECTION = 'boundaries/dependencies';
const ENGINE = '@typescript-eslint/no-restricted-imports';

test.each([
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
  ['main/engine/x.ts', "import { app } from 'electron'", ENGINE],
  ['main/engine/x.ts', "import type { BrowserWindow } from 'electron'", ENGINE],
  ['main/window/x.ts', "import '../index'", DIRECTION],
  ['main/window/x.ts', "import { ipcRenderer } from 'electron'", 'no-restricted-syntax'],
  ['main/demo/x.ts', "import '../engine/service/client'", DIRECTION],
  ['main/demo/x.ts', "import { net } from 'electron'", 'no-restricted-imports'],
  ['renderer/kit/x.ts', "import '../bridge'", DIRECTION],
  ['renderer/grid/x.ts', "import('../places/resource-views')", DIRECTION],
  ['renderer/state/x.ts', "import '../../main/common/rpc'", DIRECTION],
  ['renderer/state/x.ts', "import { ipcRenderer } from 'electron'", 'no-restricted-imports'],
])('%s may not: %s', async (file, code, rule) => {
  expect(await complaints(file, code)).toEqual([rule]);
});

test.each([
  ['main/engine/records/x.ts', "import '../service/client'; import '../cache/schema'; import 'zod'"],
  ['main/engine/tasks/reconcile/x.ts', "import '../fee-files/verify'; import '../../files/tables/csv'"],
  ['main/engine/service/x.ts', "import { net } from 'electron'; import '../../../preload/contract/failure'"],
  ['main/demo/x.ts', "import '../../preload/contract/resources'"],
  ['renderer/places/x.ts', "import '../bridge'; import '../tasks/roi/words'"],
  ['renderer/tasks/reconcile/x.ts', "import '../fee-files/file-words'; import '../task-props'"],
  ['preload/index.ts', "import { ipcRenderer } from 'electron'"],
])('%s may: %s', async (file, code) => {
  expect(await complaints(file, code)).toEqual([]);
});

test('every source file is in a room', () => {
  const rooms = (importRules[0]?.settings?.['boundaries/files'] ?? []) as readonly { pattern: string[] }[];
  const files = execFileSync('git', ['ls-files', 'main', 'preload', 'renderer'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|svelte|css)$/.test(file));
  const homeless = files.filter(
    (file) => !rooms.some(({ pattern }) => pattern.some((glob) => matchesGlob(file, glob))),
  );
  expect(homeless).toEqual([]);
});
