/**
 * Returns why the installed runtime must not be packaged, or undefined. If Electron cannot be downloaded, an
 * older one replaces it: good enough for tests, but never for users, since it lacks years of security fixes.
 */
export function fallbackRuntimeProblem({ wanted, present, fallback, testable, args, platform }) {
  if (!fallback || testable) return undefined;
  const isForOtherSystem = args.some((arg) => /^(--(win|windows|mac|macos)|-[wm])$/.test(arg));
  const isForLinux = args.some((arg) => /^(--linux|-l)$/.test(arg));
  // For other systems electron-builder downloads the right one, or fails.
  if (platform !== 'linux' || (isForOtherSystem && !isForLinux)) return undefined;
  return (
    `Electron ${wanted} is missing. The version found (${present ?? 'none'}) is for tests only and must not be shipped. ` +
    'Run this where Electron can be downloaded (ELECTRON_RETRY=1 tries again). ' +
    '`npm run test:packaged` makes a package for tests, in dist/testable.'
  );
}
