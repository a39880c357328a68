import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const TEMPLATE = 'resources/linux/rpm-after-remove.tpl';
const hasRpmbuild = spawnSync('rpmbuild', ['--version']).status === 0;

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'rpm é-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

/**
 * Writes the script as electron-builder does, with functions in place of the system's programs that record their calls,
 * and with another folder of profiles: the script must not change this computer.
 */
function removalScript(): { file: string; profile: string; calls: () => string } {
  const calls = path.join(folder, 'calls.txt');
  const file = path.join(folder, 'after-remove.sh');
  const profile = path.join(folder, 'firm-desk');
  const text = fs
    .readFileSync(TEMPLATE, 'utf8')
    .replaceAll('${executable}', 'firm-desk')
    .replaceAll('${sanitizedProductName}', 'Firm Desk')
    .replace('/etc/apparmor.d/', `${folder}/`);
  const recorders = ['update-alternatives', 'apparmor_status', 'apparmor_parser']
    .map((program) => `${program}() { echo ${program} "$@" >> "${calls}"; }\n`)
    .join('');
  fs.writeFileSync(file, text.replace('#!/bin/bash\n', `#!/bin/bash\n${recorders}`));
  fs.writeFileSync(profile, '');
  return { file, profile, calls: () => (fs.existsSync(calls) ? fs.readFileSync(calls, 'utf8') : '') };
}

it.skipIf(process.platform === 'win32')(
  'removes the link and the AppArmor profile of the app with the last version only',
  () => {
    const { file, profile, calls } = removalScript();
    execFileSync('bash', [file, '1']); // rpm: one version is left, so this is an upgrade
    expect(calls()).toBe('');
    expect(fs.existsSync(profile)).toBe(true);
    execFileSync('bash', [file, '0']);
    expect(calls().split('\n')).toEqual([
      'update-alternatives --remove firm-desk /opt/Firm Desk/firm-desk',
      'apparmor_status --enabled',
      `apparmor_parser --remove ${profile}`,
      '',
    ]);
    expect(fs.existsSync(profile)).toBe(false);
  },
);

it.runIf(hasRpmbuild)('the removal script is in the package, which has every file', () => {
  const { file } = removalScript();
  const app = path.join(folder, 'app');
  fs.mkdirSync(path.join(app, 'resources'), { recursive: true });
  fs.writeFileSync(path.join(app, 'firm-desk'), '#!/bin/sh\n');
  fs.writeFileSync(path.join(app, 'resources/100% of it.txt'), 'x');
  const target = path.join(folder, 'firm-desk.rpm');
  const flags = {
    '-s': 'dir',
    '-t': 'rpm',
    '-d': 'gtk3',
    '--architecture': 'x86_64',
    '--after-remove': file,
    '--description': 'The back office console',
    '--version': '0.1.0',
    '--package': target,
    '--name': 'firm-desk',
    '--maintainer': 'Firm Desk <desk@example.invalid>',
    '--vendor': 'Firm Desk',
    '--url': 'https://example.invalid/',
  };
  const args = [
    'scripts/fallback/fpm.mjs',
    '--force',
    ...Object.entries(flags).flat(),
    `${app}/=/opt/Firm Desk`,
  ];
  execFileSync(process.execPath, args);
  const query = (...options: string[]) =>
    execFileSync('rpm', ['-qp', ...options, target], { encoding: 'utf8' });
  expect(query('--qf', '%{NAME} %{VERSION} %{ARCH}')).toBe('firm-desk 0.1.0 x86_64');
  expect(query('--list').trim().split('\n')).toEqual([
    '/opt/Firm Desk',
    '/opt/Firm Desk/firm-desk',
    '/opt/Firm Desk/resources',
    '/opt/Firm Desk/resources/100% of it.txt',
  ]);
  expect(query('--requires')).toContain('gtk3');
  expect(query('--scripts')).toContain("update-alternatives --remove 'firm-desk' '/opt/Firm Desk/firm-desk'");
});
