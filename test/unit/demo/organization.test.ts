import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CODES, DemoFirmClient, type DemoJson } from './demo-firm-client';

let production: DemoFirmClient;
let sandbox: DemoFirmClient;
beforeAll(async () => {
  production = await DemoFirmClient.start({ accounts: 200 });
  sandbox = await DemoFirmClient.start({ accounts: 200, application: 'sandbox' });
});
afterAll(() => Promise.all([production.close(), sandbox.close()]));

const code = { firm_id: 39, code: 'NEW-code_1', source: 'IBK' };

describe('advisor codes of a production application', () => {
  test('are created and deleted, one at a time and in bulk', async () => {
    const before = await production.all(CODES, 1000);
    const created = await production.requestOk('POST', CODES, code);
    expect(created).toMatchObject({ object: 'org.advisor_code', ...code });
    expect(await production.all(CODES, 1000)).toEqual([...before, created]);
    expect(await production.requestOk('DELETE', `${CODES}/${String(created['id'])}`)).toEqual({
      message: 'OK',
      id: created['id'],
    });
    const bodies = ['A', 'B'].map((text) => ({ ...code, code: text }));
    const many = await production.requestOk<DemoJson[]>('POST', `${CODES}/create-many`, bodies);
    const ids = many.map((row) => row['id']);
    expect(many).toMatchObject(bodies);
    expect(await production.requestOk('POST', `${CODES}/delete-many`, { ids: [...ids, 1] })).toEqual({
      n: 2,
      ids,
    });
    expect(await production.all(CODES, 1000)).toEqual(before);
  });

  test('are refused for invalid characters, custodians or firms, and for duplicates', async () => {
    expect(await production.requestRefused('POST', CODES, { ...code, code: 'a b' })).toContain('code');
    expect(await production.requestRefused('POST', CODES, { ...code, source: 'XYZ' })).toContain('source');
    expect(await production.requestRefused('POST', CODES, { ...code, firm_id: 1 })).toContain('firm');
    const [known] = (await production.get(CODES)).data;
    expect(await production.requestRefused('POST', CODES, known)).toContain('mapped already');
    expect((await production.send('DELETE', `${CODES}/1`)).status).toBe(404);
  });
});

test('a sandbox application changes no advisor codes on create and delete', async () => {
  const before = await sandbox.all(CODES, 1000);
  expect(before.map((row) => row['code'])).toContain('SBX-F39');
  const id = before[0]?.['id'];
  await sandbox.requestOk('POST', CODES, code);
  const many = await sandbox.requestOk<DemoJson[]>('POST', `${CODES}/create-many`, [
    code,
    { ...code, code: 'OTHER' },
  ]);
  expect(new Set(many.map((row) => row['id'])).size).toBe(2);
  await sandbox.requestOk('DELETE', `${CODES}/${String(id)}`);
  await sandbox.requestOk('POST', `${CODES}/delete-many`, { ids: [id] });
  expect(await sandbox.all(CODES, 1000)).toEqual(before);
});

describe('a release-of-information request', () => {
  const request = {
    custodian: 'PER',
    advisor_codes: ['4UJ'],
    owner_name: 'Violet Juns',
    firm_name: 'Juniper Harbor Wealth',
    sender_name: 'Amara Okafor',
    cc_emails: ['cc@example.com'],
    reply_to_emails: ['reply@example.com'],
  };
  const PATH = '/org/roi-requests/send-request';

  test('returns the request and its outcome', async () => {
    const response = await production.requestOk('POST', PATH, request);
    expect(response).toMatchObject({ ...request, status: 'Sent', object: 'org.roi_request' });
    expect(response['id']).toEqual(expect.any(Number));
    const bounced = { ...request, cc_emails: ['x@bounce.example'] };
    expect(await production.requestOk('POST', PATH, bounced)).toMatchObject({ status: 'Error' });
  });

  test('is refused for missing fields, and for custodians that do not accept email', async () => {
    expect(await production.requestRefused('POST', PATH, { ...request, custodian: 'SWB' })).toContain('SWB');
    for (const field of Object.keys(request)) {
      const lacking = Object.fromEntries(Object.entries(request).filter(([name]) => name !== field));
      expect(await production.requestRefused('POST', PATH, lacking)).toContain(field);
    }
    expect(await production.requestRefused('POST', PATH, { ...request, advisor_codes: [] })).toContain(
      'advisor_codes',
    );
    expect(
      await production.requestRefused('POST', PATH, { ...request, reply_to_emails: ['no address'] }),
    ).toContain('reply_to');
  });
});
