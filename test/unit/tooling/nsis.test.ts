import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { USER_INSTALL_MARK } from '#main/desktop/updates/installers';
import { hasMakensis, makeFakeInstaller } from '../../../scripts/lib/nsis.mjs';
import { wixSource } from '../../../scripts/lib/msi.mjs';

const additions = fs.readFileSync('resources/installer.nsh', 'utf8');
const templates = 'node_modules/app-builder-lib/templates/nsis';
const scripts = ['installer.nsi', 'installSection.nsh', 'multiUser.nsh', 'include/installer.nsh']
  .map((name) => fs.readFileSync(path.join(templates, name), 'utf8'))
  .join('\n');

it('the installer script reads the MSI’s registry value and writes the app’s marker file', () => {
  const [, key, name] = /ReadRegStr \$0 HKLM "([^"]+)" "(MsiVersion)"/.exec(additions) ?? [];
  const msi = wixSource({ version: '0.1.0', files: ['firm-desk.exe'], icon: '/icon.ico' });
  expect(msi).toContain(`Root="HKLM" Key="${key}" Name="${name}"`);
  expect(additions).toContain(`"$INSTDIR\\resources\\${USER_INSTALL_MARK}"`);
});

it('the installer script defines the macros that electron-builder’s templates call', () => {
  for (const name of ['customInit', 'customInstall']) {
    expect(scripts).toContain(`!insertmacro ${name}`);
    expect(additions).toContain(`!macro ${name}\n`);
  }
});

it('electron-builder’s templates have the lines that the installer script relies on', () => {
  expect(scripts).toContain('!insertmacro copyFile "$EXEPATH" "$LOCALAPPDATA\\${APP_INSTALLER_STORE_FILE}"');
  expect(scripts).toContain(
    'WriteRegStr SHELL_CONTEXT "${UNINSTALL_REGISTRY_KEY}" "DisplayVersion" "${VERSION}"',
  );
  expect(scripts).toContain('Var installMode');
});

it.runIf(hasMakensis())('the installer script compiles without warnings', () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'nsis é-'));
  const file = path.join(folder, 'firm-desk-0.1.0.exe');
  makeFakeInstaller({ version: '0.1.0', file, program: path.resolve('resources/icon.ico') });
  expect(fs.readFileSync(file).toString('latin1', 0, 2)).toBe('MZ');
  fs.rmSync(folder, { recursive: true });
});
