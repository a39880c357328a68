import { describe, expect, it } from 'vitest';
import { Service } from '#engine/service/client';
import { writeOutcomeOf } from '#engine/service/failure-facts';
import { hangUp, json, type Behavior } from '../../support/misbehaving-service';
import { API_KEY, password, startTestService, startClient, failureIn, code, goodResponse } from './client';

describe('redirects', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`refuses a ${status} to another origin, which receives nothing`, async () => {
      const other = await startTestService(json({ data: [] }));
      const { service, server } = await startClient((response) =>
        response.writeHead(status, { location: `${other.origin}/v2/stolen` }).end(),
      );
      expect(await failureIn(service.call('accounts.list'))).toMatchObject({ kind: 'redirected' });
      expect(await failureIn(service.call('accounts.filter', { body: {} }))).toMatchObject({
        kind: 'redirected',
      });
      expect(await failureIn(service.call('advisorCodes.create', { body: code }))).toMatchObject({
        kind: 'redirected',
      });
      expect(other.requests).toEqual([]);
      expect(server.requests).toHaveLength(3); // none of them was retried
    });
  }

  it('refuses a redirect to the same origin', async () => {
    const { service, server } = await startClient((response) =>
      response.writeHead(302, { location: '/v3' }).end(),
    );
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('redirected');
    expect(server.requests).toHaveLength(1);
  });

  it('refuses a redirected sign-in, and sends nothing to the new address', async () => {
    const other = await startTestService(json({}));
    const { service } = await startClient(
      (response) => response.writeHead(307, { location: `${other.origin}/token` }).end(),
      password,
    );
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('redirected');
    expect(other.requests).toEqual([]);
  });
});

describe('a request', () => {
  it('sends the credential to the configured addresses only, and without cookies', async () => {
    const { service, server } = await startClient(goodResponse);
    await service.call('accounts.list');
    await service.call('apiKeys.list');
    expect(server.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v2/account-management/accounts', `Bearer ${API_KEY}`],
      ['/auth/v2/auth-management/api-keys', `Bearer ${API_KEY}`],
    ]);
    expect(server.requests[0]?.headers).toMatchObject({
      'user-agent': 'FirmDesk',
      accept: 'application/json',
    });
    expect(server.requests[0]?.headers.cookie).toBeUndefined();
  });

  it('keeps the credential and tax IDs out of failures, whatever the service echoes', async () => {
    const echo: Behavior = (response, { headers }, count) =>
      json(
        { message: `bad ${headers.authorization}`, validation_errors: [`key ${API_KEY} for 123-45-6789`] },
        400,
      )(response, { headers } as never, count);
    const { service } = await startClient(echo);
    const failure = await failureIn(service.call('accounts.list'));
    expect(failure.kind).toBe('refused');
    expect(JSON.stringify(failure)).not.toContain(API_KEY);
    expect(JSON.stringify(failure)).not.toContain('6789');
  });

  it('keeps a tax ID in an address out of failures', async () => {
    const { service, clock } = await startClient(hangUp);
    const call = failureIn(service.call('taxIds.tokenizeOne', { path: { taxid: '123-45-6789' } }));
    expect(JSON.stringify(await call)).not.toContain('6789');
    expect(clock.timers).toBe(0);
  });

  it('escapes path values, which cannot change the address', async () => {
    const { service, server } = await startClient(json('token'));
    await service.call('taxIds.tokenizeOne', { path: { taxid: '../../../x?y#z' } });
    expect(server.requests[0]?.path).toBe('/v2/account-management/tax-id/..%2F..%2F..%2Fx%3Fy%23z');
    expect((await failureIn(service.call('taxIds.tokenizeOne', { path: { taxid: '..' } }))).kind).toBe(
      'unexpected',
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe('a refused credential', () => {
  it('reports a refused key at once, to the caller and to the hook', async () => {
    const { service, server, refusals } = await startClient(json({ message: 'Unauthorized' }, 401));
    const failure = await failureIn(service.call('accounts.list'));
    expect(failure).toMatchObject({ kind: 'credential-refused', status: 401, reasons: ['Unauthorized'] });
    expect(refusals).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
  });

  /** Returns a service that signs in, refreshes the sign-in, and accepts only the newest token. */
  function signInService() {
    const grants: string[] = [];
    let valid = '';
    const behave: Behavior = (response, request, count) => {
      if (request.path.endsWith('/oauth2/token')) {
        grants.push(String(new URLSearchParams(request.body).get('grant_type')));
        valid = `token-${grants.length}`;
        json({ ExpiresIn: 3600, TokenType: 'Bearer', IdToken: valid, RefreshToken: 'refresh-1' })(
          response,
          request,
          count,
        );
      } else if (request.headers.authorization === `Bearer ${valid}`) goodResponse(response, request, count);
      else json({ message: 'Unauthorized' }, 401)(response, request, count);
    };
    return { behave, grants, revoke: () => (valid = 'none') };
  }

  it('refreshes a sign-in once and repeats the call, even a write', async () => {
    const { behave, grants, revoke } = signInService();
    const { service, server } = await startClient(behave, password);
    await service.call('accounts.list');
    revoke();
    await service.call('accounts.list');
    revoke();
    await service.call('billingGroups.createFromHouseholds');
    expect(grants).toEqual(['password', 'refresh_token', 'refresh_token']);
    const sent = server.requests.filter(({ path }) => path.endsWith('create-from-households'));
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-2', 'Bearer token-3']);
  });

  it('signs in, and refreshes the sign-in, once for all waiting calls', async () => {
    const { behave, grants, revoke } = signInService();
    const { service } = await startClient(behave, password);
    await Promise.all([1, 2, 3, 4].map(() => service.call('accounts.list')));
    revoke();
    await Promise.all([1, 2, 3, 4].map(() => service.call('accounts.list')));
    expect(grants).toEqual(['password', 'refresh_token']);
  });

  it('refreshes a sign-in before it expires', async () => {
    const { behave, grants } = signInService();
    const { service, clock, server } = await startClient(behave, password);
    await service.call('accounts.list');
    clock.advance(54 * 60_000);
    await service.call('accounts.list');
    clock.advance(2 * 60_000);
    await service.call('accounts.list');
    expect(grants).toEqual(['password', 'refresh_token']);
    expect(server.requests.some(({ headers }) => headers.authorization === 'Bearer token-2')).toBe(true);
  });

  it('falls back to the password, then to the user, if the refresh token is invalid', async () => {
    let isPasswordWrong = false;
    const behave: Behavior = (response, request, count) => {
      const form = new URLSearchParams(request.body);
      if (!request.path.endsWith('/oauth2/token'))
        json({ message: 'Unauthorized' }, 401)(response, request, count);
      else if (form.get('grant_type') === 'refresh_token' || isPasswordWrong)
        json({ message: 'no' }, 400)(response, request, count);
      else json({ ExpiresIn: 3600, IdToken: 'id', RefreshToken: 'r' })(response, request, count);
    };
    const { service, server, refusals } = await startClient(behave, password);
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('credential-refused');
    // Null for requests that are not sign-ins.
    expect(server.requests.map(({ body }) => new URLSearchParams(body).get('grant_type'))).toEqual([
      'password',
      null,
      'refresh_token',
      'password',
      null,
    ]);
    isPasswordWrong = true;
    const fresh = await startClient(behave, password);
    const failure = await failureIn(fresh.service.call('accounts.list'));
    expect(failure.kind).toBe('credential-refused');
    expect(JSON.stringify(failure)).not.toContain('hunter');
    expect(refusals.length + fresh.refusals.length).toBe(2);
  });

  it.each<[string, Behavior]>([
    ['drops the connection', hangUp],
    ['answers 502', json({ message: 'bad gateway' }, 502)],
    ['redirects', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['is missing', json({ message: 'no' }, 404)],
    ['returns no token', json({ message: 'welcome' })],
    ['returns a token that no header can carry', json({ IdToken: 'a token' })],
  ])('leaves a write unsent if the sign-in %s, also after a 401', async (_, failSignIn) => {
    const { behave, revoke } = signInService();
    let doesSignInFail = true;
    const { service, server, clock } = await startClient(
      (response, request, count) =>
        (doesSignInFail && request.path.endsWith('/oauth2/token') ? failSignIn : behave)(
          response,
          request,
          count,
        ),
      password,
    );
    const outcomeOfWrite = async () => {
      let outcome: { readonly state: string; readonly status?: number | undefined } | undefined;
      service.call('billingGroups.createFromHouseholds').then(
        () => (outcome = { state: 'done' }),
        (error: unknown) => {
          const { state, failure } = writeOutcomeOf(error);
          outcome = { state, status: failure.status };
        },
      );
      while (outcome === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        if (clock.timers === 1) clock.advance(60_000); // the sign-in waits to be retried
      }
      return outcome;
    };
    // Without the status of the sign-in: the service did not turn the write away.
    expect(await outcomeOfWrite()).toEqual({ state: 'not-sent', status: undefined });
    expect(server.requests.some(({ path }) => path.endsWith('create-from-households'))).toBe(false);
    doesSignInFail = false;
    await service.call('accounts.list');
    revoke();
    doesSignInFail = true;
    // The status of the write's own response: a gateway may send it after the work was done (wire facts B16).
    expect(await outcomeOfWrite()).toEqual({ state: 'not-sent', status: 401 });
  });

  it('uses a replaced credential for the calls after a refusal', async () => {
    const { service, server } = await startClient((response, request, count) =>
      request.headers.authorization === 'Bearer another-key'
        ? goodResponse(response, request, count)
        : json({ message: 'Unauthorized' }, 401)(response, request, count),
    );
    await failureIn(service.call('accounts.list'));
    service.setCredential({ kind: 'api-key', key: 'another-key' });
    await service.call('accounts.list');
    expect(server.requests).toHaveLength(2);
  });

  it.each(['line\nbreak-key', 'schlüssel-key', 'two words'])(
    'reports the invalid credential %j before anything is sent, even for a write',
    async (key) => {
      const { service, server } = await startClient(goodResponse, { kind: 'api-key', key });
      expect((await failureIn(service.call('accounts.list'))).kind).toBe('credential-unusable');
      expect((await failureIn(service.call('advisorCodes.create', { body: code }))).kind).toBe(
        'credential-unusable',
      );
      expect(server.requests).toEqual([]);
    },
  );

  it('reports an invalid sign-in token as an unusable credential', async () => {
    const { service, server } = await startClient(json({ ExpiresIn: 3600, IdToken: 'a\nb' }), password);
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('credential-unusable');
    expect(server.requests).toHaveLength(1);
  });

  it('fails without a request if the credential is missing', async () => {
    const server = await startTestService(goodResponse);
    const { baseUrl, authUrl } = server;
    const service = new Service({ fetch: globalThis.fetch, baseUrl, authUrl, credential: null });
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('credential-refused');
    expect(server.requests).toEqual([]);
  });
});
