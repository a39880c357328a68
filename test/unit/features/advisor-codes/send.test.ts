import { describe, expect, it, vi } from 'vitest';
import { CODES_PER_REQUEST } from '#engine/features/advisor-codes/code-jobs';
import { fail, type FailureKind } from '#contract/failure';
import { AdvisorCodesHarness, textInput } from './harness';

const PERSHING = { custodian: 'PER', firm: 39 } as const;
const codes = (count: number) => Array.from({ length: count }, (_, index) => `N${index + 1}`).join('\n');
const plan = async (harness: AdvisorCodesHarness, text: string) =>
  (await harness.codes.planCreate(textInput(text), PERSHING)).id;
const states = (lines: readonly { state: string }[]) => lines.map(({ state }) => state);
const latestJob = (harness: AdvisorCodesHarness) => harness.jobs.list()[0];

describe('creating codes', () => {
  it('sends one code with the single request, and several together', async () => {
    const harness = new AdvisorCodesHarness();
    expect(states(await harness.run(await plan(harness, 'N1')))).toEqual(['done']);
    expect(harness.receivedRequests[0]).toEqual({
      name: 'advisorCodes.create',
      input: { firm_id: 39, code: 'N1', source: 'PER' },
    });
    await harness.run(await plan(harness, 'N2\nN3\nwro.ng'));
    expect(harness.writes).toEqual(['create', 'createMany']);
    expect(harness.mapping.map(({ code }) => code)).toEqual(['7AB', 'N1', 'N2', 'N3']);
  });

  it('sends once if it is started twice', async () => {
    const harness = new AdvisorCodesHarness();
    const id = await plan(harness, 'N1');
    harness.jobs.start(id);
    harness.jobs.start(id);
    await harness.run(id);
    expect(harness.writes).toEqual(['create']);
  });

  it('reads the mapping afterwards, and reports whether it agrees', async () => {
    const harness = new AdvisorCodesHarness();
    const lines = await harness.run(await plan(harness, 'N1\nN2'));
    expect(harness.cached.map(({ code }) => code)).toEqual(['7AB', 'N1', 'N2']); // the list shows them
    expect(lines.map(({ verified }) => verified)).toEqual([true, true]);
    expect(latestJob(harness)).toMatchObject({ state: 'done', verified: { yes: 2, no: 0 }, failure: null });
    expect(latestJob(harness)?.checkedAt).not.toBeNull();
  });

  it('does not verify if the service cannot list its mapping', async () => {
    const harness = new AdvisorCodesHarness();
    harness.listError = fail('service-broken', { status: 500 });
    expect(await harness.run(await plan(harness, 'N1'))).toMatchObject([{ state: 'done', verified: null }]);
    expect(latestJob(harness)).toMatchObject({ checkedAt: null, checkFailure: { kind: 'service-broken' } });
  });

  it('shows that nothing changed in a sandbox application', async () => {
    const harness = new AdvisorCodesHarness();
    harness.isSandbox = true;
    const lines = await harness.run(await plan(harness, 'N1\nN2'));
    expect(lines).toMatchObject([
      { state: 'done', verified: false },
      { state: 'done', verified: false },
    ]);
  });

  it('sends codes one by one after the service refused a chunk for one of them', async () => {
    const harness = new AdvisorCodesHarness();
    harness.mapping.push({ id: 850, code: 'N2', source: 'PER', firm_id: 39 }); // not in the cache yet
    harness.beforeWrite = (_, body) => {
      if (JSON.stringify(body).includes('N3'))
        throw fail('refused', { reasons: ['[0] code: N3 is not a Pershing code.'] });
    };
    const lines = await harness.run(await plan(harness, codes(4)));
    expect(harness.names).toEqual(['createMany', 'list', 'create', 'create', 'list', 'create', 'list']);
    expect(lines.map(({ state, issue }) => [state, issue])).toEqual([
      ['done', null],
      ['done', { code: 'found-after-error' }], // not known before: the refused request may have created it
      ['refused', { code: 'refused', reasons: ['code: N3 is not a Pershing code.'] }],
      ['done', null],
    ]);
    expect(harness.cached.map(({ code }) => code).sort()).toEqual(['7AB', 'N1', 'N2', 'N4']);
  });

  it('sends nothing more after a lost response, and verifies by reading', async () => {
    const harness = new AdvisorCodesHarness();
    harness.afterWrite = () => {
      throw fail('unknown-outcome', { cause: 'cut-short' });
    };
    const lines = await harness.run(await plan(harness, codes(CODES_PER_REQUEST + 10)));
    expect(harness.names).toEqual(['createMany', 'list']);
    const [first] = lines;
    expect(first).toMatchObject({ state: 'done', verified: true, issue: { code: 'found' } });
    expect(new Set(states(lines.slice(0, CODES_PER_REQUEST)))).toEqual(new Set(['done']));
    expect(new Set(states(lines.slice(CODES_PER_REQUEST)))).toEqual(new Set(['not-sent']));
    expect(latestJob(harness)).toMatchObject({ state: 'stopped', failure: { kind: 'unknown-outcome' } });
    expect(harness.log).toMatchObject([
      {
        kind: 'advisor-code-create',
        count: CODES_PER_REQUEST,
        facts: { custodian: 'Pershing' },
        outcome: 'partly',
      },
    ]);
  });

  it('sends nothing after a lost response until the mapping is read, then resumes the rest', async () => {
    const harness = new AdvisorCodesHarness();
    harness.afterWrite = () => {
      throw fail('unknown-outcome', { cause: 'cut-short' });
    };
    harness.listError = fail('offline');
    const id = await plan(harness, codes(CODES_PER_REQUEST + 10));
    const lines = await harness.run(id);
    expect(lines[0]).toMatchObject({ state: 'unknown', verified: null });
    expect(harness.log).toMatchObject([{ outcome: 'unknown' }]);
    // An unknown outcome blocks every further request.
    await harness.jobs.resume(id);
    await harness.jobs.settled(id);
    expect(harness.writes).toEqual(['createMany']);
    harness.listError = null;
    harness.jobs.check(id);
    await harness.jobs.settled(id);
    expect(harness.lines(id)[0]).toMatchObject({ state: 'done', verified: true });
    expect(harness.log).toMatchObject([
      { kind: 'advisor-code-create', count: CODES_PER_REQUEST, outcome: 'done' },
      { kind: 'advisor-code-create', outcome: 'unknown' },
    ]);
    harness.afterWrite = (_, response) => response;
    await harness.jobs.resume(id);
    await harness.jobs.settled(id);
    expect(new Set(states(harness.lines(id)))).toEqual(new Set(['done']));
    expect(harness.mapping).toHaveLength(1 + CODES_PER_REQUEST + 10);
  });

  it.each<FailureKind>(['offline', 'credential-refused', 'busy'])(
    'stops at %s without sending more',
    async (kind) => {
      const harness = new AdvisorCodesHarness();
      harness.beforeWrite = () => {
        throw fail(kind);
      };
      const lines = await harness.run(await plan(harness, codes(CODES_PER_REQUEST * 2)));
      expect(harness.names).toHaveLength(1); // nothing to verify
      expect(new Set(states(lines))).toEqual(new Set(['not-sent']));
      expect(harness.cached).toHaveLength(1);
      expect(harness.log[0]?.outcome).toBe('failed');
    },
  );

  it('stops if the key has no permission', async () => {
    const harness = new AdvisorCodesHarness();
    harness.beforeWrite = () => {
      throw fail('not-allowed', { status: 403 });
    };
    const lines = await harness.run(await plan(harness, codes(CODES_PER_REQUEST + 1)));
    expect(harness.writes).toEqual(['createMany']);
    expect(lines[0]).toMatchObject({ state: 'refused', issue: { code: 'not-allowed' } });
    expect(lines[CODES_PER_REQUEST]?.state).toBe('not-sent');
  });

  it('waits for the active request when stopped, and can resume the rest', async () => {
    const harness = new AdvisorCodesHarness();
    const id = await plan(harness, codes(CODES_PER_REQUEST * 2));
    harness.beforeWrite = () => harness.jobs.stop(id);
    const lines = await harness.run(id);
    expect(states(lines).filter((state) => state === 'done')).toHaveLength(CODES_PER_REQUEST);
    expect(latestJob(harness)?.state).toBe('canceled');
    harness.beforeWrite = () => undefined;
    await harness.jobs.resume(id);
    await harness.jobs.settled(id);
    expect(latestJob(harness)).toMatchObject({ state: 'done', counts: { done: CODES_PER_REQUEST * 2 } });
    expect(harness.mapping).toHaveLength(1 + CODES_PER_REQUEST * 2);
    expect(harness.log.map(({ count, outcome }) => [count, outcome])).toEqual([
      [CODES_PER_REQUEST, 'done'],
      [CODES_PER_REQUEST, 'partly'],
    ]);
  });

  it('does not confirm a code that is missing in the response', async () => {
    const harness = new AdvisorCodesHarness();
    harness.beforeWrite = (_, body) => void (body as unknown[]).pop();
    expect(states(await harness.run(await plan(harness, codes(2))))).toEqual(['done', 'unknown']);
  });

  it('logs counts and the custodian, but no code', async () => {
    const harness = new AdvisorCodesHarness();
    await harness.run(await plan(harness, codes(3)));
    expect(harness.log).toEqual([
      {
        kind: 'advisor-code-create',
        count: 3,
        facts: { custodian: 'Pershing', refused: 0, 'outcome not known': 0, 'not sent': 0 },
        outcome: 'done',
      },
    ]);
  });

  it.each([
    ['as numbers', [], [true, false, null]],
    ['as null', [{ id: 860, code: null as never, source: 'PER', firm_id: 39 }], [true, null, null]],
  ])('verifies with a mapping that has codes %s', async (_, others, expected) => {
    const harness = new AdvisorCodesHarness();
    harness.afterWrite = () => {
      // Only the first was created. A number may have lost the zeros of the third.
      harness.mapping = [
        ...harness.mapping.slice(0, 1),
        { id: 850, code: 4711 as never, source: 'PER', firm_id: 39 },
        ...others,
      ];
      throw fail('unknown-outcome', { cause: 'cut-short' });
    };
    const lines = await harness.run(await plan(harness, '4711\nN2\n0042'));
    expect(lines.map(({ verified }) => verified)).toEqual(expected);
  });

  it('runs only one job at a time', async () => {
    const harness = new AdvisorCodesHarness();
    let release: () => void = () => undefined;
    harness.beforeWrite = () => new Promise((resolve) => (release = resolve));
    const first = await plan(harness, 'N1');
    const second = await plan(harness, 'N2');
    harness.jobs.start(first);
    expect(() => harness.jobs.start(second)).toThrow('conflict');
    await vi.waitFor(() => expect(harness.receivedRequests).toHaveLength(1));
    release();
    await harness.jobs.settled(first);
    harness.beforeWrite = () => undefined;
    expect(states(await harness.run(second))).toEqual(['done']);
  });
});

describe('deleting codes', () => {
  const THREE_CODES = [801, 802, 803].map((id) => ({ id, code: `C${id}`, source: 'PER', firm_id: 39 }));

  it('deletes one with the single request, and several together', async () => {
    const harness = new AdvisorCodesHarness(THREE_CODES);
    await harness.run(harness.codes.planDelete(['801']).id, 1);
    expect(harness.receivedRequests[0]).toEqual({ name: 'advisorCodes.remove', input: { id: 801 } });
    const lines = await harness.run(harness.codes.planDelete(['802', '803']).id, 2);
    expect(lines).toMatchObject([
      { state: 'done', verified: true },
      { state: 'done', verified: true },
    ]);
    expect(harness.mapping).toEqual([]);
    expect(harness.cached).toEqual([]);
  });

  it('verifies by ID, also if a record of the mapping has no code', async () => {
    const harness = new AdvisorCodesHarness(THREE_CODES);
    harness.afterWrite = () => {
      harness.mapping = harness.mapping.map((record, index) =>
        index === 0 ? { ...record, code: null as never } : record,
      );
      throw fail('unknown-outcome', { cause: 'cut-short' });
    };
    expect(states(await harness.run(harness.codes.planDelete(['801']).id, 1))).toEqual(['done']);
  });

  it('reports codes that are already removed from the service', async () => {
    const harness = new AdvisorCodesHarness(THREE_CODES);
    harness.mapping = THREE_CODES.slice(1);
    expect(await harness.run(harness.codes.planDelete(['801']).id, 1)).toMatchObject([
      { state: 'done', issue: { code: 'found-after-error' } },
    ]);
    const otherHarness = new AdvisorCodesHarness(THREE_CODES);
    otherHarness.mapping = THREE_CODES.slice(1);
    const lines = await otherHarness.run(otherHarness.codes.planDelete(['801', '802']).id, 2);
    expect(lines).toMatchObject([
      { state: 'done', issue: { code: 'found' } }, // missing in the response and in the mapping
      { state: 'done', issue: null },
    ]);
  });
});
