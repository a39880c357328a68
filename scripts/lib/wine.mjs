// Windows binaries on Linux: Debian 13's Wine in a separate folder (2.9 GB, made once, as root), which older Debian
// systems run with chroot. Results are labeled as Wine, never as Windows.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './project.mjs';
import { run } from './run.mjs';
import { step, ExpectedError } from './terminal.mjs';

const SUITE = 'trixie';
const MIRROR = 'http://deb.debian.org/debian';
const PACKAGES = 'wine wine64 wine32:i386 xvfb';
const PATHS = 'PATH=/usr/sbin:/usr/bin:/sbin:/bin';

/** The root folder of programs in Wine; the host puts files for them into its folder `shared`. */
export const wineRoot = () => path.join(cacheFolder(), `wine-${SUITE}`);
export const wineShared = (...parts) => path.join(wineRoot(), 'shared', ...parts);

/** Installs Wine unless it is already installed. */
export async function prepareWine() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    throw new ExpectedError(
      'Windows binaries run here as root on Linux only: Wine gets a folder with its own Debian.',
    );
  if (spawnSync('sh', ['-c', 'command -v debootstrap']).status !== 0)
    throw new ExpectedError('debootstrap is needed.\n  On Debian and Ubuntu:  apt-get install debootstrap');
  const root = wineRoot();
  const [unpacked, ready] = [path.join(root, '.unpacked'), path.join(root, '.ready')];
  fs.mkdirSync(wineShared(), { recursive: true });
  if (fs.existsSync(ready)) return;
  await step('installing Debian 13 and its Wine in a folder (once, a few minutes)', async () => {
    const runOrFail = async (command, args) => {
      const { code, output } = await run(command, args, { output: 'capture', minutes: 30 });
      if (code !== 0)
        throw new ExpectedError(`Wine could not be installed: ${output.trim().split('\n').at(-1)}`);
    };
    if (!fs.existsSync(unpacked)) {
      fs.rmSync(root, { recursive: true, force: true }); // debootstrap cannot continue where it was interrupted
      fs.mkdirSync(wineShared(), { recursive: true });
      await runOrFail('debootstrap', ['--variant=minbase', SUITE, root, MIRROR]);
      fs.writeFileSync(unpacked, '');
    }
    const install = `dpkg --add-architecture i386 && apt-get update -qq && apt-get install -y -qq --no-install-recommends ${PACKAGES}`;
    await runOrFail('chroot', [
      root,
      'env',
      '-i',
      PATHS,
      'DEBIAN_FRONTEND=noninteractive',
      'sh',
      '-c',
      install,
    ]);
    // debootstrap writes no hosts file.
    fs.writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
    fs.writeFileSync(ready, '');
  });
}

const ENVIRONMENT = [
  PATHS,
  'HOME=/root',
  'LANG=C.UTF-8',
  'WINEPREFIX=/root/prefix',
  'WINEDEBUG=-all',
  'WINEDLLOVERRIDES=mscoree,mshtml=',
  'NODE_SKIP_PLATFORM_CHECK=1',
  'ELECTRON_OVERRIDE_DIST_PATH=Z:\\none', // modules that only name Electron's program try to download it otherwise
  // npm on Linux makes no programs of node_modules/.bin for Windows, where oxlint looks.
  'OXLINT_TSGOLINT_PATH=Z:\\shared\\app\\node_modules\\@oxlint-tsgolint\\win32-x64\\tsgolint.exe',
  'XDG_RUNTIME_DIR=/tmp',
];
/** The mounts and processes are in namespaces of the command, and end with it. */
const ENTER_ROOT =
  'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && cd / && exec chroot "$0" env -i "$@"';

/** Runs a shell command in Wine's folder; `/shared` there is `wineShared()`. */
export const inWine = (command, { minutes = 30, output = 'stderr', env = [] } = {}) =>
  run(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      ENTER_ROOT,
      wineRoot(),
      ...ENVIRONMENT,
      ...env,
      'sh',
      '-c',
      command,
    ],
    {
      minutes,
      output,
    },
  );
