import { describe, expect, it } from 'vitest';
import { json, gatewayPage, rawResponse, type Behavior } from '../../support/misbehaving-service';
import { startClient, code, failureIn, goodResponse, password } from './client';

const listFailure = async (behave: Behavior) => {
  const { service } = await startClient(behave);
  return failureIn(service.call('accounts.list'));
};

describe('answers of intermediaries', () => {
  it.each([401, 403])('does not treat a web page with status %i as a refused credential', async (status) => {
    const { service, refusals, server } = await startClient(
      gatewayPage(status, '<html>Sign in to the guest network</html>'),
    );
    expect(await failureIn(service.call('accounts.list'))).toMatchObject({ kind: 'page-instead', status });
    expect(await failureIn(service.page('accounts.list', { page: 1, limit: 10 }))).toMatchObject({
      kind: 'page-instead',
    });
    expect(refusals).toEqual([]);
    expect(server.requests).toHaveLength(2);
  });

  it('does not report a wrong password for a web page instead of the sign-in', async () => {
    const { service, refusals } = await startClient(
      gatewayPage(403, '<html>Sign in to the guest network</html>'),
      password,
    );
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('page-instead');
    expect(refusals).toEqual([]);
  });

  it('recognizes a redirect to https of the same host only', async () => {
    const to =
      (location: string): Behavior =>
      (response) =>
        response.writeHead(301, { location }).end();
    expect((await listFailure(to('https://127.0.0.1/v2/account-management/accounts'))).kind).toBe(
      'needs-https',
    );
    expect((await listFailure(to('https://elsewhere.example/v2'))).kind).toBe('redirected');
    expect((await listFailure(to('http://127.0.0.1/v3'))).kind).toBe('redirected');
    expect((await listFailure(to('not an address at all: //'))).kind).toBe('redirected');
  });

  it('treats a 304 as an unexpected answer, not as a redirect', async () => {
    expect(await listFailure((response) => response.writeHead(304).end())).toMatchObject({
      kind: 'odd-answer',
      status: 304,
    });
  });

  it('distinguishes a list that the service lacks from a missing record', async () => {
    const { service } = await startClient(json({ message: 'Not Found' }, 404));
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('part-absent');
    expect((await failureIn(service.call('accounts.get', { path: { id: 7 } }))).kind).toBe('not-found');
  });
});

describe('a success status without a result', () => {
  it.each([200, 206])('returns the message of a %i that came instead of a list', async (status) => {
    const { service } = await startClient(
      json({ message: 'could not list the accounts of 123-45-6789' }, status),
    );
    const expected = { kind: 'odd-answer', reasons: ['could not list the accounts of •••'] };
    expect(await failureIn(service.call('accounts.list'))).toMatchObject(expected);
    expect(await failureIn(service.page('accounts.list', { page: 1, limit: 10 }))).toMatchObject(expected);
  });

  it('does not accept a message or another record as the requested record', async () => {
    const { service, server } = await startClient(json({ message: 'could not read it' }));
    const getAccount = (): Promise<unknown> => service.call('accounts.get', { path: { id: 7 } });
    expect(await failureIn(getAccount())).toMatchObject({
      kind: 'odd-answer',
      reasons: ['could not read it'],
    });
    server.behave(json({ id: 8, name: 'Another' }));
    expect(await failureIn(getAccount())).toMatchObject({ kind: 'odd-answer' });
    for (const id of [7, '7']) {
      server.behave(json({ data: { id, name: 'The one' } }));
      await expect(getAccount()).resolves.toMatchObject({ record: { id } });
    }
  });

  it.each(['OK', 'null', '42', '"done"'])(
    'does not treat %s instead of a list as truncated',
    async (body) => {
      const { service, server } = await startClient(rawResponse(body, 200, 'application/json'));
      expect((await failureIn(service.call('accounts.list'))).kind).toBe('odd-answer');
      expect(server.requests).toHaveLength(1); // a retry would get the same answer
    },
  );

  it('rejects malformed JSON within a record', async () => {
    expect(
      (await listFailure(rawResponse('{"has_next":false,"data":[{"id":1,}]}', 200, 'application/json'))).kind,
    ).toBe('odd-answer');
  });

  it("leaves a write's message to the caller to judge", async () => {
    const { service } = await startClient(json({ message: 'could not create the codes' }));
    const { records } = await service.call('advisorCodes.createMany', { body: [code] });
    expect(records.map(({ record }) => record)).toEqual([{ message: 'could not create the codes' }]);
  });
});

it('lists accounts once the service responds correctly again', async () => {
  const { service, server } = await startClient(json({ message: 'no' }));
  await failureIn(service.call('accounts.list'));
  server.behave(goodResponse);
  expect((await service.call('accounts.list')).records).toHaveLength(1);
});
