import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { bin, root } from '../../../scripts/lib/project.mjs';

/** Returns the oxlint findings for one file with one of this project's configurations. */
function lintFindings(config: string, name: string, code: string): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lint-'));
  fs.copyFileSync(path.join(root, 'tsconfig.json'), path.join(folder, 'base.json'));
  const tsconfig = { extends: './base.json', compilerOptions: { types: [] }, files: [name], include: [] };
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  fs.writeFileSync(path.join(folder, name), code);
  const args = [
    bin('oxlint'),
    '-c',
    path.join(root, config),
    ...['--type-aware', '--type-check'],
    '-f',
    'json',
    path.join(folder, name),
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  fs.rmSync(folder, { recursive: true });
  return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(
    ({ code: rule }) => rule,
  );
}

const FLOATING = 'export function begin(work: () => Promise<void>): void {\n  work();\n}\n';

test.each([
  ['.oxlintrc.json', 'typescript(no-floating-promises)', 'x.ts', FLOATING],
  ['scripts/lint/oxlint.components.json', 'typescript(no-floating-promises)', 'x.ts', FLOATING],
  ['.oxlintrc.json', 'typescript(TS2322)', 'x.ts', "export const one: number = 'x';\n"],
  ['.oxlintrc.json', 'eslint(eqeqeq)', 'x.ts', 'export const same = (a: string): boolean => a == "b";\n'],
  ['.oxlintrc.json', 'eslint(no-undef)', 'x.mjs', 'export const is = unheard;\n'],
])('%s reports %s', (config, rule, name, code) => {
  expect(lintFindings(config, name, code)).toEqual([rule]);
});

test('reports a declared prop that a component does not use', async () => {
  const eslint = new ESLint({ cwd: root, overrideConfigFile: 'scripts/lint/eslint.config.js' });
  const code = `<script lang="ts">
  interface Props {
    used: string;
    'aria-label': string;
    forgotten: string;
  }
  let { used, 'aria-label': label }: Props = $props();
</script>

{used}{label}
`;
  const [result] = await eslint.lintText(code, { filePath: 'renderer/ui/X.svelte' });
  expect(result?.messages.map(({ ruleId, message }) => [ruleId, message])).toEqual([
    ['desk/no-unused-props', '"forgotten" is a prop that the component does not use.'],
  ]);
});
