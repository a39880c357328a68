import fs from 'node:fs';
import path from 'node:path';

/**
 * Switches of the runtime that would open the app to another program, write what it sends into a file, or take away the
 * proof of who the service is. A release ends at once when it is started with one of them.
 */
const REFUSED: readonly RegExp[] = [
  /^remote-(debugging|allow-origins)/,
  /^inspect/,
  /^(log-net-log|net-log-capture-mode|ssl-key-log-file)$/,
  /^(v|vmodule)$/, // the runtime's own log would have every address, and one address has a tax ID in it
  /^(ignore-certificate-errors|ignore-urlfetcher-cert-requests|allow-insecure-localhost)/,
  /^(load-extension|disable-extensions-except|load-component-extension)$/,
  /^(disable-web-security|unsafely-treat-insecure-origin-as-secure|allow-running-insecure-content)$/,
  /^(host-rules|host-resolver-rules|test-type|enable-automation)$/,
  /^(renderer|utility|gpu|zygote|ppapi)-(cmd-prefix|launcher)$/,
  /^(js-flags|trace-startup|trace-config-file|enable-tracing)/,
];

/** The first switch among a program's arguments that a release does not obey; without its value. */
export function refusedSwitch(args: readonly string[]): string | undefined {
  for (const argument of args) {
    const name = /^(?:--|-|\/)([a-z][a-z0-9-]*)/i.exec(argument)?.[1]?.toLowerCase();
    if (name !== undefined && REFUSED.some((pattern) => pattern.test(name))) return name;
  }
  return undefined;
}

/** A package made for tests, to which a test runner must attach, has this file beside its own; no release does. */
export const isTestable = (resources: string): boolean => fs.existsSync(path.join(resources, 'testable'));
