import { Bus, socketOf } from './bus';
import type { BusMessage } from './message';

/** Each desktop uses its own name for the screen saver. */
const SAVERS = ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'].map(
  (desktop) => `org.${desktop}.ScreenSaver`,
);
const LOGIN = 'org.freedesktop.login1';
const SYSTEM_BUS = 'unix:path=/run/dbus/system_bus_socket';

interface ScreenListener {
  readonly locked: () => void;
  readonly unlocked: () => void;
}

/**
 * Listens, on Linux, to the screen saver on the session bus and to logind on the system bus (session locked,
 * suspend). A missing bus or service is ignored. Returns a function that stops listening.
 */
export function watchScreenSignals(
  { locked, unlocked }: ScreenListener,
  env: Readonly<Record<string, string | undefined>> = process.env,
): () => void {
  const onLockChange = (isLocked: boolean) => (isLocked ? locked() : unlocked());
  const buses = [
    listen(env['DBUS_SESSION_BUS_ADDRESS'], saverSignal(onLockChange), watchSavers),
    listen(env['DBUS_SYSTEM_BUS_ADDRESS'] ?? SYSTEM_BUS, loginSignal(onLockChange), (bus) =>
      watchLogin(bus, env['XDG_SESSION_ID']),
    ),
  ];
  return () => buses.forEach((bus) => bus?.close());
}

function listen(
  address: string | undefined,
  onSignal: (message: BusMessage) => void,
  watch: (bus: Bus) => Promise<unknown>,
): Bus | undefined {
  const socket = socketOf(address);
  if (socket === undefined) return undefined;
  const bus = new Bus(socket, onSignal);
  watch(bus).catch(() => undefined); // no such service: `ScreenLock` still polls the state every two seconds
  return bus;
}

const saverSignal = (onLockChange: (isLocked: boolean) => void) => (message: BusMessage) => {
  if (message.member === 'ActiveChanged' && SAVERS.includes(message.interface ?? ''))
    onLockChange(message.body.flag());
};

const watchSavers = (bus: Bus): Promise<unknown> =>
  Promise.all(
    SAVERS.map((saver) => bus.addMatch(`type='signal',interface='${saver}',member='ActiveChanged'`)),
  );

const loginSignal = (onLockChange: (isLocked: boolean) => void) => (message: BusMessage) => {
  if (message.interface === `${LOGIN}.Manager` && message.member === 'PrepareForSleep')
    onLockChange(message.body.flag()); // false on waking: the listener checks whether the screen is still locked
  if (message.interface !== `${LOGIN}.Session`) return;
  if (message.member === 'Lock') onLockChange(true);
  if (message.member === 'Unlock') onLockChange(false);
};

async function watchLogin(bus: Bus, session: string | undefined): Promise<void> {
  const from = `type='signal',sender='${LOGIN}'`;
  await bus.addMatch(`${from},interface='${LOGIN}.Manager',member='PrepareForSleep'`);
  await bus.addMatch(`${from},interface='${LOGIN}.Session',path='${await sessionPath(bus, session)}'`);
}

/** Returns the object path of this desktop's session. Programs started by systemd have no XDG_SESSION_ID. */
async function sessionPath(bus: Bus, session: string | undefined): Promise<string> {
  const manager = { destination: LOGIN, path: '/org/freedesktop/login1', interface: `${LOGIN}.Manager` };
  if (session !== undefined && session !== '')
    return (await bus.call({ ...manager, member: 'GetSession', args: [['s', session]] })).text();
  const user = await bus.call({ ...manager, member: 'GetUser', args: [['u', process.getuid?.() ?? 0]] });
  const display = await bus.call({
    destination: LOGIN,
    path: user.text(),
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    args: [
      ['s', `${LOGIN}.User`],
      ['s', 'Display'],
    ],
  });
  display.signature(); // a variant: (so), its name and path
  display.align(8);
  display.text();
  return display.text();
}
