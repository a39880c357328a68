import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { installerKinds } from '../../../scripts/lib/installer-kinds.mjs';

const FOLDER = '.github/workflows';
const files = fs.readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);

const stepSchema = z.object({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
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

/** Paths that a run creates; a variable names the folder of temporary files. */
const GENERATED_PATHS = /^(dist|out|installers|test-results|RUNNER_TEMP)(\/|$)/;

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

it('installs, starts, upgrades and removes every kind of installer that the script knows', () => {
  const tried = workflows.flatMap(({ text }) =>
    [...text.matchAll(/(?:try:|test:installers --) (\w+)/g)].map(([, kind]) => kind),
  );
  expect(tried).toEqual(['deb', 'nsis', 'mac', 'mac', 'rpm', 'msi']);
  expect([...new Set(tried)]).toEqual(expect.arrayContaining(Object.keys(installerKinds)));
});

describe('the release', () => {
  const release = workflows.find(({ file }) => file.endsWith('release.yml'));
  const stepsOf = (job: string) => release?.jobs[job]?.steps ?? [];
  const stepIndex = (job: string, matches: (step: z.output<typeof stepSchema>) => boolean) =>
    stepsOf(job).findIndex(matches);

  it('gives notarytool the key of Apple as a file, and removes it after packaging', () => {
    const all = release?.steps ?? [];
    const withKey = all.filter(({ env = {} }) =>
      Object.values(env).some((value) => /secrets\.APPLE_API_KEY\b/.test(value)),
    );
    expect(withKey.map(({ id, if: condition }) => [id, condition])).toEqual([
      ['notary', "runner.os == 'macOS'"],
    ]);
    const packaging = stepIndex('package', ({ name }) => name === 'Package');
    expect(stepsOf('package')[packaging]?.env?.['APPLE_API_KEY']).toBe('${{ steps.notary.outputs.file }}');
    const removal = stepsOf('package')[packaging + 1];
    expect(removal).toMatchObject({
      if: "always() && runner.os == 'macOS'",
      run: 'rm -f "$RUNNER_TEMP/notary-key.p8"',
    });
  });

  it.skipIf(process.platform === 'win32').each([
    [
      'writes the key for its owner only',
      '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----',
      true,
    ],
    ['writes nothing without a key', '', false],
  ])('%s', (_what, key, isWritten) => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), 'notary é-'));
    const output = path.join(folder, 'output.txt');
    const env = { ...process.env, KEY: key, RUNNER_TEMP: folder, GITHUB_OUTPUT: output };
    const shell = (step: number) =>
      execFileSync('bash', ['-e', '-c', stepsOf('package')[step]?.run ?? ''], { env });
    const writing = stepIndex('package', ({ id }) => id === 'notary');
    const file = path.join(folder, 'notary-key.p8');
    shell(writing);
    expect(fs.existsSync(file)).toBe(isWritten);
    expect(fs.existsSync(output) && fs.readFileSync(output, 'utf8')).toBe(isWritten && `file=${file}\n`);
    if (isWritten) {
      expect(fs.readFileSync(file, 'utf8')).toBe(`${key}\n`);
      expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    }
    shell(stepIndex('package', ({ name }) => name === 'Remove the key of App Store Connect'));
    expect(fs.existsSync(file)).toBe(false);
    fs.rmSync(folder, { recursive: true });
  });

  it('signs the MSI with electron-builder’s account before it is tried and published', () => {
    const signing = stepIndex('try-msi', ({ name }) => name === 'Sign the MSI');
    const trial = stepIndex('try-msi', ({ run }) => run === 'npm run test:installers -- msi dist/older dist');
    const upload = stepIndex('try-msi', ({ with: given }) => given?.['name'] === 'installers-msi');
    expect([signing, trial, upload]).toEqual([signing, signing + 1, signing + 2]);
    const step = stepsOf('try-msi')[signing];
    const packaging = stepsOf('package').find(({ name }) => name === 'Package');
    const azure = ([name]: [string, string]) =>
      name.startsWith('AZURE_') && name !== 'AZURE_SIGNING_PUBLISHER';
    expect(step?.env).toEqual(Object.fromEntries(Object.entries(packaging?.env ?? {}).filter(azure)));
    expect(step?.if).toBe("vars.AZURE_SIGNING_ENDPOINT != ''");
    for (const option of ['Endpoint', 'CertificateProfileName', 'CodeSigningAccountName', 'Files'])
      expect(step?.run).toMatch(new RegExp(`Invoke-TrustedSigning [^]*-${option} `));
    expect(step?.run).toContain("-ne 'Valid') { throw");
  });

  it('makes both MSIs from the folders that Windows packaged, with their versions', () => {
    const older = stepsOf('package').find(({ run = '' }) => run.includes('extraMetadata'))?.run ?? '';
    const [, version = 'none'] = /extraMetadata\.version=(\S+)/.exec(older) ?? [];
    const commands = stepsOf('msi').flatMap(({ run = '' }) => (run.includes('--msi') ? [run] : []));
    expect(commands).toEqual([
      'npm run package -- --msi --folder=installers/dist/win-unpacked',
      `npm run package -- --msi --folder=installers/dist/older/win-unpacked --version=${version} --output=dist/older`,
    ]);
    const upload = stepsOf('package').find(({ uses = '' }) => uses.includes('upload-artifact'));
    expect(String(upload?.with?.['path']).split('\n')).toEqual(
      expect.arrayContaining(['dist/win-unpacked', 'dist/older/win-unpacked']),
    );
  });
});
