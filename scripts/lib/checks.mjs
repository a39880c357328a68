// The checks that only read the sources: each counts as one test, which passes without running while its inputs are
// unchanged since it last passed.
import fs from 'node:fs';
import { checkCommitSubjects, head } from './commit-subjects.mjs';
import { fingerprint } from './fingerprint.mjs';
import { repoPath, bin, cloneName, node, readIfExists, writeFileAtomic } from './project.mjs';
import { run } from './run.mjs';
import { ExpectedError } from './terminal.mjs';

const CODE = ['main', 'preload', 'renderer', 'scripts', 'test'];
/**
 * Returns whether a name in the root is that of a configuration or of the package versions. Git's own folder is not:
 * every command of git changes it.
 */
export const isConfigFile = (name) =>
  /^[^.].*\.(ts|js|mjs|json)$|^\.(ox|pretti)|^\.git(attributes|ignore)$/.test(name);
const ROOT_FILES = fs.readdirSync(repoPath('.')).filter(isConfigFile);
const SCRIPTS_AND_COMPONENTS = /(\.(ts|svelte|js|mjs|cjs|json)|rc)$/;

const folder = repoPath('node_modules/.cache/firm-desk');
/** Returns the arguments for a tool that checks one file at a time: it caches its results by content. */
const cacheByContent = (name, ...configs) => [
  '--cache',
  ...['--cache-strategy', 'content'],
  ...['--cache-location', `${folder}/${name}-${fingerprint(configs).slice(0, 12)}`],
];

/**
 * svelte-check's output for the components: script and markup as TypeScript. Each file is passed by
 * name, because tools skip a folder that git ignores.
 */
const MARKUP_FOLDER = '.svelte-check';
const filesIn = (folder, pattern) =>
  fs.readdirSync(repoPath(folder), { recursive: true }).filter((name) => pattern.test(name));
function checkedFiles() {
  const files = filesIn(`${MARKUP_FOLDER}/svelte`, /\+\+[^/\\]*\.svelte\.ts$/);
  const components = CODE.flatMap((folder) => filesIn(folder, /\.svelte$/));
  if (files.length !== components.length)
    throw new ExpectedError(`svelte-check made ${files.length} files of ${components.length} components.`);
  const componentConfig = repoPath(MARKUP_FOLDER, 'svelte/.oxlintrc.json');
  fs.writeFileSync(
    componentConfig,
    JSON.stringify({ extends: ['../../scripts/lint/oxlint.components.json'] }),
  );
  return files.map((name) => `${MARKUP_FOLDER}/svelte/${name}`);
}
const svelteCheck = (tsconfig) => [
  'svelte-check',
  'svelte-check',
  ...['--tsconfig', tsconfig],
  ...['--fail-on-warnings', '--incremental'],
];

/**
 * Checks by name. A check has a `title` and the paths it `reads` (filtered by `only`; `state` covers what is not in
 * files). It succeeds if all `commands` do; `inspect` replaces them in a check that runs in this process. After a
 * failure, the commands of `explain` print more; the folder `temporary` is always removed.
 */
const checks = {
  types: {
    title: 'types, components and lint (svelte-check, oxlint)',
    reads: [...CODE, ...ROOT_FILES],
    only: SCRIPTS_AND_COMPONENTS,
    commands: () => [
      svelteCheck('scripts/lint/tsconfig.markup.json'),
      () => [
        'oxlint',
        'oxlint',
        ...['--type-aware', '--type-check', '--report-unused-disable-directives', '--deny-warnings'],
        ...['.', ...checkedFiles()],
      ],
    ],
    // The same errors with their positions in the components instead of the generated files.
    explain: (output) =>
      output.includes(`${MARKUP_FOLDER}/svelte/`) ? [svelteCheck('./tsconfig.json')] : [],
    // Editors and tsc would find it, even after the components have changed.
    temporary: MARKUP_FOLDER,
  },
  imports: {
    title: 'import direction and components (oxlint, eslint)',
    reads: [...CODE, ...ROOT_FILES],
    only: SCRIPTS_AND_COMPONENTS,
    commands: () => [
      [
        'oxlint',
        'oxlint',
        '-c',
        'scripts/lint/oxlint.imports.mjs',
        '--deny-warnings',
        'main',
        'preload',
        'renderer',
      ],
      [
        'eslint',
        'eslint',
        '-c',
        'scripts/lint/eslint.config.js',
        '.',
        '--max-warnings',
        '0',
        ...cacheByContent('eslint', 'scripts/lint', ...ROOT_FILES),
      ],
    ],
  },
  dead: {
    title: 'no dead code (knip)',
    reads: [...CODE, ...ROOT_FILES],
    only: SCRIPTS_AND_COMPONENTS,
    commands: () => [['knip', 'knip', '--no-progress']],
  },
  format: {
    title: 'format (prettier)',
    reads: [...CODE, ...ROOT_FILES, 'resources', 'docs', '.ci', '.github', 'README.md', 'CHANGELOG.md'],
    commands: () => [
      [
        'prettier',
        'prettier',
        '--check',
        '--log-level',
        'warn',
        ...cacheByContent('prettier', '.prettierrc.json'),
        '.',
      ],
    ],
  },
  commits: {
    title: 'commit subjects (git)',
    reads: ['scripts/lib/commit-subjects.mjs', 'scripts/lib/house-style.mjs'],
    state: head,
    inspect: () => checkCommitSubjects(),
  },
};
export const checkNames = Object.keys(checks);

const passedFile = `${folder}/passed-${cloneName()}.json`;
const readPassed = () => {
  try {
    return JSON.parse(readIfExists(passedFile) ?? '{}');
  } catch {
    return {};
  }
};

const runCommand = ([name, command, ...args]) =>
  run(node(), [bin(name, command), ...args], { output: 'capture', minutes: 30, inBackground: true });

/** Runs a check's commands until one fails. */
async function runCommands({ commands, inspect, explain, temporary }) {
  if (inspect) return inspect();
  let printed = '';
  try {
    for (const command of commands()) {
      const { code, output } = await runCommand(typeof command === 'function' ? command() : command);
      printed += output;
      if (code === 0) continue;
      for (const other of explain?.(output) ?? []) printed += (await runCommand(other)).output;
      return { ok: false, output: printed };
    }
    return { ok: true, output: printed };
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    return { ok: false, output: `${printed}${error.message}` };
  } finally {
    if (temporary) fs.rmSync(repoPath(temporary), { recursive: true, force: true });
  }
}

/**
 * Runs checks in the background, two at a time; `report(result)` is called as each ends with
 * `{ title, ok, skipped, note, output }`.
 */
export async function runChecks(names, report) {
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const { title, reads, only, state } = checks[name];
      const sources = fingerprint([...reads, 'package-lock.json'], { only }) + (state?.() ?? '');
      if (readPassed()[name] === sources) {
        report({ title, ok: true, note: 'nothing changed since it last passed', output: '' });
        continue;
      }
      const startedAt = Date.now();
      const { ok, skipped, output } = await runCommands(checks[name]);
      if (ok && !skipped) writeFileAtomic(passedFile, JSON.stringify({ ...readPassed(), [name]: sources }));
      report({
        title,
        ok,
        skipped,
        note: skipped ?? `${Math.round((Date.now() - startedAt) / 1000)} s`,
        output,
      });
    }
  };
  await Promise.all([worker(), worker()]);
}
