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
  ['preload/contract/x.ts', "import '../../main/rpc'", DIRECTION],
  ['main/engine/service/x.ts', "import '../open-database'", DIRECTION],
  ['main/engine/cache/x.ts', "import '../service/client'", DIRECTION],
  ['main/engine/workspace/x.ts', "export * from '../cache/schema'", DIRECTION],
  ['main/engine/workflows/x.ts', "import '../index'", DIRECTION],
  ['main/engine/x.ts', "import { app } from 'electron'", ENGINE],
  ['main/engine/x.ts', "import type { BrowserWindow } from 'electron'", ENGINE],
  ['main/window/x.ts', "import '../index'", DIRECTION],
  ['main/window/x.ts', "import { ipcRenderer } from 'electron'", 'no-restricted-syntax'],
  ['main/demo/x.ts', "import '../engine/service/client'", DIRECTION],
  ['main/demo/x.ts', "import { net } from 'electron'", 'no-restricted-imports'],
  ['renderer/kit/x.ts', "import '../bridge'", DIRECTION],
  ['renderer/grid/x.ts', "import('../views/index')", DIRECTION],
  ['renderer/state/x.ts', "import '../../main/rpc'", DIRECTION],
  ['renderer/state/x.ts', "import { ipcRenderer } from 'electron'", 'no-restricted-imports'],
])('%s may not: %s', async (file, code, rule) => {
  expect(await complaints(file, code)).toEqual([rule]);
});

test.each([
  ['main/engine/workflows/x.ts', "import '../service/client'; import '../cache/schema'; import 'zod'"],
  ['main/engine/service/x.ts', "import { net } from 'electron'; import '../../../preload/contract/failure'"],
  ['main/demo/x.ts', "import '../../preload/contract/resources'"],
  ['renderer/views/x.ts', "import '../bridge'; import '../../preload/contract/failure'"],
  ['preload/index.ts', "import { ipcRenderer } from 'electron'"],
])('%s may: %s', async (file, code) => {
  expect(await complaints(file, code)).toEqual([]);
});
