// The installer for all users of a Windows computer (MSI, for Group Policy and Intune), built from a packaged folder by
// wixl (Debian package wixl).
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setDates } from '../package/set-commit-dates.mjs';
import { commitTime } from './git.mjs';
import { setSummary } from './msi-summary.mjs';
import { repoPath } from './project.mjs';
import { run } from './run.mjs';
import { step, ExpectedError } from './terminal.mjs';

/** Ties all versions together: with another code an upgrade would install a second app. Never change it. */
export const UPGRADE_CODE = 'EA9CBF63-6F27-4F0A-9C0E-4C7F7E3F7D6B';
const PROGRAM = 'firm-desk.exe';
const DOWNGRADE = 'A newer version of Firm Desk is installed. Remove it first to install this one.';

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const hashOf = (text) => createHash('sha256').update(`${UPGRADE_CODE} ${text}`).digest('hex');

/** Returns the same GUID (version 5) for the same text: a component keeps its GUID in every version. */
function guidOf(text) {
  const hash = hashOf(text).toUpperCase();
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return [...groups, hash.slice(20, 32)].join('-');
}
const idOf = (kind, name) => `${kind}${hashOf(name).slice(0, 24)}`;

const registryValue = (name, value) =>
  `  <RegistryValue Root="HKLM" Key="Software\\Firm Desk" Name="${name}" Type="string" Value="${value}" />`;

function component(file, name, version) {
  const isProgram = file === PROGRAM;
  const shortcut = isProgram
    ? [
        '<Shortcut Id="StartMenu" Directory="ProgramMenuFolder" Name="Firm Desk" WorkingDirectory="INSTALLDIR" Advertise="yes" Icon="icon.ico" />',
      ]
    : [];
  return [
    `<Component Id="${idOf('c', file)}" Guid="${guidOf(file)}" Win64="yes">`,
    `  <File Id="${idOf('f', file)}" Name="${escaped(name)}" Source="${escaped(file)}" KeyPath="yes">`,
    ...shortcut.map((line) => `    ${line}`),
    '  </File>',
    // The installer for one user finds the version and refuses to install next to it; an upgrade and a removal find the
    // folder that the administrator chose.
    ...(isProgram
      ? [registryValue('MsiVersion', version), registryValue('InstallFolder', '[INSTALLDIR]')]
      : []),
    '</Component>',
  ];
}

/** Returns the directories and components of `files`, which are paths with `/` from the packaged folder. */
function directory(files, version, folder = '') {
  const ownFiles = files.filter((file) => path.posix.dirname(file) === (folder || '.'));
  const nestedFiles = files.filter(
    (file) => file.startsWith(folder ? `${folder}/` : '') && !ownFiles.includes(file),
  );
  const depth = folder ? folder.split('/').length : 0;
  const names = [...new Set(nestedFiles.map((file) => file.split('/')[depth]))];
  return [
    ...ownFiles.flatMap((file) => component(file, path.posix.basename(file), version)),
    ...names.flatMap((name) => {
      const inner = folder ? `${folder}/${name}` : name;
      return [
        `<Directory Id="${idOf('d', inner)}" Name="${escaped(name)}">`,
        ...directory(nestedFiles, version, inner).map((line) => `  ${line}`),
        '</Directory>',
      ];
    }),
  ];
}

/** Returns the WiX source for the files of a packaged folder. */
export function wixSource({ version, files, icon }) {
  if (!/^\d{1,3}\.\d{1,3}\.\d{1,5}$/.test(version))
    throw new ExpectedError(`an MSI needs a version of three numbers; ${version} is not one.`);
  if (!files.includes(PROGRAM)) throw new ExpectedError(`the packaged folder has no ${PROGRAM}.`);
  const sorted = [...files].sort((a, b) => (a < b ? -1 : 1));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">',
    `  <Product Id="${guidOf(`product ${version}`)}" UpgradeCode="${UPGRADE_CODE}" Name="Firm Desk" Version="${version}" Manufacturer="Firm Desk" Language="1033" Codepage="65001">`,
    '    <Package InstallerVersion="500" Compressed="yes" InstallScope="perMachine" />',
    `    <MajorUpgrade DowngradeErrorMessage="${DOWNGRADE}" />`,
    '    <Media Id="1" Cabinet="app.cab" EmbedCab="yes" />',
    `    <Icon Id="icon.ico" SourceFile="${escaped(icon)}" />`,
    '    <Property Id="ARPPRODUCTICON" Value="icon.ico" />',
    '    <Property Id="ARPNOMODIFY" Value="1" />',
    '    <Property Id="INSTALLDIR">',
    '      <RegistrySearch Id="InstallFolder" Root="HKLM" Key="Software\\Firm Desk" Name="InstallFolder" Type="raw" Win64="yes" />',
    '    </Property>',
    '    <Directory Id="TARGETDIR" Name="SourceDir">',
    '      <Directory Id="ProgramMenuFolder" />',
    '      <Directory Id="ProgramFiles64Folder">',
    '        <Directory Id="INSTALLDIR" Name="Firm Desk">',
    ...directory(sorted, version).map((line) => `          ${line}`),
    '        </Directory>',
    '      </Directory>',
    '    </Directory>',
    '    <Feature Id="App" Level="1">',
    ...sorted.map((file) => `      <ComponentRef Id="${idOf('c', file)}" />`),
    '    </Feature>',
    '  </Product>',
    '</Wix>',
    '',
  ].join('\n');
}

const filesIn = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

export const hasWixl = () => spawnSync('wixl', ['--version']).status === 0;

/** Returns a GUID for this version with these contents: Windows takes two MSIs with one package code for the same file. */
function packageCodeOf(folder, files, version) {
  const contents = files.map((file) => {
    const hash = createHash('sha256')
      .update(fs.readFileSync(path.join(folder, file)))
      .digest('hex');
    return `${file} ${hash}`;
  });
  return guidOf(['package', version, ...contents].join('\n'));
}

/**
 * Builds `file`, an MSI of the packaged folder. Its files get the date of the commit, `epoch`: two MSIs of one folder are
 * identical.
 */
export async function makeMsi({ folder, file, version, epoch = commitTime() ?? '0' }) {
  if (!hasWixl())
    throw new ExpectedError('wixl is needed to build an MSI.\n  On Debian and Ubuntu:  apt-get install wixl');
  if (!fs.existsSync(folder))
    throw new ExpectedError(`there is no ${folder}: package the app for Windows first (-- --win dir).`);
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'msi-'));
  try {
    const source = path.join(workFolder, 'app.wxs');
    const icon = path.relative(folder, repoPath('resources/icon.ico')).replaceAll(path.sep, '/');
    const files = filesIn(folder).sort();
    fs.writeFileSync(source, wixSource({ version, files, icon }));
    setDates(folder, Number(epoch));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    // Sources are named relative to the folder, which wixl is started in.
    const { code, output } = await step(`building ${path.basename(file)}`, () =>
      run('wixl', ['-a', 'x64', '-D', 'Win64=yes', '-o', file, source], {
        cwd: folder,
        output: 'capture',
        env: { TZ: 'UTC' }, // an MSI has local times
        minutes: 30,
      }),
    );
    if (code !== 0) throw new ExpectedError(`wixl could not build the MSI: ${output.trim()}`);
    setSummary(file, { packageCode: packageCodeOf(folder, files, version), epoch: Number(epoch) });
  } finally {
    fs.rmSync(workFolder, { recursive: true, force: true });
  }
}
