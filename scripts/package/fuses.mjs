/**
 * What the packaged Electron refuses, whatever its environment or command line says.
 * @param {boolean} testable lets a test runner attach
 */
export const fusesOf = (testable) => ({
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: testable,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
});
