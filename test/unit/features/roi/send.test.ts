import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, failureOf } from '#contract/failure';
import { RETRY_MS } from '#engine/features/roi/held-outcomes';
import { RoiHarness, DRAFT_CONTENT, createDeferred } from './harness';

let bench: RoiHarness;
beforeEach(() => void (bench = new RoiHarness()));
afterEach(() => bench.end());

const kindOf = async (work: Promise<unknown>) =>
  failureOf(
    await work.then(
      () => new Error('did not fail'),
      (error: unknown) => error,
    ),
  ).kind;

describe('sending a request', () => {
  it('sends exactly the text of the preview, and stores it with the response', async () => {
    const draft = bench.draft();
    const { json } = bench.roi.preview(draft);
    const request = await bench.sendDraft(draft);
    expect(bench.receivedBodies).toEqual([json]);
    expect(JSON.parse(json)).toEqual({
      custodian: 'PER',
      advisor_codes: ['7AB', '7AC'],
      owner_name: 'Ann Lee',
      firm_name: 'Harborview Wealth',
      sender_name: 'Tom Park',
      cc_emails: ['ops@harborview.example'],
      reply_to_emails: ['ann@harborview.example'],
    });
    expect(request).toMatchObject({ state: 'sent', json, day: '2026-11-20', answer: { status: 'Sent' } });
    expect(bench.roi.overview()).toMatchObject({ drafts: [], requests: [{ id: request.id }] });
  });

  it('keeps the draft on a read-only connection, without a request or a log entry', async () => {
    const draft = bench.draft();
    bench.isReadOnly = true;
    bench.restart();
    expect(await kindOf(bench.sendDraft(draft))).toBe('read-only');
    expect(bench.receivedBodies).toEqual([]);
    expect(bench.roi.overview()).toMatchObject({ drafts: [{ id: draft }], requests: [] });
    expect(bench.log.list({}, 0, 10).total).toBe(0);
  });

  it('sends once for two simultaneous calls, which return the same request', async () => {
    const answer = createDeferred<{ status: string }>();
    bench.answer = () => answer.promise;
    const draft = bench.draft();
    const { json } = bench.roi.preview(draft);
    const both = [1, 2].map(() => bench.roi.send({ draft, json, seen: [] }));
    expect(bench.roi.overview().requests).toMatchObject([{ state: 'sending' }]);
    answer.settle({ status: 'Sent' });
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(bench.receivedBodies).toHaveLength(1);
  });

  it('never sends twice, and a late save does not restore the draft', async () => {
    const draft = bench.draft();
    const { json } = bench.roi.preview(draft);
    const first = await bench.sendDraft(draft);
    expect((await bench.roi.send({ draft, json, seen: [] })).id).toBe(first.id);
    expect(bench.receivedBodies).toHaveLength(1);
    expect(() => bench.store.drafts.save(draft, { ...DRAFT_CONTENT, ownerName: 'x' })).toThrow('not-found');
    expect(bench.roi.draft(draft)).toMatchObject({ draft: null, request: { id: first.id } });
  });

  it('stores the request before anything leaves', async () => {
    let state: string | undefined;
    bench.answer = () => {
      state = bench.roi.overview().requests[0]?.state;
      return Promise.resolve({ status: 'Sent' });
    };
    await bench.sendDraft(bench.draft());
    expect(state).toBe('sending');
  });

  it('has an unknown outcome if killed while sending, and is not sent again', async () => {
    bench.answer = () => new Promise(() => undefined);
    const draft = bench.draft();
    const { json } = bench.roi.preview(draft);
    void bench.sendDraft(draft);
    bench.restart();
    const [request] = bench.roi.overview().requests;
    expect(request).toMatchObject({ state: 'unknown', json });
    expect(await bench.roi.send({ draft, json, seen: [] })).toMatchObject({
      id: request?.id,
      state: 'unknown',
    });
    expect(bench.receivedBodies).toHaveLength(1);
  });

  it('has an unknown outcome if the response is lost', async () => {
    bench.answer = () => Promise.reject(fail('unknown-outcome', { cause: 'cut-short' }));
    expect(await bench.sendDraft(bench.draft())).toMatchObject({
      state: 'unknown',
      failure: { kind: 'unknown-outcome' },
    });
  });

  it('has an unknown outcome if the connection closes during sending', async () => {
    bench.answer = (_json, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(fail('unknown-outcome'))));
    const sending = bench.sendDraft(bench.draft());
    bench.closing.abort();
    expect(await sending).toMatchObject({ state: 'unknown' });
  });

  it.each([
    ['refused', 'refused'],
    ['not-allowed', 'refused'],
    ['offline', 'not-sent'],
    ['credential-refused', 'not-sent'],
    ['busy', 'not-sent'],
    ['redirected', 'unknown'],
    ['unexpected', 'unknown'],
  ] as const)('stores a failure %s as %s', async (kind, state) => {
    bench.answer = () => Promise.reject(fail(kind, { reasons: ['because'] }));
    expect(await bench.sendDraft(bench.draft())).toMatchObject({ state, failure: { kind } });
  });

  it('has an unknown outcome after an unexpected error', async () => {
    bench.answer = () => Promise.reject(new Error('a mistake of ours'));
    expect(await bench.sendDraft(bench.draft())).toMatchObject({ state: 'unknown' });
  });

  it('is refused if the service reports an e-mail error, and unknown without a status', async () => {
    bench.answer = () => Promise.resolve({ status: 'Error' });
    expect(await bench.sendDraft(bench.draft())).toMatchObject({ state: 'refused', failure: null });
    bench.answer = () => Promise.resolve({});
    expect(await bench.sendDraft(bench.draft({ codes: ['OTHER'] }))).toMatchObject({
      state: 'unknown',
      failure: { kind: 'unknown-outcome' },
    });
    bench.answer = () => Promise.resolve({ status: 'Sent', custodian: 'MLT' });
    expect(await bench.sendDraft(bench.draft({ codes: ['THIRD'] }))).toMatchObject({ state: 'unknown' });
  });

  it.each([
    ['plain words', 'OK'],
    ['a message', { message: 'The e-mail could not be sent' }],
    ['nothing', undefined],
    ['another custodian', { id: 7, status: 'Sent', custodian: 'MLT' }],
  ])('has an unknown outcome in list, log and view if the response is %s', async (_what, answer) => {
    bench.answer = () => Promise.resolve(answer);
    const request = await bench.sendDraft(bench.draft());
    expect(request).toMatchObject({ state: 'unknown', failure: { kind: 'unknown-outcome' } });
    expect(bench.roi.attention()).toMatchObject([{ id: request.id }]);
    expect(bench.log.list({}, 0, 10).entries).toMatchObject([{ kind: 'roi-send', outcome: 'unknown' }]);
  });

  it('logs the outcome, custodian and number of codes, and nothing else', async () => {
    await bench.sendDraft(bench.draft());
    bench.answer = () => Promise.reject(fail('unknown-outcome'));
    await bench.sendDraft(bench.draft({ codes: ['X'] }));
    const { entries } = bench.log.list({}, 0, 10);
    expect(entries).toMatchObject([
      { kind: 'roi-send', outcome: 'unknown', count: 1 },
      { kind: 'roi-send', outcome: 'done', count: 2, facts: { custodian: 'PER' } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/harborview\.example|Ann Lee/);
  });
});

describe('a request on a full disk', () => {
  it('shows its outcome, is not sent again, and is stored once there is space', async () => {
    bench.answer = () => {
      bench.setDiskFull(true);
      return Promise.resolve({ id: 5, status: 'Sent', note: 'x'.repeat(100_000) });
    };
    const draft = bench.draft();
    const { json } = bench.roi.preview(draft);
    const request = await bench.sendDraft(draft);
    expect(request).toMatchObject({ state: 'sent', unsaved: true, answer: { id: 5 } });
    expect(await bench.roi.send({ draft, json, seen: [] })).toMatchObject({ state: 'sent', unsaved: true });
    expect(bench.roi.overview().requests).toMatchObject([{ state: 'sent', unsaved: true }]);
    expect(bench.receivedBodies).toHaveLength(1);

    bench.clock.advance(RETRY_MS);
    expect(bench.roi.request(request.id)).toMatchObject({ unsaved: true });
    bench.setDiskFull(false);
    bench.clock.advance(RETRY_MS);
    expect(bench.roi.request(request.id)).toMatchObject({ state: 'sent', unsaved: false });
    expect(bench.log.list({}, 0, 10).entries).toMatchObject([{ outcome: 'done', going: false }]);
    expect(bench.log.verify()).toEqual({ lines: 2, broken: null });
    bench.restart();
    expect(bench.roi.request(request.id)).toMatchObject({ state: 'sent', answer: { id: 5 } });
  });

  it('does not leave and stays a draft if it cannot be stored with its log line', async () => {
    const draft = bench.draft();
    bench.log.begin = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    };
    expect(await kindOf(bench.sendDraft(draft))).toBe('disk-full');
    expect(bench.receivedBodies).toEqual([]);
    expect(bench.roi.overview()).toMatchObject({ drafts: [{ id: draft }], requests: [] });
  });
});

describe('the owner name of a code', () => {
  it('is remembered per code, from requests that may have arrived', async () => {
    await bench.sendDraft(bench.draft());
    await bench.sendDraft(bench.draft({ codes: ['7AC', 'Z9'], ownerName: ' Bo Diaz ' }));
    bench.answer = () => Promise.reject(fail('refused'));
    await bench.sendDraft(bench.draft({ codes: ['Z9'], ownerName: 'Nobody' }));
    expect(bench.roi.custodian('PER').owners).toEqual({ '7AB': 'Ann Lee', '7AC': 'Bo Diaz', Z9: 'Bo Diaz' });
    expect(bench.roi.custodian('IBK').owners).toEqual({});
  });
});

describe('an invalid request is not sent', () => {
  it('if the draft changed after its preview', async () => {
    const draft = bench.draft();
    const { json } = bench.roi.preview(draft);
    bench.store.drafts.save(draft, { ...DRAFT_CONTENT, codes: ['7AB', 'NEW'] });
    expect(await kindOf(bench.roi.send({ draft, json, seen: [] }))).toBe('changed-since');
    expect(bench.receivedBodies).toEqual([]);
  });

  it.each([
    { custodian: null },
    { codes: [] },
    { codes: ['has space'] },
    { ownerName: '  ' },
    { cc: [{ address: 'nobody', name: null }] },
    { replyTo: [] },
    { cc: [] },
  ])('with %j', async (change) => {
    const draft = bench.draft(change);
    expect(() => bench.roi.preview(draft)).toThrow('refused');
    expect(await kindOf(bench.roi.send({ draft, json: '{}', seen: [] }))).toBe('refused');
    expect(bench.receivedBodies).toEqual([]);
  });
});

describe('an earlier request to the same custodian with any of the codes', () => {
  it('must have been shown: of two simultaneous drafts, only one is sent', async () => {
    const [one, other] = [bench.draft(), bench.draft({ codes: ['7ac'] })];
    const { json } = bench.roi.preview(other);
    await bench.sendDraft(one);
    expect(await kindOf(bench.roi.send({ draft: other, json, seen: [] }))).toBe('changed-since');
    expect(bench.receivedBodies).toHaveLength(1);
  });

  it('is shown with its response for 30 days, and allows sending once seen', async () => {
    const first = await bench.sendDraft(bench.draft());
    bench.now = new Date(2026, 11, 20, 23, 59);
    const draft = bench.draft({ codes: ['7AC', 'Z'] });
    expect(bench.roi.preview(draft).earlier).toMatchObject([{ id: first.id, state: 'sent' }]);
    expect((await bench.sendDraft(draft)).state).toBe('sent');
    bench.now = new Date(2027, 0, 20);
    expect(bench.roi.preview(bench.draft()).earlier).toEqual([]);
  });

  it('is ignored if refused, or with another custodian or other codes', async () => {
    bench.answer = () => Promise.reject(fail('refused'));
    await bench.sendDraft(bench.draft());
    bench.answer = () => Promise.resolve({ status: 'Sent' });
    await bench.sendDraft(bench.draft({ custodian: 'IBK' }));
    await bench.sendDraft(bench.draft({ codes: ['OTHER'] }));
    expect(bench.roi.preview(bench.draft()).earlier).toEqual([]);
  });
});

describe('restarting a request', () => {
  it('of unknown outcome creates one linked draft that must be sent explicitly', async () => {
    bench.answer = () => Promise.reject(fail('unknown-outcome'));
    const first = await bench.sendDraft(bench.draft());
    const draft = bench.store.requests.again(first.id);
    expect(bench.store.requests.again(first.id).id).toBe(draft.id);
    expect(bench.receivedBodies).toHaveLength(1);
    bench.answer = () => Promise.resolve({ status: 'Sent' });
    const second = await bench.sendDraft(draft.id);
    expect(second.replaces).toBe(first.id);
    expect(bench.roi.request(first.id)).toMatchObject({
      state: 'unknown',
      replacedBy: { kind: 'request', id: second.id },
      superseded: true,
    });
  });

  it('of unknown outcome returns the same draft if that was not sent', async () => {
    bench.answer = () => Promise.reject(fail('unknown-outcome'));
    const first = await bench.sendDraft(bench.draft());
    bench.answer = () => Promise.reject(fail('offline'));
    const second = await bench.sendDraft(bench.store.requests.again(first.id).id);
    expect(bench.roi.request(first.id)).toMatchObject({ superseded: false });
    expect(bench.roi.attention()).toMatchObject([{ id: first.id }]);
    const draft = bench.store.requests.again(first.id);
    expect(draft.replaces).toBe(first.id);
    expect(bench.roi.request(second.id)).toBeNull();
    expect(bench.store.requests.again(first.id).id).toBe(draft.id);
    expect(bench.roi.request(first.id)?.replacedBy).toEqual({ kind: 'draft', id: draft.id });
  });

  it('that was never sent turns it back into its draft', async () => {
    bench.answer = () => Promise.reject(fail('offline'));
    const first = await bench.sendDraft(bench.draft());
    const draft = bench.store.requests.again(first.id);
    expect(draft).toMatchObject({ codes: ['7AB', '7AC'], replaces: null, step: 'preview' });
    expect(bench.roi.overview().requests).toEqual([]);
  });

  it('is not possible while it is being sent', () => {
    bench.answer = () => new Promise(() => undefined);
    void bench.sendDraft(bench.draft());
    const [request] = bench.roi.overview().requests;
    expect(() => bench.store.requests.again(request?.id ?? '')).toThrow('conflict');
  });
});
