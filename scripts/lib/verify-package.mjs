// Verifies a built package: its fuses and, where Electron checks it, the hash of its archive.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { getRawHeader } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { fusesOf } from '../package/fuses.mjs';

/**
 * Returns one line for each fuse that is not set as wanted.
 * @param {string} program the packaged program, or the .app folder on macOS
 * @param {boolean} testable
 */
export async function wrongFuses(program, testable) {
  const wire = await getCurrentFuseWire(program);
  return Object.entries(fusesOf(testable)).flatMap(([name, wanted]) => {
    const state = wire[FuseV1Options[name[0].toUpperCase() + name.slice(1)]];
    const isRight = state === (wanted ? FuseState.ENABLE : FuseState.DISABLE);
    return isRight ? [] : [`fuse ${name} is not ${wanted ? 'on' : 'off'}`];
  });
}

/**
 * Returns a problem if `holder`, the file that Electron compares the archive with, lacks the hash of the archive's
 * header. Not for Linux, where Electron does not compare them.
 * @param {string} archive app.asar
 * @param {string} holder the .exe, or the Info.plist on macOS
 */
export function wrongArchiveHash(archive, holder) {
  const hash = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
  return fs.readFileSync(holder).includes(hash)
    ? []
    : [`${path.basename(holder)} lacks the hash of app.asar`];
}

/**
 * Returns what is wrong with the unpacked packages in a folder that electron-builder wrote, one line each.
 * @param {string} output
 * @param {{ testable: boolean }} options
 */
export async function packageProblems(output, { testable }) {
  const problems = [];
  const packages = fs.readdirSync(output).filter((name) => /^(linux|win).*-unpacked$|^mac/.test(name));
  if (packages.length === 0) problems.push('no unpacked package is in the folder');
  for (const name of packages) {
    const folder = path.join(output, name);
    if (name.startsWith('linux'))
      problems.push(...(await wrongFuses(path.join(folder, 'firm-desk'), testable)));
    else if (name.startsWith('win')) {
      const program = path.join(folder, 'firm-desk.exe');
      problems.push(...(await wrongFuses(program, testable)));
      problems.push(...wrongArchiveHash(path.join(folder, 'resources/app.asar'), program));
    } else {
      const app = path.join(folder, 'Firm Desk.app');
      problems.push(...(await wrongFuses(app, testable)));
      problems.push(
        ...wrongArchiveHash(
          path.join(app, 'Contents/Resources/app.asar'),
          path.join(app, 'Contents/Info.plist'),
        ),
      );
    }
  }
  return problems;
}
