// The checks that only read the sources: each counts as one test, and is not run again while nothing it reads changed.
import fs from 'node:fs';
import { fingerprint } from './fingerprint.mjs';
import { at, bin, cloneName, node, read, writeWhole } from './project.mjs';
import { run } from './run.mjs';

const CODE = ['main', 'preload', 'renderer', 'scripts', 'test'];
// The configurations too, and the versions of the packages.
const HERE = fs
  .readdirSync(at('.'))
  .filter((name) => /^[^.].*\.(ts|js|mjs|json)$|^\.(ox|pretti|git)/.test(name));
const SCRIPTS_AND_COMPONENTS = /(\.(ts|svelte|js|mjs|cjs|json)|rc)$/;

const folder = at('node_modules/.cache/firm-desk');
/** Tools that look at one file at a time keep what they saw of each, by content. */
const eachByContent = (name, ...configs) => [
  '--cache',
  ...['--cache-strategy', 'content'],
  ...['--cache-location', `${folder}/${name}-${fingerprint(configs).slice(0, 12)}`],
];

/** What svelte-check makes of the components: their script and markup as TypeScript. Each is named: git ignores the folder. */
const MADE = '.svelte-check';
const made = () =>
  fs
    .readdirSync(at(MADE, 'svelte'), { recursive: true })
    .filter((name) => /\+\+[^/\\]*\.svelte\.ts$/.test(name))
    .map((name) => `${MADE}/svelte/${name}`);

const OXLINT = ['oxlint', 'oxlint', '--type-aware', '--report-unused-disable-directives', '--deny-warnings'];

/** Each: its words, what it `reads` (of that, paths that fit `only`), and commands that must succeed one after the other. */
const checks = {
  // svelte-check reads what tsc reads, and the components: one of them is enough.
  types: {
    words: 'types and components (svelte-check, oxlint)',
    reads: [...CODE, ...HERE],
    only: SCRIPTS_AND_COMPONENTS,
    commands: () => [
      [
        'svelte-check',
        'svelte-check',
        '--tsconfig',
        './tsconfig.json',
        '--fail-on-warnings',
        '--incremental',
      ],
      () => [...OXLINT, '-c', 'oxlint.components.json', '--tsconfig', `${MADE}/tsconfig.json`, ...made()],
    ],
  },
  lint: {
    words: 'lint and import direction (oxlint, eslint)',
    reads: [...CODE, ...HERE],
    only: SCRIPTS_AND_COMPONENTS,
    commands: () => [
      OXLINT,
      ['eslint', 'eslint', '.', '--max-warnings', '0', ...eachByContent('eslint', ...HERE)],
    ],
  },
  dead: {
    words: 'no dead code (knip)',
    reads: [...CODE, ...HERE],
    only: SCRIPTS_AND_COMPONENTS,
    commands: () => [['knip', 'knip', '--no-progress']],
  },
  format: {
    words: 'format (prettier)',
    reads: [...CODE, ...HERE, 'resources', 'docs', '.ci', 'README.md'],
    commands: () => [
      [
        'prettier',
        'prettier',
        '--check',
        '--log-level',
        'warn',
        ...eachByContent('prettier', '.prettierrc.json'),
        '.',
      ],
    ],
  },
};
export const checkNames = Object.keys(checks);

const passedFile = `${folder}/passed-${cloneName()}.json`;
const passedBefore = () => {
  try {
    return JSON.parse(read(passedFile) ?? '{}');
  } catch {
    return {};
  }
};

/** Runs a check's commands until one fails. */
async function runCommands(commands) {
  let said = '';
  for (const one of commands) {
    const [name, command, ...args] = typeof one === 'function' ? one() : one;
    const { code, output } = await run(node(), [bin(name, command), ...args], {
      output: 'keep',
      minutes: 30,
      aside: true,
    });
    said += output;
    if (code !== 0) return { ok: false, output: said };
  }
  return { ok: true, output: said };
}

/**
 * Runs checks beside whatever else runs, two at a time; `report(result)` is called as each ends with
 * `{ words, ok, note, output }`.
 */
export async function runChecks(names, report) {
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const { words, reads, only, commands } = checks[name];
      const sources = fingerprint([...reads, 'package-lock.json'], { only });
      if (passedBefore()[name] === sources) {
        report({ words, ok: true, note: 'nothing changed since it last passed', output: '' });
        continue;
      }
      const start = Date.now();
      const { ok, output } = await runCommands(commands());
      if (ok) writeWhole(passedFile, JSON.stringify({ ...passedBefore(), [name]: sources }));
      report({ words, ok, note: `${Math.round((Date.now() - start) / 1000)} s`, output });
    }
  };
  await Promise.all([worker(), worker()]);
}
