// Builds a small fake installer around our additions to electron-builder's Windows installer
// (resources/installer.nsh). The real script needs plug-ins that only electron-builder's download has.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { repoPath } from './project.mjs';
import { ExpectedError } from './terminal.mjs';

/** Values of symbols that electron-builder's script defines: UNINSTALL_REGISTRY_KEY and APP_INSTALLER_STORE_FILE. */
export const FAKE_INSTALLER_KEY = 'Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\firm-desk-fake';
export const INSTALLER_COPY = 'firm-desk-updater\\installer.exe';

/**
 * Returns an installer script that calls the additions where electron-builder's script does: `customInit` at the end of
 * .onInit, `customInstall` after the files and registry values.
 */
export const fakeInstallerScript = ({ version, file, versionFile, program }) => `Unicode true
Name "Firm Desk"
OutFile "${file}"
RequestExecutionLevel user
!define VERSION "${version}"
!define UNINSTALL_REGISTRY_KEY "${FAKE_INSTALLER_KEY}"
!define APP_INSTALLER_STORE_FILE "${INSTALLER_COPY}"
Var installMode
!include "x64.nsh"
!include "${repoPath('resources/installer.nsh')}"
Function .onInit
  SetRegView 64
  StrCpy $installMode CurrentUser
  SetShellVarContext current
  StrCpy $INSTDIR "$LOCALAPPDATA\\Programs\\Firm Desk"
  !insertmacro customInit
FunctionEnd
Section "install"
  SetOutPath "$INSTDIR\\resources"
  File "/oname=version.txt" "${versionFile}"
  SetOutPath "$INSTDIR"
  SetCompress off
  File "/oname=firm-desk.exe" "${program}"
  \${GetParent} "$LOCALAPPDATA\\\${APP_INSTALLER_STORE_FILE}" $R5
  CreateDirectory "$R5"
  CopyFiles /SILENT "$EXEPATH" "$LOCALAPPDATA\\\${APP_INSTALLER_STORE_FILE}"
  CreateShortCut "$SMPROGRAMS\\Firm Desk.lnk" "$INSTDIR\\firm-desk.exe"
  WriteUninstaller "$INSTDIR\\Uninstall Firm Desk.exe"
  WriteRegStr SHELL_CONTEXT "\${UNINSTALL_REGISTRY_KEY}" "DisplayVersion" "\${VERSION}"
  !insertmacro customInstall
SectionEnd
Function un.onInit
  SetRegView 64
FunctionEnd
Section "Uninstall"
  SetOutPath $TEMP
  RMDir /r $INSTDIR
  Delete "$SMPROGRAMS\\Firm Desk.lnk"
  DeleteRegKey SHELL_CONTEXT "\${UNINSTALL_REGISTRY_KEY}"
SectionEnd
`;

export const hasMakensis = () => spawnSync('makensis', ['-VERSION']).status === 0;

/** Builds the fake installer of a version, which installs `program`; warnings are errors, as in electron-builder. */
export function makeFakeInstaller({ version, file, program }) {
  if (!hasMakensis())
    throw new ExpectedError('makensis is needed.\n  On Debian and Ubuntu:  apt-get install nsis');
  const versionFile = `${file}.version.txt`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(versionFile, version);
  const { status, stdout } = spawnSync('makensis', ['-WX', '-V2', '-INPUTCHARSET', 'UTF8', '-'], {
    input: fakeInstallerScript({ version, file, versionFile, program }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new ExpectedError(`makensis could not build the installer: ${stdout.trim()}`);
}
