import fs from 'node:fs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { repoPath, bin, cloneName, node, readIfExists, writeFileAtomic } from './project.mjs';
import { run } from './run.mjs';
import { step, ExpectedError } from './terminal.mjs';
import { writeThirdParty } from './third-party.mjs';

/** What the bundlers read: a change of it makes the build out of date. */
export const BUILD_SOURCES = [
  'main',
  'preload',
  'renderer',
  'resources',
  'docs/user-guide',
  'docs/screenshots',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'svelte.config.js',
  'tsconfig.json',
  'scripts/lib/guide-page.mjs',
  'scripts/lib/pure-calls.mjs',
  'scripts/lib/start-chunks.mjs',
  'scripts/lib/third-party.mjs',
];
const stamp = repoPath('out/.built');

/** Builds the app into `out/` if its sources changed since the last build; returns whether it built. */
export async function build({ force = false } = {}) {
  const before = fingerprint(BUILD_SOURCES);
  if (!force && readIfExists(stamp) === before) return false;
  return withLock(`build-${cloneName()}`, async () => {
    const sources = fingerprint(BUILD_SOURCES);
    if (!force && readIfExists(stamp) === sources) return false; // another process built it during the wait
    // Built in another folder and moved into place: a failed or killed build leaves the old one intact.
    const next = repoPath('out.next');
    fs.rmSync(next, { recursive: true, force: true });
    const { code, output } = await step('building the app', () =>
      run(node(), [bin('electron-vite'), 'build', '--logLevel', 'warn', '--outDir', next], {
        output: 'capture',
      }),
    );
    if (output.trim() !== '') process.stderr.write(`${output.trimEnd()}\n`);
    if (code !== 0) throw new ExpectedError('the app could not be built (see above).');
    writeThirdParty(next);
    writeFileAtomic(`${next}/.built`, sources);
    fs.rmSync(repoPath('out.old'), { recursive: true, force: true });
    if (fs.existsSync(repoPath('out'))) fs.renameSync(repoPath('out'), repoPath('out.old'));
    fs.renameSync(next, repoPath('out'));
    fs.rmSync(repoPath('out.old'), { recursive: true, force: true });
    return true;
  });
}
