import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build-app.mjs';
import { commitTime } from './git.mjs';
import { repoPath, bin, node } from './project.mjs';
import { installKeychainAddon } from './keychain-addon.mjs';
import { run } from './run.mjs';
import { step, ExpectedError } from './terminal.mjs';
import { runtime } from './install.mjs';
import { fallbackRuntimeProblem } from './fallback-runtime.mjs';
import { LINUX_TARGETS } from '../package/linux-targets.mjs';

/** Returns the environment that dates everything in a package by its commit: builds of one commit are identical. */
function reproducibleEnvironment() {
  const time = commitTime();
  return time ? { SOURCE_DATE_EPOCH: time } : {};
}

/** Targets that add files to the packaged folder. */
const SYSTEM_PACKAGES = new Set(['deb', 'rpm']);

/**
 * Splits the arguments into separate runs of electron-builder. In one run it makes archives and system packages at the
 * same time, so an archive might contain files of a system package. System packages use the finished folder (`unpacked`).
 * @param {readonly string[]} args
 * @param {string} unpacked
 */
export function packagingRuns(args, unpacked) {
  const [platform, ...rest] = args;
  if (platform !== '--linux') return [args];
  const options = rest.filter((arg) => arg.startsWith('-'));
  const named = rest.filter((arg) => !arg.startsWith('-'));
  const targets = named.length > 0 ? named : LINUX_TARGETS;
  const packages = targets.filter((target) => SYSTEM_PACKAGES.has(target));
  const archives = targets.filter((target) => !SYSTEM_PACKAGES.has(target));
  if (packages.length === 0 || archives.length === 0) return [args];
  return [
    [platform, ...archives, ...options],
    [platform, ...packages, ...options, '--prepackaged', unpacked],
  ];
}

/** Returns the folder that the arguments write to, or undefined if they name none. */
const outputIn = (args) => {
  const flag = '-c.directories.output=';
  return args.find((arg) => arg.startsWith(flag))?.slice(flag.length);
};

/**
 * Packages the app with electron-builder; `args` are passed to it (`--dir`, `--win`, `--linux deb` …). A
 * testable build lets a test runner attach; it has a separate folder so that it is never shipped. `version` and
 * `output` replace the version and the folder.
 */
export async function makePackage(args, { testable = false, version, output } = {}) {
  const problem = fallbackRuntimeProblem({ ...runtime(), testable, args, platform: process.platform });
  if (problem) throw new ExpectedError(problem);
  await build();
  const folder = output ?? outputIn(args) ?? outputFolder(testable);
  for (const builderArgs of packagingRuns(args, path.join(folder, 'linux-unpacked'))) {
    const command = [
      bin('electron-builder'),
      '--config',
      'scripts/package/electron-builder.config.mjs',
      '--publish',
      'never',
      ...builderArgs,
      ...(version ? [`-c.extraMetadata.version=${version}`] : []),
      ...(output ? [`-c.directories.output=${output}`] : []),
    ];
    const { code, output: printed } = await step('packaging the app', () =>
      run(node(), command, {
        output: 'capture',
        env: { ...reproducibleEnvironment(), ...(testable ? { TESTABLE: '1' } : {}) },
        minutes: 30,
      }),
    );
    installKeychainAddon(process.platform, process.arch); // a package for another system had installed its addon
    if (code !== 0) {
      process.stderr.write(`${printed.trimEnd()}\n`);
      throw new ExpectedError('the app could not be packaged (see above).');
    }
  }
  // Imported here because it needs npm packages, which setup installs.
  const { packageProblems } = await import('./verify-package.mjs');
  const problems = await packageProblems(folder, { testable });
  if (problems.length > 0) throw new ExpectedError(`the package is wrong: ${problems.join('; ')}.`);
}

/**
 * Returns the arguments that package the app as a folder and in each format that this system can make offline: on
 * Linux, archives, a deb and an rpm.
 */
export function localTargets() {
  if (process.platform !== 'linux') return ['--dir'];
  const has = (program) => spawnSync(program, ['--version']).status === 0;
  const packages = [...(has('dpkg-deb') ? ['deb'] : []), ...(has('rpmbuild') ? ['rpm'] : [])];
  return ['--linux', 'dir', 'tar.gz', 'zip', ...packages];
}

const outputFolder = (testable) => repoPath(testable ? 'dist/testable' : 'dist');

/** Returns the program in an unpacked folder made by `makePackage(['--dir'])`. */
export function packagedProgram({ testable = false } = {}) {
  const output = outputFolder(testable);
  const programs = {
    win32: 'firm-desk.exe',
    darwin: 'Firm Desk.app/Contents/MacOS/Firm Desk',
    linux: 'firm-desk',
  };
  const folders = fs.existsSync(output) ? fs.readdirSync(output) : [];
  const found = folders
    .filter((name) => name.endsWith('-unpacked') || name.startsWith('mac'))
    .map((name) => path.join(output, name, programs[process.platform] ?? programs.linux))
    .find((file) => fs.existsSync(file));
  if (!found) throw new ExpectedError(`no packaged app in ${path.relative(repoPath(), output)}.`);
  return found;
}
