import { call, isProcedure, unlazyRouter } from '@orpc/server';
import { expect, it, vi } from 'vitest';
import { Observable } from '../../../main/common/observable';
import { desktopRouter } from '../../../main/desktop/router';
import { engineRouter } from '../../../main/engine/engine-router';

vi.mock('electron', () => ({ app: {} }));

/** Every procedure of a router, by its name. */
function procedures(node: object, name = ''): [string, never][] {
  if (isProcedure(node)) return [[name, node as never]];
  return Object.entries(node).flatMap(([key, child]) =>
    procedures(child as object, name === '' ? key : `${name}.${key}`),
  );
}
/** How a call without any input ends: refused for the lock, for its input, or not at all. */
async function endOf([name, procedure]: [string, never]): Promise<string> {
  try {
    await call(procedure, undefined as never, { path: name.split('.') });
    return 'answered';
  } catch (error) {
    const { code, data } = error as { code?: string; data?: { kind?: string } };
    return data?.kind ?? code ?? String(error);
  }
}

it('every call of the window to the engine is refused while the app is locked', async () => {
  const connections = { isShut: true, onLock: () => undefined, onOpen: () => undefined };
  const router = engineRouter(connections as never, {} as never);
  const all = procedures(await unlazyRouter(router));
  expect(all.length).toBeGreaterThan(100);
  const others = [];
  for (const each of all) {
    const end = await endOf(each);
    if (end !== 'app-locked') others.push([each[0], end]);
  }
  expect(others).toEqual([]);
});

it('every call of the window to the app process is refused but what the lock screen asks for', async () => {
  const appLock = {
    isLocked: true,
    state: new Observable({}),
    unlock: () => undefined,
    unlockBySystem: () => Promise.resolve(),
  };
  const all = procedures(desktopRouter({ appLock } as never));
  const others = [];
  for (const each of all) {
    const end = await endOf(each);
    if (end !== 'app-locked') others.push(each[0]);
  }
  expect(others).toEqual(['appLock.state', 'appLock.unlock', 'appLock.unlockBySystem']);
});
