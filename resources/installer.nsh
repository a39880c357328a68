; electron-builder includes this file in its Windows installer for one user. It refuses to replace what it must not, and
; deletes the copy of itself that electron-builder's script makes for an updater that Firm Desk does not use.
!include "LogicLib.nsh"
!include "FileFunc.nsh"
!include "WordFunc.nsh"

; Exit codes; NSIS uses 1 for a canceled and 2 for a failed installation.
!define EXIT_MSI_FOUND 3
!define EXIT_NEWER_FOUND 4

; A silent installation shows no message; its exit code says the same.
!macro refuseInstallation TEXT CODE
  MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
  SetErrorLevel ${CODE}
  Quit
!macroend

!macro refuseDowngrade ROOT_KEY
  ReadRegStr $0 ${ROOT_KEY} "${UNINSTALL_REGISTRY_KEY}" "DisplayVersion"
  ${If} $0 != ""
    ${VersionCompare} "$0" "${VERSION}" $1
    ${If} $1 == "1"
      !insertmacro refuseInstallation "Firm Desk $0 is installed, and this is the older version ${VERSION}. Remove Firm Desk first to install it. Your data is kept, but version ${VERSION} may not open it." ${EXIT_NEWER_FOUND}
    ${EndIf}
  ${EndIf}
!macroend

; Runs at the end of .onInit, in the registry view of the app.
!macro customInit
  ReadRegStr $0 HKLM "Software\Firm Desk" "MsiVersion" ; written by the MSI (scripts/lib/msi.mjs)
  ${If} $0 != ""
    !insertmacro refuseInstallation "Firm Desk $0 is already installed for all users of this computer. Ask your IT department to update or remove it." ${EXIT_MSI_FOUND}
  ${EndIf}
  !insertmacro refuseDowngrade HKCU
  !insertmacro refuseDowngrade HKLM
!macroend

; Runs after the files were installed.
!macro customInstall
  ${If} $installMode == "all"
    SetShellVarContext current ; electron-builder's script puts the copy there in either mode
  ${EndIf}
  Delete "$LOCALAPPDATA\${APP_INSTALLER_STORE_FILE}"
  ${GetParent} "$LOCALAPPDATA\${APP_INSTALLER_STORE_FILE}" $0
  RMDir "$0" ; unless it has other files
  ${If} $installMode == "all"
    SetShellVarContext all
  ${Else}
    ; Tells the app that it may install updates (main/desktop/updates/installers.ts).
    FileOpen $0 "$INSTDIR\resources\installed-for-user" w
    FileClose $0
  ${EndIf}
!macroend
