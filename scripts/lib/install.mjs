// Makes a clone runnable: npm packages, the Electron runtime, system packages. Does nothing if all are
// installed.
import fs from 'node:fs';
import { createHash } from 'node:crypto';
import { ensureSystemPackages } from './debian.mjs';
import { withLock } from './lock.mjs';
import { installKeychainAddon } from './keychain-addon.mjs';
import { repoPath, node, readIfExists, writeFileAtomic } from './project.mjs';
import { npm, run } from './run.mjs';
import { log, step, ExpectedError } from './terminal.mjs';

const stateFile = repoPath('node_modules/.setup.json');

/** Returns the state of the last setup: `lock` (hash of the lock file), `electron` (version that runs). */
const readState = () => {
  try {
    return JSON.parse(readIfExists(stateFile) ?? '{}');
  } catch {
    return {};
  }
};
const lockHash = () =>
  createHash('sha256')
    .update(fs.readFileSync(repoPath('package-lock.json')))
    .digest('hex');

/**
 * Returns the Electron version that ships, and the installed one. They differ when the fallback is in use.
 */
export function runtime() {
  const wanted = JSON.parse(readIfExists(repoPath('node_modules/electron/package.json')) ?? '{}').version;
  const present = readIfExists(repoPath('node_modules/electron/dist/version'))?.replace(/^v/, '').trim();
  return { wanted, present, fallback: present !== wanted };
}

async function installPackages() {
  const lock = lockHash();
  const state = readState();
  if (state.lock === lock) return;
  fs.rmSync(stateFile, { force: true }); // from here on the tree is invalid until setup is done
  // An intact tree is updated; any other is recreated. On Windows `npm ci` cannot delete the node.exe that
  // may be running this script.
  const isRunningBundledNode = process.execPath.startsWith(repoPath('node_modules'));
  const args =
    state.lock || (isRunningBundledNode && process.platform === 'win32') ? ['install', '--no-save'] : ['ci'];
  const { code } = await step('installing npm packages (about half a minute)', () =>
    npm([...args, '--loglevel=error', '--no-audit', '--no-fund']),
  );
  if (code !== 0)
    throw new ExpectedError('npm could not install the packages: see its output above, then run this again.');
  // The only install step needed. (.npmrc disables install scripts: npm would also run node-gyp, which needs
  // Python, for every package with a binding.gyp, although better-sqlite3 is prebuilt.)
  installKeychainAddon(process.platform, process.arch);
  writeFileAtomic(stateFile, JSON.stringify({ lock }));
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (node() !== process.execPath || major > 22 || (major === 22 && minor >= 12)) return;
  throw new ExpectedError(
    `Node 22.12 or newer is needed on ${process.platform} ${process.arch}; this is ${process.version}.`,
  );
}

async function installElectron() {
  const { wanted, present, fallback } = runtime();
  const folder = repoPath('node_modules/electron');
  // Electron's own script writes path.txt last: without it, an interrupted run left dist incomplete.
  if (!fallback && fs.existsSync(`${folder}/path.txt`)) return;
  const useFallback = async () => {
    const { installFallback } = await import('../fallback/install.mjs');
    await installFallback();
  };
  if (fallback && present && !process.env.ELECTRON_RETRY) {
    await useFallback();
    return;
  }
  fs.rmSync(`${folder}/dist`, { recursive: true, force: true });
  fs.rmSync(`${folder}/path.txt`, { force: true });
  const { code, output } = await step(`downloading Electron ${wanted}`, () =>
    run(node(), [`${folder}/install.js`], { output: 'capture', minutes: 15 }),
  );
  if (code === 0) return;
  log(`Electron ${wanted} could not be downloaded: ${output.trim().split('\n')[0]}`);
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new ExpectedError(
      'Set HTTPS_PROXY or ELECTRON_MIRROR if you are behind a proxy, then run this again.',
    );
  await useFallback();
}

/** Returns true if everything that setup creates exists, except system packages. */
function isComplete(needs) {
  const state = readState();
  if (state.lock !== lockHash()) return false;
  if (needs === 'packages') return true;
  return (
    !process.env.ELECTRON_RETRY &&
    state.electron !== undefined &&
    state.electron === runtime().present &&
    readIfExists(repoPath('node_modules/electron/path.txt')) !== undefined
  );
}

/**
 * Sets up this clone. Safe to run twice at once and to interrupt: the next run continues. `needs` is the
 * extent: 'packages' for tools only, 'app' to run Electron, 'tests' for a private display and keyring too.
 */
export async function setUp(needs = 'app') {
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new ExpectedError(`Node 20 or newer is needed; this is ${process.version}.`);
  if (!isComplete(needs))
    await withLock('set-up', async () => {
      await installPackages();
      checkNode();
      if (needs === 'packages') return;
      await installElectron();
      writeFileAtomic(stateFile, JSON.stringify({ lock: lockHash(), electron: runtime().present }));
    });
  if (needs === 'packages') return;
  await ensureSystemPackages('libraries', 'Electron needs system libraries that are not installed.');
  if (needs === 'tests')
    await ensureSystemPackages(
      'desktop',
      'A private display and keyring are needed, and their programs are not installed.',
    );
}
