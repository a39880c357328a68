import { describe, expect, it } from 'vitest';
import { inTurn, json, type Behavior } from '../../support/misbehaving-service';
import { client, failureIn, good } from './client';

describe('the contact', () => {
  const dropped: Behavior = (response) => void response.destroy();

  it('is doubtful from the first lost answer on, while it is tried again, until one comes', async () => {
    const { service, clock, contacts } = await client(inTurn(dropped, good));
    const call = service.call('accounts.list');
    await clock.asleep();
    expect(contacts.at(-1)).toBe('retrying');
    await clock.wake();
    await call;
    expect(contacts.at(-1)).toBe('answered');
  });

  it('is lost when trying again did not help, or was given up', async () => {
    const { service, clock, contacts } = await client(dropped);
    const call = failureIn(service.call('accounts.list'));
    for (let repeat = 0; repeat < 4; repeat++) await clock.wake();
    await call;
    expect(contacts.at(-1)).toBe('no-answer');
    const abort = new AbortController();
    const second = failureIn(service.call('accounts.list', { signal: abort.signal }));
    await clock.asleep();
    expect(contacts.at(-1)).toBe('retrying');
    abort.abort();
    await second;
    expect(contacts.at(-1)).toBe('no-answer');
  });

  it('holds with every answer, a refusal too, and is lost where a known service turns connections away', async () => {
    const { service, server, contacts } = await client(json({ message: 'no' }, 403));
    await failureIn(service.call('accounts.list'));
    expect(contacts).toEqual(['answered']);
    await server.close();
    await failureIn(service.call('accounts.list'));
    expect(contacts.at(-1)).toBe('no-answer');
  });
});
