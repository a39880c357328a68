import { app } from 'electron';
import { isTestable, refusedAtStart } from './refused-switches';

/** Switches that turn off the runtime's own network traffic: only requests to the service leave this computer. */
const RUNTIME_NETWORK_SWITCHES = [
  'disable-background-networking',
  'disable-client-side-phishing-detection',
  'disable-component-update',
  'disable-default-apps',
  'disable-domain-reliability',
  'disable-sync',
  'dns-prefetch-disable',
  'no-pings',
];

/**
 * Runs before anything is read or sent. Exits if a release was started with a switch or an environment variable that lets
 * other programs inspect it or weakens its protection.
 */
export function setSwitches(): void {
  if (app.isPackaged && !isTestable(process.resourcesPath)) {
    const { argv: args, env } = process;
    const refused = refusedAtStart({ args, env, hasSwitch: (name) => app.commandLine.hasSwitch(name) });
    if (refused.length > 0) {
      process.stderr.write(`Firm Desk does not start with ${refused.join(', ')}.\n`);
      // The launcher of an AppImage adds the switch where user namespaces are missing.
      if (refused.includes('--no-sandbox'))
        process.stderr.write('It needs its sandbox: install the .deb package, or allow user namespaces.\n');
      app.exit(1);
    }
  }
  delete process.env['SSLKEYLOGFILE']; // the runtime would write the keys of every connection to this file
  // With --no-sandbox (root in a container) this would kill every child process.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  // Over HTTP/2 and QUIC, Chromium resends requests when a shared connection breaks, including writes: a
  // create arrived twice in a test. Over HTTP/1.1 writes use separate connections
  // (main/engine/service/transport.ts).
  for (const name of ['disable-http2', 'disable-quic', ...RUNTIME_NETWORK_SWITCHES])
    app.commandLine.appendSwitch(name);
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp');
}
