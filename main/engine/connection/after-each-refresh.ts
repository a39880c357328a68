import type { OpenConnection } from './open-connection';

/** Calls `act` after each refresh that completes, until the connection closes. */
export async function afterEachRefresh(
  { live, closed }: Pick<OpenConnection, 'live' | 'closed'>,
  act: () => Promise<unknown> | void,
): Promise<void> {
  let wasActive = false;
  for await (const { run } of live.follow(closed)) {
    const isComplete = wasActive && run?.state === 'done';
    wasActive = run?.state === 'running' || run?.state === 'paused';
    if (isComplete) await act();
  }
}
