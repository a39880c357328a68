import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = 'resources/linux/install-update';
const PACKAGE = 'the package of version 0.2.0';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

let folder: string;
let update: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'install update é-'));
  update = path.join(folder, 'update.deb');
  fs.writeFileSync(update, PACKAGE);
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Runs the script with an apt-get that records what it installs, after it runs `firstCommands`. */
function install(sha256: string, firstCommands = ':') {
  fs.writeFileSync(
    path.join(folder, 'apt-get'),
    `#!/bin/sh
${firstCommands}
cd "${folder}"
printf '%s\\n' "$@" > arguments.txt
for file; do :; done
stat -c %a "$(dirname "$file")" > mode.txt
cp "$file" installed.deb
`,
    { mode: 0o755 },
  );
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const { status } = spawnSync(SCRIPT, [update, sha256], { env });
  const recorded = (name: string) => {
    const file = path.join(folder, name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
  };
  const options = recorded('arguments.txt')?.trim().split('\n') ?? [];
  return { status, installed: recorded('installed.deb'), mode: recorded('mode.txt'), options };
}

describe.runIf(process.platform === 'linux')('the script that installs a Debian package as root', () => {
  it('installs a copy in a new folder, and removes the copy', () => {
    const { status, installed, mode, options } = install(hashOf(PACKAGE));
    expect([status, installed, mode]).toEqual([0, PACKAGE, '700\n']);
    const [copy = ''] = options.slice(-1);
    expect(options.slice(0, -1)).toEqual(['install', '-y', '--no-install-recommends']);
    expect(copy).toMatch(/^\/var\/tmp\/firm-desk-update\.\w{10}\/firm-desk\.deb$/);
    expect(fs.existsSync(path.dirname(copy))).toBe(false);
  });

  it('installs nothing if the file was replaced after the app verified it', () => {
    fs.writeFileSync(update, 'another package');
    const { status, installed, options } = install(hashOf(PACKAGE));
    expect(status).not.toBe(0);
    expect([installed, options]).toEqual([null, []]);
    fs.rmSync(update);
    expect(install(hashOf(PACKAGE)).installed).toBeNull();
  });

  it('installs the verified copy if the file is replaced while it installs', () => {
    const { status, installed } = install(hashOf(PACKAGE), `printf other > "${update}"`);
    expect([status, installed]).toEqual([0, PACKAGE]);
    expect(fs.readFileSync(update, 'utf8')).toBe('other');
  });

  it('reports that the system could not install it, and removes the copy', () => {
    const namesBefore = new Set(fs.readdirSync('/var/tmp'));
    expect(install(hashOf(PACKAGE), 'exit 100').status).toBe(100);
    expect(
      fs.readdirSync('/var/tmp').filter((name) => !namesBefore.has(name) && name.startsWith('firm-desk-')),
    ).toEqual([]);
  });

  it('can be started from the package', () => {
    expect(fs.statSync(SCRIPT).mode & 0o111).toBe(0o111);
  });
});
