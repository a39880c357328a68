/**
 * Returns the fuses of the packaged Electron, which no environment variable or command line can override.
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
