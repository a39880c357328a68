import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installKeychainAddon } from '../lib/keychain-addon.mjs';
import { runtime } from '../lib/install.mjs';
import { fallbackRuntimeProblem } from '../lib/fallback-runtime.mjs';
import { clearGzipTime } from './clear-gzip-time.mjs';
import { fusesOf } from './fuses.mjs';
import { LINUX_TARGETS } from './linux-targets.mjs';
import { setCommitDates } from './set-commit-dates.mjs';

// Only with the fallback runtime, local tools replace the packaging tools that electron-builder would download.
const { fallback } = runtime();
if (fallback) {
  process.env.CUSTOM_FPM_PATH ??= path.resolve('scripts/fallback/fpm.mjs');
  const { path7za } = createRequire(import.meta.url)('7zip-bin');
  fs.chmodSync(path7za, 0o755);
  process.env.ELECTRON_BUILDER_7ZIP_PATH ??= path7za;
}
/** Set if an Azure Trusted Signing account is configured; electron-builder reads the credentials from the environment. */
const azure = process.env.AZURE_SIGNING_ENDPOINT;
/**
 * Leaves out the addon that reads the Windows registry. It names package.json again, because the builder adds all files
 * to a list of negations alone.
 */
const noRegistry = ['package.json', '!node_modules/{native-reg,node-gyp-build}{,/**}'];
const testable = Boolean(process.env.TESTABLE); // lets a test runner attach; never for a release

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'invalid.example.firmdesk',
  productName: 'Firm Desk',
  executableName: 'firm-desk',
  directories: { output: testable ? 'dist/testable' : 'dist', buildResources: 'resources' },
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  files: [
    'out/**',
    '!out/.built',
    '!out/third-party{,/**}',
    'package.json',
    '!node_modules/node-{linux,win,darwin,bin}*/**',
    '!node_modules/node-addon-api/**',
    '!node_modules/better-sqlite3/{deps,src,binding.gyp,build}/**',
    '!node_modules/better-sqlite3/{deps,src,build}{,/**}',
    '!node_modules/better-sqlite3/prebuilds/!(${platform}-${arch}).node',
    // Only bundlers use these; the app loads the addon by its path.
    '!node_modules/better-sqlite3/lib/{darwin,linux,linuxmusl,win32}-*.js',
    '!node_modules/keytar/{prebuilds,script,src}{,/**}',
    '!node_modules/native-reg/{src,test,reg.cc,binding.gyp}{,/**}',
    '!node_modules/native-reg/prebuilds/!(${platform}-${arch})/**',
  ],
  asarUnpack: ['**/*.node'],
  npmRebuild: false, // both addons are Node-API prebuilds
  // A null means electron-builder's own download of Electron for the target.
  electronDist: ({ platformName, arch }) => {
    if (platformName !== 'linux' || arch !== 'x64' || !fallback) return null;
    const problem = fallbackRuntimeProblem({ ...runtime(), testable, args: ['--linux'], platform: 'linux' });
    if (problem) throw new Error(problem);
    return path.resolve('node_modules/electron/dist');
  },
  extraResources: [
    { from: 'resources/icon.png', to: 'icon.png' }, // for the tray
    { from: 'resources/policies', to: 'policies' }, // templates for administrators
  ],
  extraFiles: [{ from: 'out/third-party', to: 'third-party' }],
  electronFuses: fusesOf(testable),
  beforePack: ({ electronPlatformName, arch }) => {
    // `arch` is a number of electron-builder's enum Arch, whose names these are.
    installKeychainAddon(electronPlatformName, ['ia32', 'x64', 'armv7l', 'arm64', 'universal'][arch]);
  },
  afterPack: ({ appOutDir, packager }) => {
    for (const name of ['resources/default_app.asar', 'version'])
      fs.rmSync(path.join(appOutDir, name), { force: true });
    // Next to the archive. With this file, the app lets a test runner attach (main/app/refused-switches.ts).
    if (testable) fs.writeFileSync(path.join(packager.getResourcesDir(appOutDir), 'testable'), '');
  },
  artifactBuildStarted: ({ file }) => {
    fs.rmSync(file, { force: true }); // electron-builder would keep an archive that is newer than its folder
    setCommitDates(path.dirname(file));
  },
  artifactBuildCompleted: ({ file }) => {
    if (file.endsWith('.gz')) clearGzipTime(file);
  },
  // Links to records and screens; on Windows the app registers the scheme itself.
  protocols: [{ name: 'Firm Desk link', schemes: ['firmdesk'] }],
  linux: {
    files: noRegistry,
    target: LINUX_TARGETS,
    icon: 'resources/icon.png',
    extraResources: [{ from: 'resources/linux/install-update', to: 'install-update' }], // for updates of the deb
    category: 'Office',
    maintainer: 'Firm Desk <desk@example.invalid>',
    synopsis: 'The back office console of the wealth data service',
  },
  rpm: { afterRemove: 'resources/linux/rpm-after-remove.tpl' },
  win: {
    target: ['nsis'],
    icon: 'resources/icon.ico',
    azureSignOptions: azure
      ? {
          publisherName: process.env.AZURE_SIGNING_PUBLISHER,
          endpoint: azure,
          codeSigningAccountName: process.env.AZURE_SIGNING_ACCOUNT,
          certificateProfileName: process.env.AZURE_SIGNING_PROFILE,
        }
      : undefined,
  },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    include: 'resources/installer.nsh',
    installerLanguages: ['en_US'], // the only language of the app
    deleteAppDataOnUninstall: false,
    differentialPackage: false, // no updater reads a block map
  },
  mac: {
    files: noRegistry,
    target: ['dmg', 'zip'],
    icon: 'resources/icon.icns',
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    notarize: Boolean(process.env.APPLE_API_KEY),
    entitlements: 'resources/entitlements.mac.plist',
    entitlementsInherit: 'resources/entitlements.mac.plist',
  },
};
