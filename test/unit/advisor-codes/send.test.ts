import { describe, expect, it } from 'vitest';
import { CHUNK } from '../../../main/engine/tasks/advisor-codes/send';
import { fail, type FailureKind } from '../../../preload/contract/failure';
import { Bench, textOf } from './bench';

const PERSHING = { custodian: 'PER', firm: 39 } as const;
const codes = (count: number) => Array.from({ length: count }, (_, at) => `N${at + 1}`).join('\n');
const plan = async (bench: Bench, text: string) => (await bench.codes.planCreate(textOf(text), PERSHING)).id;
const states = (lines: readonly { state: string }[]) => lines.map(({ state }) => state);
const stateOf = (bench: Bench) => bench.codes.current();

describe('creating codes', () => {
  it('sends one code by the single request, and several together', async () => {
    const bench = new Bench();
    expect(states(await bench.run(await plan(bench, 'N1')))).toEqual(['done']);
    expect(bench.arrived).toEqual([
      { name: 'advisorCodes.create', asked: { firm_id: 39, code: 'N1', source: 'PER' } },
    ]);
    await bench.run(await plan(bench, 'N2\nN3\nwro.ng'));
    expect(bench.names).toEqual(['create', 'createMany']);
    expect(bench.mapping.map(({ code }) => code)).toEqual(['7AB', 'N1', 'N2', 'N3']);
  });

  it('sends once, however often it is asked to', async () => {
    const bench = new Bench();
    const id = await plan(bench, 'N1');
    bench.codes.start(id, undefined);
    bench.codes.start(id, undefined);
    await bench.run(id);
    expect(bench.names).toEqual(['create']);
  });

  it('fetches the mapping afterwards, and says whether it agrees', async () => {
    const bench = new Bench();
    const lines = await bench.run(await plan(bench, 'N1\nN2'));
    expect(bench.refreshes).toBe(1);
    expect(lines.map(({ confirmed }) => confirmed)).toEqual([true, true]);
    expect(stateOf(bench)).toMatchObject({
      state: 'done',
      over: true,
      checkedAt: '2026-11-20T10:00:01.000Z',
    });
  });

  it('shows that nothing has changed in a sandbox application', async () => {
    const bench = new Bench();
    bench.sandbox = true;
    const lines = await bench.run(await plan(bench, 'N1\nN2'));
    expect(lines).toMatchObject([
      { state: 'done', confirmed: false },
      { state: 'done', confirmed: false },
    ]);
  });

  it('sends the others one by one when the service refuses a group for one of its lines', async () => {
    const bench = new Bench();
    bench.mapping.push({ id: 850, code: 'N2', source: 'PER', firm_id: 39 }); // the local copy does not know it yet
    bench.before = (_, asked) => {
      if (JSON.stringify(asked).includes('N3'))
        throw fail('refused', { reasons: ['[0] code: N3 is not of Pershing.'] });
    };
    const lines = await bench.run(await plan(bench, codes(4)));
    expect(bench.names).toEqual(['createMany', 'list', 'create', 'create', 'create']);
    expect(lines.map(({ state, remark }) => [state, remark])).toEqual([
      ['done', null],
      ['refused', 'The mapping at the service has it already.'],
      ['refused', 'code: N3 is not of Pershing.'],
      ['done', null],
    ]);
  });

  it('leaves the outcome of a lost answer unknown, and sends nothing more', async () => {
    const bench = new Bench();
    bench.after = () => {
      throw fail('unknown-outcome', { cause: 'cut-short' });
    };
    const id = await plan(bench, codes(CHUNK + 10));
    const lines = await bench.run(id);
    expect(bench.names).toEqual(['createMany']);
    expect(new Set(states(lines.slice(0, CHUNK)))).toEqual(new Set(['unknown']));
    expect(new Set(states(lines.slice(CHUNK)))).toEqual(new Set(['not-sent']));
    expect(lines[0]?.confirmed).toBe(true); // it had arrived: the mapping has it
    expect(stateOf(bench)).toMatchObject({ state: 'stopped', failure: { kind: 'unknown-outcome' } });
    expect(bench.log).toMatchObject([
      { kind: 'advisor-code-create', facts: { custodian: 'Pershing' }, outcome: 'unknown' },
    ]);
  });

  it.each<FailureKind>(['offline', 'credential-refused', 'busy'])(
    'stops at %s: nothing was sent',
    async (kind) => {
      const bench = new Bench();
      bench.before = () => {
        throw fail(kind);
      };
      const lines = await bench.run(await plan(bench, codes(CHUNK * 2)));
      expect(bench.names).toHaveLength(1);
      expect(new Set(states(lines))).toEqual(new Set(['not-sent']));
      expect(bench.refreshes).toBe(0);
      expect(bench.log[0]?.outcome).toBe('failed');
    },
  );

  it('stops where the key has no permission', async () => {
    const bench = new Bench();
    bench.before = () => {
      throw fail('not-allowed', { status: 403 });
    };
    const lines = await bench.run(await plan(bench, codes(CHUNK + 1)));
    expect(bench.names).toEqual(['createMany']);
    expect(lines[0]).toMatchObject({ state: 'refused', remark: 'Your key has no permission for this.' });
    expect(lines[CHUNK]?.state).toBe('not-sent');
  });

  it('sends no more when it is stopped, but waits for what is on its way; the rest can be planned anew', async () => {
    const bench = new Bench();
    const id = await plan(bench, codes(CHUNK * 2));
    bench.before = () => bench.codes.stop(id);
    const lines = await bench.run(id);
    expect(states(lines).filter((state) => state === 'done')).toHaveLength(CHUNK);
    expect(stateOf(bench)?.state).toBe('canceled');
    bench.before = () => undefined;
    const rest = await bench.codes.planCreate({ from: 'rest', job: id }, { custodian: null, firm: null });
    expect(rest).toMatchObject({ total: CHUNK, counts: { ready: CHUNK } });
    await bench.run(rest.id);
    expect(bench.mapping).toHaveLength(1 + CHUNK * 2);
  });

  it('does not take an answer for done that names other codes', async () => {
    const bench = new Bench();
    bench.before = (_, asked) => void (asked as unknown[]).pop();
    expect(states(await bench.run(await plan(bench, codes(2))))).toEqual(['done', 'unknown']);
  });

  it('writes down counts and the custodian, and no code', async () => {
    const bench = new Bench();
    await bench.run(await plan(bench, codes(3)));
    expect(bench.log).toEqual([
      {
        kind: 'advisor-code-create',
        count: 3,
        facts: { custodian: 'Pershing' },
        outcome: 'done',
        learned: { count: 3, facts: { refused: 0, 'outcome not known': 0, 'not sent': 0 } },
      },
    ]);
  });

  it('lets only one job go on at a time', async () => {
    const bench = new Bench();
    let go: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (go = resolve));
    const first = await plan(bench, 'N1');
    const second = await plan(bench, 'N2');
    bench.codes.start(first, undefined);
    expect(() => bench.codes.start(second, undefined)).toThrow('conflict');
    go();
    await bench.codes.ended(first);
    bench.before = () => undefined;
    expect(states(await bench.run(second))).toEqual(['done']);
  });
});

describe('deleting codes', () => {
  const three = [801, 802, 803].map((id) => ({ id, code: `C${id}`, source: 'PER', firm_id: 39 }));

  it('deletes one by the single request, and several together', async () => {
    const bench = new Bench(three);
    await bench.run(bench.codes.planDelete(['801']).id, 1);
    expect(bench.arrived).toEqual([{ name: 'advisorCodes.remove', asked: { id: 801 } }]);
    const lines = await bench.run(bench.codes.planDelete(['802', '803']).id, 2);
    expect(lines).toMatchObject([
      { state: 'done', confirmed: true },
      { state: 'done', confirmed: true },
    ]);
    expect(bench.mapping).toEqual([]);
  });

  it('says which codes the service does not know any more', async () => {
    const bench = new Bench(three);
    bench.mapping = three.slice(1);
    expect(await bench.run(bench.codes.planDelete(['801']).id, 1)).toMatchObject([
      { state: 'refused', remark: 'The service does not know it (any more).' },
    ]);
    bench.cached = [...three];
    const again = new Bench(three);
    again.mapping = three.slice(1);
    expect(states(await again.run(again.codes.planDelete(['801', '802']).id, 2))).toEqual([
      'unknown',
      'done',
    ]);
  });
});
