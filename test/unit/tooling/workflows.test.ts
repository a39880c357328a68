import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { installerKinds } from '../../../scripts/lib/installer-kinds.mjs';

const FOLDER = '.github/workflows';
const files = fs.readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);

const stepSchema = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const workflowSchema = z.object({
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.record(
    z.string(),
    z.object({
      'runs-on': z.string(),
      'timeout-minutes': z.number().max(90),
      strategy: z.object({ matrix: z.record(z.string(), z.unknown()) }).optional(),
      steps: z.array(stepSchema),
    }),
  ),
});
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(fs.readFileSync('package.json', 'utf8')));

const workflows = files.map((file) => {
  const text = fs.readFileSync(file, 'utf8');
  const { jobs } = workflowSchema.parse(parse(text));
  return { file, text, jobs, steps: Object.values(jobs).flatMap((job) => job.steps) };
});

/** Paths that a run creates. */
const GENERATED_PATHS = /^(dist|out|installers|test-results)(\/|$)/;

describe.each(workflows)('$file', ({ text, steps }) => {
  it('names only scripts of package.json', () => {
    const named = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm (?:run ([\w:-]+)|(test))/g)].map(([, script, test]) => script ?? test ?? ''),
    );
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    // No program but npm runs code of the repository.
    expect(steps.filter(({ run = '' }) => /\b(node|npx|bash) /.test(run))).toEqual([]);
  });

  it('names only paths that exist or that a run creates', () => {
    const paths = [...text.matchAll(/(?<![\w@/.-])(?:[\w.-]+\/)+[\w.*-]+(?![\w/@])/g)]
      .map(([name]) => name)
      .filter((name) => !GENERATED_PATHS.test(name) && !/^actions\/|^\.\/|^https?:/.test(name));
    expect(paths.filter((name) => !fs.existsSync(name))).toEqual([]);
    const nodeFiles = steps
      .map((step) => step.with?.['node-version-file'])
      .filter((name) => name !== undefined);
    expect(nodeFiles.filter((name) => typeof name !== 'string' || !fs.existsSync(name))).toEqual([]);
  });

  it('pins every action by commit and names its version', () => {
    const used = [...text.matchAll(/uses: *(.*)$/gm)].map(([, action]) => action);
    expect(used.length).toBe(steps.filter((step) => step.uses !== undefined).length);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('keeps the token of the checkout out of the clone, and expressions out of shell commands', () => {
    for (const step of steps) {
      if (step.uses?.startsWith('actions/checkout@') === true)
        expect(step.with).toMatchObject({ 'persist-credentials': false });
      // Only values of the matrix, which are in this file.
      for (const [, expression = ''] of (step.run ?? '').matchAll(/\$\{\{ *(.*?) *\}\}/g))
        expect(expression).toMatch(/^matrix\./);
    }
  });
});

it('pins each action to one commit', () => {
  const commits = new Map<string, Set<string>>();
  for (const { steps } of workflows)
    for (const { uses = '' } of steps) {
      const [action = '', commit = ''] = uses.split('@');
      if (action !== '') commits.set(action, (commits.get(action) ?? new Set()).add(commit));
    }
  expect([...commits].filter(([, all]) => all.size > 1)).toEqual([]);
});

it('tests and packages on Windows, both Macs and Ubuntu', () => {
  const matrices = workflows.flatMap(({ text }) => [...text.matchAll(/os: (\S.*)$/gm)].map(([, os]) => os));
  expect(matrices).toEqual([
    '[ubuntu-22.04, windows-2025, macos-15, macos-15-intel]',
    'ubuntu-22.04',
    'windows-2025',
    'macos-15',
    'macos-15-intel',
  ]);
});

it('tries installers of kinds that the script knows', () => {
  const tried = workflows.flatMap(({ text }) => [...text.matchAll(/try: (\w+)/g)].map(([, kind]) => kind));
  expect(tried.length).toBe(4);
  expect(tried.filter((kind) => !(String(kind) in installerKinds))).toEqual([]);
});
