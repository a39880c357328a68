// `npm run test:installers -- deb dist/older dist`: installs the older version, starts it, upgrades, tries to
// downgrade, and removes it, on this machine. Meant for a CI machine: it needs the right to install software.
// Without the folders, it makes both versions first; with the fallback Electron they are packages for tests.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installerKinds, logFiles, userDataFolder } from './lib/installer-kinds.mjs';
import { isRoot } from './lib/display.mjs';
import { runtime, setUp } from './lib/install.mjs';
import { makePackage } from './lib/packaged.mjs';
import { repoPath } from './lib/project.mjs';
import { main, log, ExpectedError } from './lib/terminal.mjs';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 250;
const EXIT_TIMEOUT_MS = 20_000;

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs a command and returns its exit code; what it prints goes to stderr. */
function execute([command, ...args]) {
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    windowsVerbatimArguments: false,
  });
  if (error) throw new ExpectedError(`${command} could not be started: ${error.message}`);
  return status ?? 1;
}

const sha256Of = (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

const executeAll = (commands) => commands.map(execute).find((code) => code !== 0) ?? 0;

/** Packages an older version and the current one, and returns their folders. */
async function packageBoth(targets) {
  await setUp();
  const { fallback: testable } = runtime();
  const versions = { older: '0.0.1', newer: undefined };
  for (const [name, version] of Object.entries(versions)) {
    fs.rmSync(repoPath('dist/trial', name), { recursive: true, force: true });
    await makePackage(targets, { testable, version, output: `dist/trial/${name}` });
  }
  return Object.keys(versions).map((name) => repoPath('dist/trial', name));
}

let failures = 0;
function expect(title, isMet) {
  if (!isMet) failures += 1;
  console.log(`${isMet ? 'passed' : 'FAILED'}  ${title}`);
}

const archiveOf = (program) =>
  process.platform === 'darwin'
    ? path.join(path.dirname(program), '../Resources/app.asar')
    : path.join(path.dirname(program), 'resources/app.asar');
const versionOf = async (program) => {
  const { extractFile, uncache } = await import('@electron/asar'); // a package, which setup installs
  const archive = archiveOf(program);
  uncache(archive); // an upgrade replaces the archive at this path
  return fs.existsSync(archive)
    ? JSON.parse(extractFile(archive, 'package.json').toString()).version
    : undefined;
};

/** Starts the app and stops it; returns true if it logged its start. */
async function startsWithLog(program, data) {
  const logs = logFiles(data, os.userInfo().username);
  const linesBefore = startLines(logs);
  const flags = isRoot() ? ['--no-sandbox'] : [];
  const app = spawn(program, flags, { stdio: ['ignore', 2, 2] });
  let exited = false;
  app.once('exit', () => (exited = true)).once('error', () => (exited = true));
  const until = Date.now() + START_TIMEOUT_MS;
  while (startLines(logs) === linesBefore && !exited && Date.now() < until) await delay(POLL_MS);
  const started = startLines(logs) > linesBefore && !exited;
  app.kill();
  const end = Date.now() + EXIT_TIMEOUT_MS;
  while (!exited && Date.now() < end) await delay(POLL_MS);
  if (!exited) app.kill('SIGKILL');
  return started;
}
const startLines = (logs) =>
  logs
    .filter((log) => fs.existsSync(log))
    .reduce((lines, log) => lines + fs.readFileSync(log, 'utf8').split('app.start').length - 1, 0);

await main(async () => {
  const [kind = '', ...folders] = process.argv.slice(2);
  const installer = installerKinds[kind];
  const isPackaging = folders.length === 0 && installer?.targets !== undefined;
  if (!installer || (folders.length !== 2 && !isPackaging))
    throw new ExpectedError(
      `name the kind (${Object.keys(installerKinds).join(', ')}) and two folders: older, newer.`,
    );
  if (!process.env.CI)
    throw new ExpectedError('this installs and removes Firm Desk: set CI=true on a machine for that.');
  const [olderFolder, newerFolder] = isPackaging ? await packageBoth(installer.targets) : folders;
  const installerIn = (folder) => {
    const found = fs.readdirSync(folder).filter((name) => installer.isInstaller(name, process.arch));
    if (found.length !== 1)
      throw new ExpectedError(`${folder} has ${found.length} installers of the kind ${kind}, not one.`);
    return path.resolve(folder, found[0]);
  };
  const [older, newer] = [installerIn(olderFolder), installerIn(newerFolder)];
  const { program, command } = installer;
  const data = userDataFolder(process.platform, os.homedir(), process.env);
  const userFile = path.join(data, 'kept-by-removal.txt');

  expect('installs the older version', executeAll(installer.install(older)) === 0 && fs.existsSync(program));
  const expectCommand = (isThere) => {
    if (command)
      expect(`${command} ${isThere ? 'starts it' : 'is gone'}`, fs.existsSync(command) === isThere);
  };
  expectCommand(true);
  const olderVersion = await versionOf(program);
  expect(`starts version ${olderVersion}`, await startsWithLog(program, data));
  fs.mkdirSync(data, { recursive: true });
  fs.writeFileSync(userFile, 'data of the user');
  if (installer.update) {
    const [newerHash, otherHash] = [sha256Of(newer), sha256Of(older)];
    expect(
      'refuses to update from a file with another hash',
      executeAll(installer.update(newer, otherHash)) !== 0,
    );
    expect(`is still version ${olderVersion}`, (await versionOf(program)) === olderVersion);
    expect('updates to the newer version', executeAll(installer.update(newer, newerHash)) === 0);
  } else expect('installs the newer version over it', executeAll(installer.install(newer)) === 0);
  const newerVersion = await versionOf(program);
  expect(`is version ${newerVersion} now`, newerVersion !== undefined && newerVersion !== olderVersion);
  expect('starts the newer version', await startsWithLog(program, data));
  expectCommand(true);
  if (installer.refusesDowngrade) {
    expect('refuses to install the older version', executeAll(installer.install(older)) !== 0);
    expect('is still the newer version', (await versionOf(program)) === newerVersion);
  }
  expect('removes the app', executeAll(installer.remove(newer)) === 0 && !fs.existsSync(program));
  expectCommand(false);
  expect("keeps the user's data", fs.existsSync(userFile));
  fs.rmSync(userFile, { force: true });
  if (failures > 0) throw new ExpectedError(`${failures} steps failed.`);
  log(`${kind}: installed, started, upgraded and removed.`);
});
