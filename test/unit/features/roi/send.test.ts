import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, failureOf } from '#contract/failure';
import { RETRY_MS } from '#engine/features/roi/held-outcomes';
import { RoiHarness, DRAFT_CONTENT, createDeferred } from './harness';

let harness: RoiHarness;
beforeEach(() => void (harness = new RoiHarness()));
afterEach(() => harness.close());

const kindOf = async (work: Promise<unknown>) =>
  failureOf(
    await work.then(
      () => new Error('did not fail'),
      (error: unknown) => error,
    ),
  ).kind;

describe('sending a request', () => {
  it('sends exactly the text of the preview, and stores it with the response', async () => {
    const draft = harness.draft();
    const { json } = harness.roi.preview(draft);
    const request = await harness.sendDraft(draft);
    expect(harness.receivedBodies).toEqual([json]);
    expect(JSON.parse(json)).toEqual({
      custodian: 'PER',
      advisor_codes: ['7AB', '7AC'],
      owner_name: 'Ann Lee',
      firm_name: 'Harborview Wealth',
      sender_name: 'Tom Park',
      cc_emails: ['ops@harborview.example'],
      reply_to_emails: ['ann@harborview.example'],
    });
    expect(request).toMatchObject({ state: 'sent', json, day: '2026-11-20', response: { status: 'Sent' } });
    expect(harness.roi.overview()).toMatchObject({ drafts: [], requests: [{ id: request.id }] });
  });

  it('keeps the draft on a read-only connection, without a request or a log entry', async () => {
    const draft = harness.draft();
    harness.isReadOnly = true;
    harness.restart();
    expect(await kindOf(harness.sendDraft(draft))).toBe('read-only');
    expect(harness.receivedBodies).toEqual([]);
    expect(harness.roi.overview()).toMatchObject({ drafts: [{ id: draft }], requests: [] });
    expect(harness.log.list({}, 0, 10).total).toBe(0);
  });

  it('sends once for two simultaneous calls, which return the same request', async () => {
    const response = createDeferred<{ status: string }>();
    harness.respond = () => response.promise;
    const draft = harness.draft();
    const { json } = harness.roi.preview(draft);
    const both = [1, 2].map(() => harness.roi.send({ draft, json, shownEarlier: [] }));
    expect(harness.roi.overview().requests).toMatchObject([{ state: 'sending' }]);
    response.settle({ status: 'Sent' });
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(harness.receivedBodies).toHaveLength(1);
  });

  it('never sends twice, and a late save does not restore the draft', async () => {
    const draft = harness.draft();
    const { json } = harness.roi.preview(draft);
    const first = await harness.sendDraft(draft);
    expect((await harness.roi.send({ draft, json, shownEarlier: [] })).id).toBe(first.id);
    expect(harness.receivedBodies).toHaveLength(1);
    expect(() => harness.store.drafts.save(draft, { ...DRAFT_CONTENT, advisorName: 'x' })).toThrow(
      'not-found',
    );
    expect(harness.roi.draft(draft)).toMatchObject({ draft: null, request: { id: first.id } });
  });

  it('stores the request before it calls the service', async () => {
    let state: string | undefined;
    harness.respond = () => {
      state = harness.roi.overview().requests[0]?.state;
      return Promise.resolve({ status: 'Sent' });
    };
    await harness.sendDraft(harness.draft());
    expect(state).toBe('sending');
  });

  it('has an unknown outcome if killed while sending, and is not sent again', async () => {
    harness.respond = () => new Promise(() => undefined);
    const draft = harness.draft();
    const { json } = harness.roi.preview(draft);
    void harness.sendDraft(draft);
    harness.restart();
    const [request] = harness.roi.overview().requests;
    expect(request).toMatchObject({ state: 'unknown', json });
    expect(await harness.roi.send({ draft, json, shownEarlier: [] })).toMatchObject({
      id: request?.id,
      state: 'unknown',
    });
    expect(harness.receivedBodies).toHaveLength(1);
  });

  it('has an unknown outcome if the response is lost', async () => {
    harness.respond = () => Promise.reject(fail('unknown-outcome', { cause: 'cut-short' }));
    expect(await harness.sendDraft(harness.draft())).toMatchObject({
      state: 'unknown',
      failure: { kind: 'unknown-outcome' },
    });
  });

  it('has an unknown outcome if the connection closes during sending', async () => {
    harness.respond = (_json, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(fail('unknown-outcome'))));
    const sending = harness.sendDraft(harness.draft());
    harness.closing.abort();
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
    harness.respond = () => Promise.reject(fail(kind, { reasons: ['because'] }));
    expect(await harness.sendDraft(harness.draft())).toMatchObject({ state, failure: { kind } });
  });

  it('has an unknown outcome after an unexpected error', async () => {
    harness.respond = () => Promise.reject(new Error('a bug in the app'));
    expect(await harness.sendDraft(harness.draft())).toMatchObject({ state: 'unknown' });
  });

  it('is refused on an email error, and unknown without a status or with another custodian', async () => {
    harness.respond = () => Promise.resolve({ status: 'Error' });
    expect(await harness.sendDraft(harness.draft())).toMatchObject({ state: 'refused', failure: null });
    harness.respond = () => Promise.resolve({});
    expect(await harness.sendDraft(harness.draft({ codes: ['OTHER'] }))).toMatchObject({
      state: 'unknown',
      failure: { kind: 'unknown-outcome' },
    });
    harness.respond = () => Promise.resolve({ status: 'Sent', custodian: 'MLT' });
    expect(await harness.sendDraft(harness.draft({ codes: ['THIRD'] }))).toMatchObject({ state: 'unknown' });
  });

  it.each([
    ['plain words', 'OK'],
    ['a message', { message: 'The email could not be sent' }],
    ['nothing', undefined],
    ['another custodian', { id: 7, status: 'Sent', custodian: 'MLT' }],
  ])(
    'has an unknown outcome in view, attention list and log if the response is %s',
    async (_what, response) => {
      harness.respond = () => Promise.resolve(response);
      const request = await harness.sendDraft(harness.draft());
      expect(request).toMatchObject({ state: 'unknown', failure: { kind: 'unknown-outcome' } });
      expect(harness.roi.attention()).toMatchObject([{ id: request.id }]);
      expect(harness.log.list({}, 0, 10).entries).toMatchObject([{ kind: 'roi-send', outcome: 'unknown' }]);
    },
  );

  it('logs the outcome, custodian and number of codes, but no name or address', async () => {
    await harness.sendDraft(harness.draft());
    harness.respond = () => Promise.reject(fail('unknown-outcome'));
    await harness.sendDraft(harness.draft({ codes: ['X'] }));
    const { entries } = harness.log.list({}, 0, 10);
    expect(entries).toMatchObject([
      { kind: 'roi-send', outcome: 'unknown', count: 1 },
      { kind: 'roi-send', outcome: 'done', count: 2, facts: { custodian: 'PER' } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/harborview\.example|Ann Lee/);
  });
});

describe('a request on a full disk', () => {
  it('shows its outcome, is not sent again, and is stored once there is space', async () => {
    harness.respond = () => {
      harness.setDiskFull(true);
      // Does not fit on the free pages that the file may have.
      return Promise.resolve({ id: 5, status: 'Sent', note: 'x'.repeat(100_000) });
    };
    const draft = harness.draft();
    const { json } = harness.roi.preview(draft);
    const request = await harness.sendDraft(draft);
    expect(request).toMatchObject({ state: 'sent', isUnsaved: true, response: { id: 5 } });
    expect(await harness.roi.send({ draft, json, shownEarlier: [] })).toMatchObject({
      state: 'sent',
      isUnsaved: true,
    });
    expect(harness.roi.overview().requests).toMatchObject([{ state: 'sent', isUnsaved: true }]);
    expect(harness.receivedBodies).toHaveLength(1);

    const { endedAt } = request;
    harness.now = new Date(2026, 10, 20, 11, 0);
    harness.clock.advance(RETRY_MS);
    expect(harness.roi.request(request.id)).toMatchObject({ isUnsaved: true, endedAt });
    harness.setDiskFull(false);
    harness.clock.advance(RETRY_MS);
    expect(harness.roi.request(request.id)).toMatchObject({
      state: 'sent',
      isUnsaved: false,
      endedAt,
    });
    expect(harness.log.list({}, 0, 10).entries).toMatchObject([{ outcome: 'done', isRunning: false }]);
    expect(harness.log.verify()).toEqual({ lines: 2, broken: null });
    harness.restart();
    expect(harness.roi.request(request.id)).toMatchObject({ state: 'sent', response: { id: 5 } });
  });

  it('is not sent and stays a draft if it cannot be stored with its log entry', async () => {
    const draft = harness.draft();
    harness.log.begin = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    };
    expect(await kindOf(harness.sendDraft(draft))).toBe('disk-full');
    expect(harness.receivedBodies).toEqual([]);
    expect(harness.roi.overview()).toMatchObject({ drafts: [{ id: draft }], requests: [] });
  });
});

describe('the advisor of a code', () => {
  it('is remembered per code, from requests that may have arrived', async () => {
    await harness.sendDraft(harness.draft());
    await harness.sendDraft(harness.draft({ codes: ['7AC', 'Z9'], advisorName: ' Bo Diaz ' }));
    harness.respond = () => Promise.reject(fail('refused'));
    await harness.sendDraft(harness.draft({ codes: ['Z9'], advisorName: 'Nobody' }));
    expect(harness.roi.custodian('PER').advisors).toEqual({
      '7AB': 'Ann Lee',
      '7AC': 'Bo Diaz',
      Z9: 'Bo Diaz',
    });
    expect(harness.roi.custodian('IBK').advisors).toEqual({});
  });
});

describe('a request is not sent', () => {
  it('if the draft changed after its preview', async () => {
    const draft = harness.draft();
    const { json } = harness.roi.preview(draft);
    harness.store.drafts.save(draft, { ...DRAFT_CONTENT, codes: ['7AB', 'NEW'] });
    expect(await kindOf(harness.roi.send({ draft, json, shownEarlier: [] }))).toBe('changed-since');
    expect(harness.receivedBodies).toEqual([]);
  });

  it.each([
    { custodian: null },
    { codes: [] },
    { codes: ['has space'] },
    { advisorName: '  ' },
    { cc: [{ address: 'nobody', name: null }] },
    { replyTo: [] },
    { cc: [] },
  ])('if it is incomplete or invalid: %j', async (change) => {
    const draft = harness.draft(change);
    expect(() => harness.roi.preview(draft)).toThrow('refused');
    expect(await kindOf(harness.roi.send({ draft, json: '{}', shownEarlier: [] }))).toBe('refused');
    expect(harness.receivedBodies).toEqual([]);
  });
});

describe('an earlier request to the same custodian with any of the codes', () => {
  it('must have been shown: of two simultaneous drafts, only one is sent', async () => {
    const [first, second] = [harness.draft(), harness.draft({ codes: ['7ac'] })];
    const { json } = harness.roi.preview(second);
    await harness.sendDraft(first);
    expect(await kindOf(harness.roi.send({ draft: second, json, shownEarlier: [] }))).toBe('changed-since');
    expect(harness.receivedBodies).toHaveLength(1);
  });

  it('is shown with its state for 30 days, and allows sending once seen', async () => {
    const first = await harness.sendDraft(harness.draft());
    harness.now = new Date(2026, 11, 20, 23, 59);
    const draft = harness.draft({ codes: ['7AC', 'Z'] });
    expect(harness.roi.preview(draft).earlier).toMatchObject([{ id: first.id, state: 'sent' }]);
    expect((await harness.sendDraft(draft)).state).toBe('sent');
    harness.now = new Date(2027, 0, 20);
    expect(harness.roi.preview(harness.draft()).earlier).toEqual([]);
  });

  it('is ignored if refused, or with another custodian or other codes', async () => {
    harness.respond = () => Promise.reject(fail('refused'));
    await harness.sendDraft(harness.draft());
    harness.respond = () => Promise.resolve({ status: 'Sent' });
    await harness.sendDraft(harness.draft({ custodian: 'IBK' }));
    await harness.sendDraft(harness.draft({ codes: ['OTHER'] }));
    expect(harness.roi.preview(harness.draft()).earlier).toEqual([]);
  });
});

describe('restarting a request', () => {
  it('of unknown outcome creates one linked draft that must be sent explicitly', async () => {
    harness.respond = () => Promise.reject(fail('unknown-outcome'));
    const first = await harness.sendDraft(harness.draft());
    const draft = harness.store.requests.draftAgain(first.id);
    expect(harness.store.requests.draftAgain(first.id).id).toBe(draft.id);
    expect(harness.receivedBodies).toHaveLength(1);
    harness.respond = () => Promise.resolve({ status: 'Sent' });
    const second = await harness.sendDraft(draft.id);
    expect(second.replaces).toBe(first.id);
    expect(harness.roi.request(first.id)).toMatchObject({
      state: 'unknown',
      replacedBy: { kind: 'request', id: second.id },
      isSuperseded: true,
    });
  });

  it('again leaves it replaced by the attempt that was sent, even if the last one is refused', async () => {
    harness.respond = () => Promise.reject(fail('unknown-outcome'));
    const first = await harness.sendDraft(harness.draft());
    harness.respond = () => Promise.resolve({ status: 'Sent' });
    await harness.sendDraft(harness.store.requests.draftAgain(first.id).id);
    harness.respond = () => Promise.reject(fail('refused'));
    const last = await harness.sendDraft(harness.store.requests.draftAgain(first.id).id);
    expect(harness.roi.request(first.id)).toMatchObject({
      replacedBy: { kind: 'request', id: last.id },
      isSuperseded: true,
    });
    expect(harness.roi.attention()).toEqual([]);
  });

  it('of unknown outcome reuses a later attempt that was not sent', async () => {
    harness.respond = () => Promise.reject(fail('unknown-outcome'));
    const first = await harness.sendDraft(harness.draft());
    harness.respond = () => Promise.reject(fail('offline'));
    const second = await harness.sendDraft(harness.store.requests.draftAgain(first.id).id);
    expect(harness.roi.request(first.id)).toMatchObject({ isSuperseded: false });
    expect(harness.roi.attention()).toMatchObject([{ id: first.id }]);
    const draft = harness.store.requests.draftAgain(first.id);
    expect(draft.replaces).toBe(first.id);
    expect(harness.roi.request(second.id)).toBeNull();
    expect(harness.store.requests.draftAgain(first.id).id).toBe(draft.id);
    expect(harness.roi.request(first.id)?.replacedBy).toEqual({ kind: 'draft', id: draft.id });
  });

  it('that was never sent turns it back into its draft', async () => {
    harness.respond = () => Promise.reject(fail('offline'));
    const first = await harness.sendDraft(harness.draft());
    const draft = harness.store.requests.draftAgain(first.id);
    expect(draft).toMatchObject({ codes: ['7AB', '7AC'], replaces: null, step: 'preview' });
    expect(harness.roi.overview().requests).toEqual([]);
  });

  it('is not possible while it is being sent', () => {
    harness.respond = () => new Promise(() => undefined);
    void harness.sendDraft(harness.draft());
    const [request] = harness.roi.overview().requests;
    expect(() => harness.store.requests.draftAgain(request?.id ?? '')).toThrow('conflict');
  });
});
