import fs from 'node:fs';
import path from 'node:path';

/**
 * Switches of Chromium and Electron that let other programs control the app, record its traffic, disable
 * certificate checks, or weaken the sandbox. A release does not start with any of them.
 */
const REFUSED_SWITCHES: ReadonlySet<string> = new Set([
  'allow-insecure-localhost',
  'allow-running-insecure-content',
  'allow-sandbox-debugging',
  'auth-negotiate-delegate-allowlist',
  'auth-server-allowlist',
  'disable-extensions-except',
  'disable-gpu-sandbox',
  'disable-namespace-sandbox',
  'disable-seccomp-filter-sandbox',
  'disable-setuid-sandbox',
  'disable-site-isolation-for-policy',
  'disable-site-isolation-trials',
  'disable-web-security',
  'enable-automation',
  'enable-logging',
  'enable-tracing',
  'host-resolver-rules',
  'host-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ignore-urlfetcher-cert-requests',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'js-flags',
  'load-component-extension',
  'load-extension',
  'log-file',
  'log-net-log',
  'net-log-capture-mode',
  'no-sandbox',
  'proxy-auto-detect',
  'proxy-bypass-list',
  'proxy-pac-url',
  'proxy-server',
  'remote-allow-origins',
  'remote-debugging-address',
  'remote-debugging-io-pipes',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'remote-debugging-socket-name',
  'remote-debugging-targets',
  'single-process',
  'ssl-key-log-file',
  'test-type',
  'trace-config-file',
  'trace-startup',
  'trace-startup-file',
  'unsafely-treat-insecure-origin-as-secure',
  'v', // Chromium's verbose log would have every URL, and one URL has a tax ID in it
  'vmodule',
]);

/** Families of refused switches: later versions of the runtime may add members. */
const REFUSED_FAMILIES: readonly RegExp[] = [
  /^(remote-debugging|remote-allow-origins|inspect|ignore-certificate-errors|js-flags|trace-|enable-tracing)/,
  /^(renderer|utility|gpu|zygote|ppapi)-(cmd-prefix|launcher)$/,
];

/**
 * Environment variables with the effect of a refused switch. The runtime reads them before any code of the
 * app runs.
 */
const REFUSED_VARIABLES = ['ELECTRON_ENABLE_LOGGING', 'ELECTRON_LOG_FILE', 'NODE_V8_COVERAGE'];

/**
 * Chromium trims ASCII white space before it looks for a prefix, so " --inspect" is a switch. `/` is Windows' prefix.
 */
const SWITCH = /^[\t\n\v\f\r ]*(?:--|-|\/)([a-z][a-z0-9-]*)/i;

/**
 * Returns the names of all refused switches and variables that the app was started with, never their values.
 * `hasSwitch` queries Chromium; the arguments are searched too, for switches of a refused family that are not
 * listed by name.
 */
export function refusedAtStart(start: {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hasSwitch: (name: string) => boolean;
}): string[] {
  const refused = new Set([...REFUSED_SWITCHES].filter((name) => start.hasSwitch(name)));
  for (const argument of start.args) {
    const name = SWITCH.exec(argument)?.[1]?.toLowerCase();
    if (name === undefined) continue;
    if (REFUSED_SWITCHES.has(name) || REFUSED_FAMILIES.some((family) => family.test(name))) refused.add(name);
  }
  return [
    ...[...refused].map((name) => `--${name}`),
    ...REFUSED_VARIABLES.filter((name) => start.env[name] !== undefined),
  ];
}

/**
 * Returns whether this is a package built for tests, to which a test runner must attach: it has the file `testable` next
 * to the app, which no release has.
 */
export const isTestable = (resources: string): boolean => fs.existsSync(path.join(resources, 'testable'));
