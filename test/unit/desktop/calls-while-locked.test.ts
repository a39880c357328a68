import { call, isProcedure, unlazyRouter } from '@orpc/server';
import { expect, it, vi } from 'vitest';
import { Observable } from '#common/observable';
import { desktopRouter } from '#main/desktop/router';
import { engineRouter } from '#engine/engine-router';

vi.mock('electron', () => ({ app: {} }));

/** Returns every procedure of a router by name. */
function procedures(node: object, name = ''): [string, never][] {
  if (isProcedure(node)) return [[name, node as never]];
  return Object.entries(node).flatMap(([key, child]) =>
    procedures(child as object, name === '' ? key : `${name}.${key}`),
  );
}
/** Returns the outcome of a call without input: refused by the lock, by validation, or not at all. */
async function outcomeOf([name, procedure]: [string, never]): Promise<string> {
  try {
    await call(procedure, undefined as never, { path: name.split('.') });
    return 'answered';
  } catch (error) {
    const { code, data } = error as { code?: string; data?: { kind?: string } };
    return data?.kind ?? code ?? String(error);
  }
}

it('refuses every call of the window to the engine while locked', async () => {
  const connections = { lockState: 'app-locked', onOpen: () => undefined };
  const router = engineRouter(connections as never, {} as never);
  const all = procedures(await unlazyRouter(router));
  expect(all.length).toBeGreaterThan(100);
  const notRefused = [];
  for (const each of all) {
    const outcome = await outcomeOf(each);
    if (outcome !== 'app-locked') notRefused.push([each[0], outcome]);
  }
  expect(notRefused).toEqual([]);
});

it('refuses every call to the app process while locked, except those of the lock screen', async () => {
  const appLock = {
    state: new Observable({}),
    unlock: () => undefined,
    unlockByPin: () => Promise.resolve({ triesLeft: 4 }),
    unlockBySystem: () => Promise.resolve(),
  };
  const all = procedures(desktopRouter({ appLock, isLocked: () => true } as never));
  const notRefused = [];
  for (const each of all) {
    const outcome = await outcomeOf(each);
    if (outcome !== 'app-locked') notRefused.push(each[0]);
  }
  expect(notRefused).toEqual([
    'appLock.state',
    'appLock.unlock',
    'appLock.unlockByPin',
    'appLock.unlockBySystem',
  ]);
});
