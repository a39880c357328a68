// The checks that only read the sources: each counts as one test, and is not run again while nothing it reads changed.
import { fingerprint } from './fingerprint.mjs';
import { at, bin, node, read, writeWhole } from './project.mjs';
import { run } from './run.mjs';

const tool = (name, command, ...args) => [bin(name, command), ...args];

const checks = {
  types: { words: 'types (tsc)', args: () => tool('typescript', 'tsc', '--noEmit', '--pretty', 'false') },
  svelte: {
    words: 'components (svelte-check)',
    args: () => tool('svelte-check', 'svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'),
  },
  lint: {
    words: 'lint and import direction (eslint)',
    args: () => tool('eslint', 'eslint', '.', '--max-warnings', '0'),
  },
  format: {
    words: 'format (prettier)',
    args: () => tool('prettier', 'prettier', '--check', '--log-level', 'warn', '.'),
  },
};
export const checkNames = Object.keys(checks);

const READ = ['main', 'preload', 'renderer', 'resources', 'scripts', 'test', 'docs', '.ci', 'README.md'];
const CONFIGS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'svelte.config.js',
  'eslint.config.js',
  'eslint.imports.js',
  'electron-builder.config.mjs',
  'electron.vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  '.prettierrc.json',
  '.prettierignore',
  '.gitignore',
];
const passedFile = at('node_modules/.cache/firm-desk/passed.json');

const passedBefore = () => {
  try {
    return JSON.parse(read(passedFile) ?? '{}');
  } catch {
    return {};
  }
};

/**
 * Runs checks beside whatever else runs, two at a time; `report(result)` is called as each ends with
 * `{ words, ok, note, output }`.
 */
export async function runChecks(names, report) {
  const sources = fingerprint([...READ, ...CONFIGS]);
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const { words, args } = checks[name];
      if (passedBefore()[name] === sources) {
        report({ words, ok: true, note: 'nothing changed since it last passed', output: '' });
        continue;
      }
      const start = Date.now();
      const { code, output } = await run(node(), args(), { output: 'keep', minutes: 30, aside: true });
      if (code === 0) writeWhole(passedFile, JSON.stringify({ ...passedBefore(), [name]: sources }));
      report({ words, ok: code === 0, note: `${Math.round((Date.now() - start) / 1000)} s`, output });
    }
  };
  await Promise.all([worker(), worker()]);
}
