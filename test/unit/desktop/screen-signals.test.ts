import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Bus, socketOf } from '#main/desktop/dbus/bus';
import type { Argument, BusMessage } from '#main/desktop/dbus/message';
import { watchScreenSignals } from '#main/desktop/dbus/screen-signals';
import { privateBus } from '../../support/private-bus';

const LOGIN = 'org.freedesktop.login1';
const SESSION = '/org/freedesktop/login1/session/_37';
const isLinux = process.platform === 'linux';

let bus: Awaited<ReturnType<typeof privateBus>>;
let signals: string[];
const cleanups: (() => void)[] = [];
const listener = {
  locked: () => signals.push('locked'),
  unlocked: () => signals.push('unlocked'),
};

beforeEach(async () => {
  signals = [];
  if (!isLinux) return;
  bus = await privateBus();
  cleanups.push(() => bus.close());
});
afterEach(() => cleanups.splice(0).forEach((cleanUp) => cleanUp()));

/** Connects another program to the bus. */
function connectProgram(onMessage: (message: BusMessage) => void = () => undefined): Bus {
  const other = new Bus(socketOf(bus.address) ?? '', onMessage);
  cleanups.push(() => other.close());
  return other;
}
const listen = (env: Record<string, string>) => cleanups.push(watchScreenSignals(listener, env));
/** Repeats a signal until it arrives: the start of the listener is not observable. */
async function sendUntilReceived(send: () => void, expected: string): Promise<void> {
  await vi.waitFor(
    () => {
      send();
      expect(signals.at(-1)).toBe(expected);
    },
    { timeout: 5_000, interval: 20 },
  );
}

/** A minimal logind: one session of one user. */
async function logind(): Promise<Bus> {
  const calls: Record<string, readonly Argument[]> = {
    GetSession: [['o', SESSION]],
    GetUser: [['o', '/org/freedesktop/login1/user/_1000']],
    // A variant of (so) has the same bytes.
    Get: [
      ['g', '(so)'],
      ['s', '7'],
      ['o', SESSION],
    ],
  };
  const login: Bus = connectProgram(({ type, member, serial, sender }) => {
    const args = calls[member ?? ''];
    if (type === 'call' && args && sender)
      login.send({ type: 'reply', replySerial: serial, destination: sender, args });
  });
  await login.call({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member: 'RequestName',
    args: [
      ['s', LOGIN],
      ['u', 0],
    ],
  });
  return login;
}

it.runIf(isLinux).each(['org.freedesktop.ScreenSaver', 'org.gnome.ScreenSaver', 'org.cinnamon.ScreenSaver'])(
  'receives lock and unlock from the screen saver of %s',
  async (saver) => {
    listen({ DBUS_SESSION_BUS_ADDRESS: bus.address, DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent' });
    const other = connectProgram();
    const active = (isActive: boolean) => () =>
      void other.send({
        type: 'signal',
        path: '/ScreenSaver',
        interface: saver,
        member: 'ActiveChanged',
        args: [['b', isActive]],
      });
    await sendUntilReceived(active(true), 'locked');
    await sendUntilReceived(active(false), 'unlocked');
  },
);

it.runIf(isLinux).each([
  ['whose name is known', { XDG_SESSION_ID: '7' }],
  ['of the user, where its name is not known', {}],
])('receives lock, unlock and sleep from logind for the session %s', async (_which, known) => {
  const login = await logind();
  listen({ DBUS_SYSTEM_BUS_ADDRESS: bus.address, ...known });
  const sendSignal = (member: string, path = SESSION) =>
    void login.send({ type: 'signal', path, interface: `${LOGIN}.Session`, member });
  await sendUntilReceived(() => sendSignal('Lock'), 'locked');
  await sendUntilReceived(() => sendSignal('Unlock'), 'unlocked');
  const sleep = () =>
    void login.send({
      type: 'signal',
      path: '/org/freedesktop/login1',
      interface: `${LOGIN}.Manager`,
      member: 'PrepareForSleep',
      args: [['b', true]],
    });
  await sendUntilReceived(() => sendSignal('Unlock'), 'unlocked');
  await sendUntilReceived(sleep, 'locked');

  // Ignores other sessions, and another program that impersonates logind.
  await new Promise((resolve) => setTimeout(resolve, 50));
  signals = [];
  sendSignal('Unlock', '/org/freedesktop/login1/session/_38');
  connectProgram().send({ type: 'signal', path: SESSION, interface: `${LOGIN}.Session`, member: 'Unlock' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  sendSignal('Lock');
  await vi.waitFor(() => expect(signals.length).toBeGreaterThan(0));
  expect(signals).not.toContain('unlocked');
});

it('receives nothing and does not fail without a bus', async () => {
  listen({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', DBUS_SYSTEM_BUS_ADDRESS: 'tcp:host=none' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(signals).toEqual([]);
});

it('parses addresses of file system sockets and abstract sockets', () => {
  expect(socketOf('unix:path=/run/user/1000/bus,guid=0a')).toBe('/run/user/1000/bus');
  expect(socketOf('tcp:host=x;unix:abstract=/tmp/dbus-1%20a')).toBe('\0/tmp/dbus-1 a');
  expect(socketOf('unix:guid=0a,path=/run/bus')).toBe('/run/bus');
  expect(socketOf(undefined)).toBeUndefined();
});
