import { describe, expect, it, vi } from 'vitest';
import { CODES_PER_REQUEST } from '#engine/features/advisor-codes/kinds';
import { fail, type FailureKind } from '#contract/failure';
import { AdvisorCodesHarness, textInput } from './harness';

const PERSHING = { custodian: 'PER', firm: 39 } as const;
const codes = (count: number) => Array.from({ length: count }, (_, at) => `N${at + 1}`).join('\n');
const plan = async (bench: AdvisorCodesHarness, text: string) =>
  (await bench.codes.planCreate(textInput(text), PERSHING)).id;
const states = (lines: readonly { state: string }[]) => lines.map(({ state }) => state);
const stateOf = (bench: AdvisorCodesHarness) => bench.jobs.list()[0];

describe('creating codes', () => {
  it('sends one code with the single request, and several together', async () => {
    const bench = new AdvisorCodesHarness();
    expect(states(await bench.run(await plan(bench, 'N1')))).toEqual(['done']);
    expect(bench.receivedRequests[0]).toEqual({
      name: 'advisorCodes.create',
      asked: { firm_id: 39, code: 'N1', source: 'PER' },
    });
    await bench.run(await plan(bench, 'N2\nN3\nwro.ng'));
    expect(bench.writes).toEqual(['create', 'createMany']);
    expect(bench.mapping.map(({ code }) => code)).toEqual(['7AB', 'N1', 'N2', 'N3']);
  });

  it('sends once for repeated calls', async () => {
    const bench = new AdvisorCodesHarness();
    const id = await plan(bench, 'N1');
    bench.jobs.start(id);
    bench.jobs.start(id);
    await bench.run(id);
    expect(bench.writes).toEqual(['create']);
  });

  it('reads the mapping afterwards, and reports whether it agrees', async () => {
    const bench = new AdvisorCodesHarness();
    const lines = await bench.run(await plan(bench, 'N1\nN2'));
    expect(bench.cached.map(({ code }) => code)).toEqual(['7AB', 'N1', 'N2']); // the list shows them
    expect(lines.map(({ seen }) => seen)).toEqual([true, true]);
    expect(stateOf(bench)).toMatchObject({ state: 'done', seen: { yes: 2, no: 0 }, failure: null });
    expect(stateOf(bench)?.checkedAt).not.toBeNull();
  });

  it('does not verify if the service cannot list its mapping or lists only a part', async () => {
    const bench = new AdvisorCodesHarness();
    bench.listError = fail('service-broken', { status: 500 });
    expect(await bench.run(await plan(bench, 'N1'))).toMatchObject([{ state: 'done', seen: null }]);
    expect(stateOf(bench)).toMatchObject({ checkedAt: null, checkFailure: { kind: 'service-broken' } });
  });

  it('shows that nothing changed in a sandbox application', async () => {
    const bench = new AdvisorCodesHarness();
    bench.sandbox = true;
    const lines = await bench.run(await plan(bench, 'N1\nN2'));
    expect(lines).toMatchObject([
      { state: 'done', seen: false },
      { state: 'done', seen: false },
    ]);
  });

  it('sends codes one by one after the service refused a chunk for one of them', async () => {
    const bench = new AdvisorCodesHarness();
    bench.mapping.push({ id: 850, code: 'N2', source: 'PER', firm_id: 39 }); // not in the local copy yet
    bench.before = (_, asked) => {
      if (JSON.stringify(asked).includes('N3'))
        throw fail('refused', { reasons: ['[0] code: N3 is not of Pershing.'] });
    };
    const lines = await bench.run(await plan(bench, codes(4)));
    expect(bench.names).toEqual(['createMany', 'list', 'create', 'create', 'list', 'create', 'list']);
    expect(lines.map(({ state, remark }) => [state, remark])).toEqual([
      ['done', null],
      ['done', { code: 'found-after-error' }], // not known before: the refused request may have created it
      ['refused', { code: 'refused', reasons: ['code: N3 is not of Pershing.'] }],
      ['done', null],
    ]);
    expect(bench.cached.map(({ code }) => code).sort()).toEqual(['7AB', 'N1', 'N2', 'N4']);
  });

  it('sends nothing more after a lost response, and verifies by reading', async () => {
    const bench = new AdvisorCodesHarness();
    bench.after = () => {
      throw fail('unknown-outcome', { cause: 'cut-short' });
    };
    const lines = await bench.run(await plan(bench, codes(CODES_PER_REQUEST + 10)));
    expect(bench.names).toEqual(['createMany', 'list']);
    const [first] = lines;
    expect(first).toMatchObject({ state: 'done', seen: true, remark: { code: 'found' } });
    expect(new Set(states(lines.slice(0, CODES_PER_REQUEST)))).toEqual(new Set(['done']));
    expect(new Set(states(lines.slice(CODES_PER_REQUEST)))).toEqual(new Set(['not-sent']));
    expect(stateOf(bench)).toMatchObject({ state: 'stopped', failure: { kind: 'unknown-outcome' } });
    expect(bench.log).toMatchObject([
      {
        kind: 'advisor-code-create',
        count: CODES_PER_REQUEST,
        facts: { custodian: 'Pershing' },
        outcome: 'partly',
      },
    ]);
  });

  it('leaves a lost response unknown if the mapping cannot be read, and retries on resume', async () => {
    const bench = new AdvisorCodesHarness();
    bench.after = () => {
      throw fail('unknown-outcome', { cause: 'cut-short' });
    };
    bench.listError = fail('offline');
    const id = await plan(bench, codes(CODES_PER_REQUEST + 10));
    const lines = await bench.run(id);
    expect(lines[0]).toMatchObject({ state: 'unknown', seen: null });
    expect(bench.log).toMatchObject([{ outcome: 'unknown' }]);
    // Nothing can be sent again before that is known.
    await bench.jobs.resume(id);
    await bench.jobs.settled(id);
    expect(bench.writes).toEqual(['createMany']);
    bench.listError = null;
    bench.jobs.check(id);
    await bench.jobs.settled(id);
    expect(bench.lines(id)[0]).toMatchObject({ state: 'done', seen: true });
    expect(bench.log).toMatchObject([
      { kind: 'advisor-code-create', count: CODES_PER_REQUEST, outcome: 'done' },
      { kind: 'advisor-code-create', outcome: 'unknown' },
    ]);
    bench.after = (_, answer) => answer;
    await bench.jobs.resume(id);
    await bench.jobs.settled(id);
    expect(new Set(states(bench.lines(id)))).toEqual(new Set(['done']));
    expect(bench.mapping).toHaveLength(1 + CODES_PER_REQUEST + 10);
  });

  it.each<FailureKind>(['offline', 'credential-refused', 'busy'])(
    'stops at %s without sending',
    async (kind) => {
      const bench = new AdvisorCodesHarness();
      bench.before = () => {
        throw fail(kind);
      };
      const lines = await bench.run(await plan(bench, codes(CODES_PER_REQUEST * 2)));
      expect(bench.names).toHaveLength(1); // nothing to verify
      expect(new Set(states(lines))).toEqual(new Set(['not-sent']));
      expect(bench.cached).toHaveLength(1);
      expect(bench.log[0]?.outcome).toBe('failed');
    },
  );

  it('stops if the key has no permission', async () => {
    const bench = new AdvisorCodesHarness();
    bench.before = () => {
      throw fail('not-allowed', { status: 403 });
    };
    const lines = await bench.run(await plan(bench, codes(CODES_PER_REQUEST + 1)));
    expect(bench.writes).toEqual(['createMany']);
    expect(lines[0]).toMatchObject({ state: 'refused', remark: { code: 'not-allowed' } });
    expect(lines[CODES_PER_REQUEST]?.state).toBe('not-sent');
  });

  it('waits for the active request when stopped, and can resume the rest', async () => {
    const bench = new AdvisorCodesHarness();
    const id = await plan(bench, codes(CODES_PER_REQUEST * 2));
    bench.before = () => bench.jobs.stop(id);
    const lines = await bench.run(id);
    expect(states(lines).filter((state) => state === 'done')).toHaveLength(CODES_PER_REQUEST);
    expect(stateOf(bench)?.state).toBe('canceled');
    bench.before = () => undefined;
    await bench.jobs.resume(id);
    await bench.jobs.settled(id);
    expect(stateOf(bench)).toMatchObject({ state: 'done', counts: { done: CODES_PER_REQUEST * 2 } });
    expect(bench.mapping).toHaveLength(1 + CODES_PER_REQUEST * 2);
    expect(bench.log.map(({ count, outcome }) => [count, outcome])).toEqual([
      [CODES_PER_REQUEST, 'done'],
      [CODES_PER_REQUEST, 'partly'],
    ]);
  });

  it('does not confirm a response that names other codes', async () => {
    const bench = new AdvisorCodesHarness();
    bench.before = (_, asked) => void (asked as unknown[]).pop();
    expect(states(await bench.run(await plan(bench, codes(2))))).toEqual(['done', 'unknown']);
  });

  it('logs counts and the custodian, but no code', async () => {
    const bench = new AdvisorCodesHarness();
    await bench.run(await plan(bench, codes(3)));
    expect(bench.log).toEqual([
      {
        kind: 'advisor-code-create',
        count: 3,
        facts: { custodian: 'Pershing', refused: 0, 'outcome not known': 0, 'not sent': 0 },
        outcome: 'done',
      },
    ]);
  });

  it('runs only one job at a time', async () => {
    const bench = new AdvisorCodesHarness();
    let go: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (go = resolve));
    const first = await plan(bench, 'N1');
    const second = await plan(bench, 'N2');
    bench.jobs.start(first);
    expect(() => bench.jobs.start(second)).toThrow('conflict');
    await vi.waitFor(() => expect(bench.receivedRequests).toHaveLength(1));
    go();
    await bench.jobs.settled(first);
    bench.before = () => undefined;
    expect(states(await bench.run(second))).toEqual(['done']);
  });
});

describe('deleting codes', () => {
  const three = [801, 802, 803].map((id) => ({ id, code: `C${id}`, source: 'PER', firm_id: 39 }));

  it('deletes one with the single request, and several together', async () => {
    const bench = new AdvisorCodesHarness(three);
    await bench.run(bench.codes.planDelete(['801']).id, 1);
    expect(bench.receivedRequests[0]).toEqual({ name: 'advisorCodes.remove', asked: { id: 801 } });
    const lines = await bench.run(bench.codes.planDelete(['802', '803']).id, 2);
    expect(lines).toMatchObject([
      { state: 'done', seen: true },
      { state: 'done', seen: true },
    ]);
    expect(bench.mapping).toEqual([]);
    expect(bench.cached).toEqual([]);
  });

  it('reports codes that are already removed from the service', async () => {
    const bench = new AdvisorCodesHarness(three);
    bench.mapping = three.slice(1);
    expect(await bench.run(bench.codes.planDelete(['801']).id, 1)).toMatchObject([
      { state: 'done', remark: { code: 'found-after-error' } },
    ]);
    bench.cached = [...three];
    const again = new AdvisorCodesHarness(three);
    again.mapping = three.slice(1);
    const lines = await again.run(again.codes.planDelete(['801', '802']).id, 2);
    expect(lines).toMatchObject([
      { state: 'done', remark: { code: 'found' } }, // missing in the response and in the mapping
      { state: 'done', remark: null },
    ]);
  });
});
