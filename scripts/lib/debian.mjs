// The system's programs and libraries that the app and its tests need on Linux, by Debian package.
import { spawnSync } from 'node:child_process';
import { repoPath } from './project.mjs';
import { run } from './run.mjs';
import { log, step, ExpectedError } from './terminal.mjs';

const DESKTOP = {
  'xvfb-run': 'xvfb',
  Xvfb: 'xvfb',
  xauth: 'xauth',
  'dbus-run-session': 'dbus',
  'gnome-keyring-daemon': 'gnome-keyring',
  '/usr/libexec/at-spi-bus-launcher': 'at-spi2-core',
};
/** Python's access to the accessibility tree, with which the tests read the app as a screen reader does. */
const SCREEN_READER_PACKAGES = ['python3-gi', 'gir1.2-atspi-2.0'];
const canReadAccessibilityTree = () =>
  spawnSync('/usr/bin/python3', ['-c', "import gi; gi.require_version('Atspi', '2.0')"]).status === 0;
const COMPILER = { gcc: 'gcc', 'g++': 'g++' };
const LIBRARIES = {
  'libgtk-3': 'libgtk-3-0',
  libnss3: 'libnss3',
  libnspr4: 'libnspr4',
  libasound: 'libasound2',
  libgbm: 'libgbm1',
  libXss: 'libxss1',
  'libsecret-1': 'libsecret-1-0',
  'libatk-1': 'libatk1.0-0',
  'libatk-bridge': 'libatk-bridge2.0-0',
  libatspi: 'libatspi2.0-0',
  libcups: 'libcups2',
  libdrm: 'libdrm2',
  libxkbcommon: 'libxkbcommon0',
};

const has = (tool) => spawnSync('sh', ['-c', `command -v "${tool}"`]).status === 0;
/** From Ubuntu 24.04, two packages provide the old name, and apt refuses to choose; other old names still work. */
const RENAMED = { libasound2: 'libasound2t64' };
/** Returns the name of a package in this release. */
const nameInRelease = (name) =>
  RENAMED[name] && spawnSync('apt-cache', ['show', RENAMED[name]]).status === 0 ? RENAMED[name] : name;
const packagesOf = (tools) => Object.keys(tools).flatMap((tool) => (has(tool) ? [] : [tools[tool]]));

/** Returns the packages of the shared libraries that the app's binaries need and the system lacks. */
function missingLibraries() {
  const packages = new Set();
  for (const file of ['electron/dist/electron', 'keytar/build/Release/keytar.node']) {
    const output = String(spawnSync('ldd', [repoPath('node_modules', file)]).stdout ?? '');
    for (const [, library] of output.matchAll(/^\s*(\S+) => not found/gm)) {
      const known = Object.keys(LIBRARIES).find((prefix) => library.startsWith(prefix));
      packages.add(known ? nameInRelease(LIBRARIES[known]) : `(the package with ${library})`);
    }
  }
  return [...packages];
}

const missingPackages = {
  compiler: () => packagesOf(COMPILER),
  desktop: () => [...packagesOf(DESKTOP), ...(canReadAccessibilityTree() ? [] : SCREEN_READER_PACKAGES)],
  libraries: missingLibraries,
};

/**
 * Ensures that the system has 'compiler', 'desktop' (a private display and keyring) or 'libraries'. As root
 * in CI it installs what is missing; otherwise it prints the command and ends the run.
 */
export async function ensureSystemPackages(kind, why) {
  if (process.platform !== 'linux') return;
  const missing = [...new Set(missingPackages[kind]())];
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  const root = process.getuid() === 0;
  if (root && process.env.CI && has('apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const { code } = await step(`installing Debian packages: ${missing.join(', ')}`, () =>
      run('sh', ['-c', `apt-get update -qq && ${command} -qq`], { env }),
    );
    if (code === 0 && missingPackages[kind]().length === 0) return;
    log('the packages could not be installed (see above).');
  }
  throw new ExpectedError(
    `${why}\n  On Debian and Ubuntu:  ${root ? '' : 'sudo '}${command}\n  Then run this again.`,
  );
}
