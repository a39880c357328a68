import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Credential } from '../../preload/contract/connection';
import type { Failure } from '../../preload/contract/failure';
import { FailureError } from '../../preload/contract/failure';
import { createService } from '../../main/engine/service/client';
import { FakeClock } from '../support/fake-clock';
import {
  closeDelimited,
  dropped,
  hangUp,
  inTurn,
  json,
  listAnswer,
  page,
  plain,
  silent,
  startMisbehaving,
  type Behaviour,
  type MisbehavingService,
} from '../support/misbehaving-service';

const KEY = 'the-secret-key-of-the-firm';
const apiKey: Credential = { kind: 'api-key', key: KEY };
const password: Credential = { kind: 'password', username: 'owner', password: 'hunter two' };

const services: MisbehavingService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function started(behave: Behaviour): Promise<MisbehavingService> {
  const service = await startMisbehaving(behave);
  services.push(service);
  return service;
}

async function client(behave: Behaviour, credential = apiKey) {
  const server = await started(behave);
  const clock = new FakeClock();
  const refusals: Failure[] = [];
  const { baseUrl, authUrl } = server;
  const service = createService({
    fetch: globalThis.fetch,
    baseUrl,
    authUrl,
    credential,
    clock,
    random: () => 0.5,
    onUnauthorized: (problem) => refusals.push(problem),
  });
  return { server, clock, service, refusals };
}

const failureIn = async (call: Promise<unknown>): Promise<Failure> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error('It succeeded.');
};

const code = { firm_id: 39, code: 'AB1', source: 'PER' } as const;
const accounts = [{ id: 1, name: 'A' }];
const good: Behaviour = (response, seen, count) => json(listAnswer(accounts, seen))(response, seen, count);

describe('redirects', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`${status} to another origin is refused, and nothing arrives there`, async () => {
      const other = await started(json({ data: [] }));
      const { service, server } = await client((response) =>
        response.writeHead(status, { location: `${other.origin}/v2/stolen` }).end(),
      );
      expect(await failureIn(service.call('accounts.list'))).toMatchObject({ kind: 'redirected' });
      expect(await failureIn(service.call('accounts.filter', { body: {} }))).toMatchObject({
        kind: 'redirected',
      });
      expect(await failureIn(service.call('advisorCodes.create', { body: code }))).toMatchObject({
        kind: 'redirected',
      });
      expect(other.seen).toEqual([]);
      expect(server.seen).toHaveLength(3); // none of them was tried again
    });
  }

  it('to the same origin is refused too', async () => {
    const { service, server } = await client((response) =>
      response.writeHead(302, { location: '/v3' }).end(),
    );
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('redirected');
    expect(server.seen).toHaveLength(1);
  });

  it('of a sign-in is refused before the password can leave', async () => {
    const other = await started(json({}));
    const { service } = await client(
      (response) => response.writeHead(307, { location: `${other.origin}/token` }).end(),
      password,
    );
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('redirected');
    expect(other.seen).toEqual([]);
  });
});

describe('the credential', () => {
  it('goes to the addresses that were given and into nothing else', async () => {
    const { service, server } = await client(good);
    await service.call('accounts.list');
    await service.call('apiKeys.list');
    expect(server.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/v2/account-management/accounts', `Bearer ${KEY}`],
      ['/auth/v2/auth-management/api-keys', `Bearer ${KEY}`],
    ]);
    expect(server.seen[0]?.headers).toMatchObject({ 'user-agent': 'FirmDesk', accept: 'application/json' });
    expect(server.seen[0]?.headers.cookie).toBeUndefined();
  });

  it('never shows up in a failure, whatever the service echoes', async () => {
    const echo: Behaviour = (response, { headers }, count) =>
      json(
        { message: `bad ${headers.authorization}`, validation_errors: [`key ${KEY} for 123-45-6789`] },
        400,
      )(response, { headers } as never, count);
    const { service } = await client(echo);
    const problem = await failureIn(service.call('accounts.list'));
    expect(problem.kind).toBe('refused');
    expect(JSON.stringify(problem)).not.toContain(KEY);
    expect(JSON.stringify(problem)).not.toContain('6789');
  });

  it('a tax id in an address never shows up in a failure', async () => {
    const { service, clock } = await client(hangUp);
    const call = failureIn(service.call('taxIds.tokenizeOne', { path: { taxid: '123-45-6789' } }));
    expect(JSON.stringify(await call)).not.toContain('6789');
    expect(clock.timers).toBe(0);
  });

  it('cannot be led elsewhere by a value in the path', async () => {
    const { service, server } = await client(json('token'));
    await service.call('taxIds.tokenizeOne', { path: { taxid: '../../../x?y#z' } });
    expect(server.seen[0]?.path).toBe('/v2/account-management/tax-id/..%2F..%2F..%2Fx%3Fy%23z');
    expect((await failureIn(service.call('taxIds.tokenizeOne', { path: { taxid: '..' } }))).kind).toBe(
      'unexpected',
    );
    expect(server.seen).toHaveLength(1);
  });
});

describe('a refused credential', () => {
  it('that is a key is told at once, to whoever asks and to the hook', async () => {
    const { service, server, refusals } = await client(json({ message: 'Unauthorized' }, 401));
    const problem = await failureIn(service.call('accounts.list'));
    expect(problem).toMatchObject({ kind: 'credential-refused', status: 401, reasons: ['Unauthorized'] });
    expect(refusals).toHaveLength(1);
    expect(server.seen).toHaveLength(1);
  });

  /** Signs in, refreshes, and takes only the newest token. */
  function signing() {
    const grants: string[] = [];
    let valid = '';
    const behave: Behaviour = (response, seen, count) => {
      if (seen.path.endsWith('/oauth2/token')) {
        grants.push(String(new URLSearchParams(seen.body).get('grant_type')));
        valid = `token-${grants.length}`;
        json({ ExpiresIn: 3600, TokenType: 'Bearer', IdToken: valid, RefreshToken: 'refresh-1' })(
          response,
          seen,
          count,
        );
      } else if (seen.headers.authorization === `Bearer ${valid}`) good(response, seen, count);
      else json({ message: 'Unauthorized' }, 401)(response, seen, count);
    };
    return { behave, grants, revoke: () => (valid = 'none') };
  }

  it('that is a sign-in is refreshed once, and the call goes out again, even a write', async () => {
    const { behave, grants, revoke } = signing();
    const { service, server } = await client(behave, password);
    await service.call('accounts.list');
    revoke();
    await service.call('accounts.list');
    revoke();
    await service.call('billingGroups.createFromHouseholds');
    expect(grants).toEqual(['password', 'refresh_token', 'refresh_token']);
    const sent = server.seen.filter(({ path }) => path.endsWith('create-from-households'));
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-2', 'Bearer token-3']);
  });

  it('is asked for once, however many calls wait', async () => {
    const { behave, grants, revoke } = signing();
    const { service } = await client(behave, password);
    await Promise.all([1, 2, 3, 4].map(() => service.call('accounts.list')));
    revoke();
    await Promise.all([1, 2, 3, 4].map(() => service.call('accounts.list')));
    expect(grants).toEqual(['password', 'refresh_token']);
  });

  it('is refreshed before it expires', async () => {
    const { behave, grants } = signing();
    const { service, clock, server } = await client(behave, password);
    await service.call('accounts.list');
    clock.advance(54 * 60_000);
    await service.call('accounts.list');
    clock.advance(2 * 60_000);
    await service.call('accounts.list');
    expect(grants).toEqual(['password', 'refresh_token']);
    expect(server.seen.some(({ headers }) => headers.authorization === 'Bearer token-2')).toBe(true);
  });

  it('falls back to the password when the refresh token is used up, and to the person when that is wrong', async () => {
    let wrong = false;
    const behave: Behaviour = (response, seen, count) => {
      const form = new URLSearchParams(seen.body);
      if (!seen.path.endsWith('/oauth2/token')) json({ message: 'Unauthorized' }, 401)(response, seen, count);
      else if (form.get('grant_type') === 'refresh_token' || wrong)
        json({ message: 'no' }, 400)(response, seen, count);
      else json({ ExpiresIn: 3600, IdToken: 'id', RefreshToken: 'r' })(response, seen, count);
    };
    const { service, server, refusals } = await client(behave, password);
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('credential-refused');
    expect(server.seen.map(({ body }) => new URLSearchParams(body).get('grant_type'))).toEqual([
      'password',
      null,
      'refresh_token',
      'password',
      null,
    ]);
    wrong = true;
    const fresh = await client(behave, password);
    const problem = await failureIn(fresh.service.call('accounts.list'));
    expect(problem.kind).toBe('credential-refused');
    expect(JSON.stringify(problem)).not.toContain('hunter');
    expect(refusals.length + fresh.refusals.length).toBe(2);
  });

  it('gives way to another one, for calls that were refused too', async () => {
    const { service, server } = await client((response, seen, count) =>
      seen.headers.authorization === 'Bearer another-key'
        ? good(response, seen, count)
        : json({ message: 'Unauthorized' }, 401)(response, seen, count),
    );
    await failureIn(service.call('accounts.list'));
    service.setCredential({ kind: 'api-key', key: 'another-key' });
    await service.call('accounts.list');
    expect(server.seen).toHaveLength(2);
  });

  it('that is missing fails without a request', async () => {
    const server = await started(good);
    const { baseUrl, authUrl } = server;
    const service = createService({ fetch: globalThis.fetch, baseUrl, authUrl, credential: null });
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('credential-refused');
    expect(server.seen).toEqual([]);
  });
});

describe('a busy or broken service', () => {
  it('is waited for as long as Retry-After says', async () => {
    const { service, clock, server } = await client(
      inTurn(json({ message: 'slow down' }, 429, { 'retry-after': '7' }), good),
    );
    const call = service.call('accounts.list');
    expect(await clock.wake()).toBe(7_000);
    expect((await call).records).toHaveLength(1);
    expect(server.seen).toHaveLength(2);
  });

  it('is waited for until the date that Retry-After gives, but never more than two minutes', async () => {
    const { service, clock } = await client((response, seen, count) => {
      const date = new Date(clock.now() + 30_000).toUTCString();
      const waits = [date, '86400', 'tomorrow'];
      if (count < 3) json({}, 429, { 'retry-after': waits[count] ?? '' })(response, seen, count);
      else good(response, seen, count);
    });
    const call = service.call('accounts.filter', { body: {} });
    expect(await clock.wake()).toBeGreaterThan(28_000);
    expect(await clock.wake()).toBe(120_000);
    expect(await clock.wake()).toBe(2_000); // the third of our own waits
    await call;
  });

  it('is asked five times in all, each wait longer than the last', async () => {
    const { service, clock, server } = await client(json({ message: 'try later', event_id: 'E-77' }, 503));
    const call = failureIn(service.call('accounts.list'));
    expect([await clock.wake(), await clock.wake(), await clock.wake(), await clock.wake()]).toEqual([
      500, 1_000, 2_000, 4_000,
    ]);
    expect(await call).toMatchObject({
      kind: 'service-broken',
      status: 503,
      reasons: ['try later', 'Event E-77'],
    });
    expect(server.seen).toHaveLength(5);
  });

  it('can be given up while it is waited for', async () => {
    const { service, clock } = await client(json({}, 429, { 'retry-after': '60' }));
    const abort = new AbortController();
    const call = failureIn(service.call('accounts.list', { signal: abort.signal }));
    await clock.asleep();
    abort.abort();
    expect((await call).kind).toBe('cancelled');
    expect(clock.timers).toBe(0);
  });

  it('that gives up after three minutes is not asked the same again', async () => {
    const { service, server } = await client(page(504));
    expect(await failureIn(service.page('accounts.list', { page: 1, limit: 10_000 }))).toMatchObject({
      kind: 'timeout',
      status: 504,
    });
    expect(server.seen).toHaveLength(1);
  });
});

describe('answers that are not the service’s', () => {
  it('statuses are told apart', async () => {
    const kinds: Record<number, string> = {};
    for (const status of [400, 403, 404, 409, 429, 501]) {
      const { service } = await client(json({ message: 'no' }, status));
      kinds[status] = (await failureIn(service.call('advisorCodes.create', { body: code }))).kind;
    }
    expect(kinds).toEqual({
      400: 'refused',
      403: 'not-allowed',
      404: 'not-found',
      409: 'conflict',
      429: 'busy',
      501: 'unknown-outcome',
    });
  });

  it('reasons come from message and validation_errors', async () => {
    const { service } = await client(
      json({ message: 'Invalid', validation_errors: ['name is missing', 'weight is text', 7] }, 400),
    );
    const problem = await failureIn(service.call('advisorCodes.create', { body: code }));
    expect(problem.reasons).toEqual(['Invalid', 'name is missing', 'weight is text']);
  });

  it('a web page is not the service, and its text is not a reason', async () => {
    for (const behave of [page(200), page(404), plain('<html>hello</html>', 200, 'application/json')]) {
      const { service } = await client(behave);
      const problem = await failureIn(service.call('accounts.list'));
      expect(problem.kind).toBe('not-the-service');
      expect(problem.reasons).toBeUndefined();
    }
    const { service, clock } = await client(page(502));
    const call = failureIn(service.call('accounts.list'));
    for (let wait = 0; wait < 4; wait++) await clock.wake();
    expect(await call).toMatchObject({ kind: 'service-broken', status: 502 });
  });

  it('JSON of another product is not the service', async () => {
    const { service } = await client(json({ message: 'hello' }));
    expect((await failureIn(service.call('apiKeys.list'))).kind).toBe('not-the-service');
  });

  it('types that do not fit cost nothing but a mark on their record', async () => {
    const odd = [
      { id: '007', name: 42, number: 12345, status: 'dormant', surprise: { a: 1 } },
      { id: 2, benchmarks_ids: 'none', required_cash: { amount: 3 } },
      'not even a record',
    ];
    const { service } = await client((response, seen, count) =>
      json(listAnswer(odd, seen))(response, seen, count),
    );
    const { records } = await service.call('accounts.list');
    expect(records.map(({ fits }) => fits)).toEqual([true, false, false]);
    expect(records[0]?.record).toMatchObject({ id: '007', surprise: { a: 1 } });
    expect(records.map(({ raw }) => JSON.parse(raw) as unknown)).toEqual(odd);
    expect(records[1]).toMatchObject({ drift: ['benchmarks_ids', 'required_cash'] });
  });

  it('digits survive reading', async () => {
    const text = '{"has_next":false,"total_items":1,"data":[{"id":9007199254740993, "required_cash":0.10}]}';
    const { service } = await client(plain(text, 200, 'application/json'));
    const { records } = await service.call('accounts.list');
    expect(records[0]?.raw).toBe('{"id":9007199254740993, "required_cash":0.10}');
  });
});

describe('answers that are cut', () => {
  const whole = JSON.stringify({ object: 'list', has_next: false, total_items: 1, data: accounts });

  it('in a way that raises no error are noticed, and read again', async () => {
    const { service, clock, server } = await client(
      inTurn(
        closeDelimited(whole.slice(0, -3)),
        closeDelimited(''),
        dropped(whole.slice(0, 20)),
        hangUp,
        good,
      ),
    );
    const call = service.call('accounts.list');
    for (let wait = 0; wait < 4; wait++) await clock.wake();
    expect((await call).records).toHaveLength(1);
    expect(server.seen).toHaveLength(5);
  });

  it('even where the cut looks like an end', async () => {
    const { service, clock } = await client(
      inTurn(closeDelimited('{"has_next":false,"data":[{"id":1}'), good),
    );
    const call = service.call('accounts.list');
    await clock.wake();
    expect((await call).records).toHaveLength(1);
  });

  it('again and again are told', async () => {
    const { service, clock } = await client(closeDelimited(whole.slice(0, -3)));
    const call = failureIn(service.page('accounts.list', { page: 1, limit: 10 }));
    for (let wait = 0; wait < 4; wait++) await clock.wake();
    expect((await call).kind).toBe('cut-short');
  });

  it('of a download reach the one who reads it', async () => {
    const { service } = await client((response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': 100 });
      response.write('PK', () => setImmediate(() => response.destroy()));
    });
    const response = await service.download('feeUploadFiles.download', { path: { id: 3 } });
    expect((await failureIn(response.arrayBuffer())).kind).toBe('cut-short');
  });

  it('a download that is a message and no archive is refused', async () => {
    const { service } = await client(json({ message: 'no such file' }));
    expect((await failureIn(service.download('feeUploadFiles.download', { path: { id: 3 } }))).kind).toBe(
      'not-the-service',
    );
  });
});

describe('silence', () => {
  it('ends a read after its time, without asking again', async () => {
    const { service, clock, server } = await client(silent);
    const call = failureIn(service.page('accounts.list', { page: 1, limit: 10 }));
    await clock.until(() => clock.timers === 2 && server.seen.length <= 1);
    clock.advance(200_000);
    expect((await call).kind).toBe('timeout');
    expect(clock.timers).toBe(0);
  });

  it('in the middle of an answer ends it too', async () => {
    let began!: () => void;
    const beginning = new Promise<void>((resolve) => (began = resolve));
    const { service, clock } = await client((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":[', () => began());
    });
    const call = failureIn(service.page('accounts.list', { page: 1, limit: 10 }));
    await beginning;
    clock.advance(100_000);
    // The piece that arrived may have been heard before or after: two silences are enough in any case.
    const end = setInterval(() => clock.advance(200_000), 5);
    onTestFinished(() => clearInterval(end));
    expect((await call).kind).toBe('timeout');
  });

  it('ends when the caller loses patience', async () => {
    const { service, clock, server } = await client(silent);
    const abort = new AbortController();
    const call = failureIn(service.call('accounts.list', { signal: abort.signal }));
    await clock.until(() => clock.timers === 2);
    abort.abort();
    expect((await call).kind).toBe('cancelled');
    expect(server.seen.length).toBeLessThanOrEqual(1);
    expect((await failureIn(service.call('accounts.list', { signal: abort.signal }))).kind).toBe('cancelled');
  });
});

describe('a write', () => {
  const outcomes: [string, Behaviour][] = [
    ['whose line drops', hangUp],
    ['that a gateway breaks', page(502)],
    ['that the service fails at', json({ message: 'boom' }, 500)],
    ['whose answer is cut', closeDelimited('{"id":1,"co')],
    ['that is answered by a web page', page(200)],
  ];
  for (const [name, behave] of outcomes) {
    it(`${name} is sent once, and its outcome is called unknown`, async () => {
      const { service, server } = await client(behave);
      const problem = await failureIn(service.call('advisorCodes.create', { body: code }));
      expect(problem.kind).toBe('unknown-outcome');
      expect(server.seen).toHaveLength(1);
    });
  }

  it('goes over a connection of its own, so that no layer below can send it again', async () => {
    const modes: string[] = [];
    const server = await started(good);
    const service = createService({
      ...server,
      credential: apiKey,
      fetch: (request) => {
        modes.push(`${request.method} ${request.credentials}`);
        return globalThis.fetch(request);
      },
    });
    await service.call('accounts.list');
    await service.call('billingGroups.createFromHouseholds');
    expect(modes).toEqual(['GET omit', 'POST include']);
    expect(server.seen.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
  });

  it('that is stopped on its way has an unknown outcome', async () => {
    const { service, clock, server } = await client(silent);
    const abort = new AbortController();
    const body = [{ id: 1 }];
    const call = failureIn(service.call('accounts.putMany', { body, signal: abort.signal }));
    await clock.until(() => clock.timers === 2);
    abort.abort();
    expect((await call).kind).toBe('unknown-outcome');
    expect(server.seen.length).toBeLessThanOrEqual(1);
  });

  it('that is refused has a known one', async () => {
    const { service } = await client(json({ message: 'no' }, 400));
    expect((await failureIn(service.call('advisorCodes.create', { body: code }))).kind).toBe('refused');
  });

  it('may be answered by JSON, by words or by nothing', async () => {
    const answers: Behaviour[] = [
      json({ message: 'OK', id: 7 }),
      json({ n: '1', ids: [7] }, 201),
      json({ object: 'list', data: { id: 7 }, total_items: 1 }),
      plain('OK'),
      (response) => response.writeHead(204).end(),
    ];
    const removed = [];
    for (const behave of answers) {
      const { service } = await client(behave);
      removed.push(await service.call('advisorCodes.remove', { path: { id: 7 } }));
    }
    expect(removed).toEqual([
      { ids: ['7'], n: 1 },
      { ids: ['7'], n: 1 },
      { ids: ['7'], n: 1 },
      { ids: [], n: null },
      { ids: [], n: null },
    ]);
    const { service } = await client((response) => response.writeHead(201).end());
    expect(await service.call('advisorCodes.create', { body: code })).toMatchObject({ raw: '', fits: false });
  });
});

describe('an address', () => {
  it('where nothing listens is wrong until it has answered once, and offline afterwards', async () => {
    const { service, server } = await client(good);
    const { baseUrl, authUrl } = server;
    const stranger = createService({ fetch: globalThis.fetch, baseUrl, authUrl, credential: apiKey });
    await service.call('accounts.list');
    await server.close();
    services.length = 0;
    expect((await failureIn(stranger.call('accounts.list'))).kind).toBe('wrong-address');
    expect((await failureIn(service.call('accounts.list'))).kind).toBe('offline');
  });
});
