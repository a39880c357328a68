import { beforeEach, describe, expect, it } from 'vitest';
import type { Firm } from '#contract/features/advisor-codes/calls';
import type { JobRow } from '#contract/job';
import { CodeForm } from '../../../../renderer/features/advisor-codes/code-form.svelte';
import { declaredFailure, fakeEngine, deferredPromise } from '../../fakes';
import { sampleCodesJob, sampleCodeRow, rowWith } from './samples';

let startedJobs: unknown[];
beforeEach(() => void (startedJobs = []));

/** Returns a form whose one line ends with the given outcome. */
function formWith(
  line: Partial<Omit<JobRow, 'input'>>,
  options: {
    start?: () => unknown;
    ready?: number;
    end?: Parameters<typeof sampleCodesJob>[0];
    firms?: () => Firm[];
    dismiss?: () => unknown;
    /** Jobs that are followed first, instead of to their end. */
    followed?: ReturnType<typeof sampleCodesJob>[];
  } = {},
) {
  const { engine, calls } = fakeEngine({
    'advisorCodes.planCreate': () => sampleCodesJob({ counts: { planned: options.ready ?? 1 } }),
    'jobs.start': (input: never) => {
      startedJobs.push(input);
      return options.start?.();
    },
    'jobs.follow': async function* () {
      await Promise.resolve();
      const first = options.followed?.shift();
      yield first ?? sampleCodesJob({ state: 'running' });
      if (!first) yield sampleCodesJob({ state: 'done', ...options.end });
    },
    'jobs.rows': () => ({ rows: [rowWith(line)], total: 1 }),
    'jobs.dismiss': () => options.dismiss?.(),
  });
  const form = new CodeForm(
    () => engine,
    () => [
      sampleCodeRow(),
      sampleCodeRow({ key: 'c', record: null, state: 'unmapped', code: '7AC', accounts: 3 }),
    ],
    options.firms ?? (() => []),
    () => 'production',
  );
  return { form, calls };
}
function fill(form: CodeForm, code: string): void {
  form.custodian = 'PER';
  form.code = code;
  form.firm = '39';
}

it('suggests the only firm, and keeps a chosen one for the next code', () => {
  const firms = [{ id: 39, name: 'Harborview' }];
  const { form } = formWith({}, { firms: () => firms });
  expect(form.firm).toBe('39');
  firms.push({ id: 40, name: 'Juniper' });
  const { form: formOfTwo } = formWith({}, { firms: () => firms });
  expect(formOfTwo.firm).toBe('');
  fill(formOfTwo, '7AC');
  formOfTwo.clearForNext();
  expect([formOfTwo.firm, formOfTwo.code]).toEqual(['39', '']);
});
it("reports while typing what can't be sent and what the mapping already has", () => {
  const { form } = formWith({});
  expect(form.errors).toEqual({ custodian: undefined, firm: undefined, code: undefined });
  fill(form, '7.B');
  expect(form.errors.code).toMatch(/support handles codes with other characters/);
  form.code = '7AB';
  expect(form.errors.code).toBe('This code is already in the mapping.');
  form.code = '7AC';
  expect(form.errors.code).toBeUndefined();
  expect(form.accountCount).toBe(3);
});

it('leaves the custodian blank for a code of a custodian that the form does not offer', () => {
  const { form } = formWith({});
  form.fillIn({ custodian: 'PER', code: '7AC' });
  expect([form.custodian, form.code]).toEqual(['PER', '7AC']);
  form.fillIn({ custodian: 'NEWBANK', code: 'B1' });
  expect([form.custodian, form.code]).toEqual(['', 'B1']);
});

it('reports missing input on send and sends nothing', async () => {
  const { form, calls } = formWith({});
  expect(await form.send()).toBe(false);
  expect(form.errors).toMatchObject({
    custodian: 'Choose the custodian.',
    firm: 'Choose the firm.',
    code: 'Enter the advisor code.',
  });
  expect(calls).toEqual([]);
});

it('dismisses the job of a code that was not approved, unless its page is shown', async () => {
  const { data: failure } = declaredFailure('not-allowed', { detail: { code: 'approval-needed' } });
  const end = { state: 'stopped' as const, failure, counts: { 'not-sent': 1 } };
  const { form, calls } = formWith({ state: 'not-sent' }, { end });
  const dismissals = () => calls.filter(({ name }) => name === 'jobs.dismiss').length;
  fill(form, 'N9');
  expect(await form.send()).toBe(false);
  expect(form.isUnapproved).toBe(true);
  expect(dismissals()).toBe(0);
  await form.send(); // again: the first job is not left behind
  expect(dismissals()).toBe(1);
  form.keepUnapproved();
  await form.dismissUnapproved();
  expect(dismissals()).toBe(1);
});

it('dismisses the job of a code that was not sent when the code is sent again', async () => {
  const { data: failure } = declaredFailure('offline');
  const end = { state: 'stopped' as const, failure, counts: { 'not-sent': 1 } };
  const { form, calls } = formWith({ state: 'not-sent' }, { end });
  const callNames = () => calls.map(({ name }) => name);
  fill(form, 'N9');
  await form.send();
  await form.dismissUnapproved(); // the job of an offline code stays, to be resumed
  expect(callNames()).not.toContain('jobs.dismiss');
  await form.send();
  expect(callNames().filter((name) => /plan|dismiss/.test(name))).toEqual([
    'advisorCodes.planCreate',
    'jobs.dismiss',
    'advisorCodes.planCreate',
  ]);
  form.clearForNext();
  fill(form, 'N10');
  await form.send();
  expect(callNames().filter((name) => name === 'jobs.dismiss')).toHaveLength(1);
});

it('sends no code again before the job of the earlier attempt is dismissed', async () => {
  const { data: failure } = declaredFailure('offline');
  const end = { state: 'stopped' as const, failure, counts: { 'not-sent': 1 } };
  let isDiskFull = true;
  const dismiss = () => {
    if (isDiskFull) throw declaredFailure('disk-full');
  };
  const { form, calls } = formWith({ state: 'not-sent' }, { end, dismiss });
  const plans = () => calls.filter(({ name }) => name === 'advisorCodes.planCreate').length;
  fill(form, 'N9');
  await form.send();
  await form.send();
  await form.send();
  expect([plans(), form.failure?.kind]).toEqual([1, 'disk-full']);
  isDiskFull = false;
  await form.send();
  expect(plans()).toBe(2);
});

describe('after the connection was closed while a code was sent', () => {
  const sendTwice = async (form: CodeForm, nextCode: string) => {
    fill(form, 'N9');
    const isFirstDone = await form.send();
    expect([isFirstDone, form.failure?.kind, form.outcome]).toEqual([false, 'engine-lost', null]);
    form.code = nextCode;
    return form.send();
  };
  const running = () => [sampleCodesJob({ state: 'running' })];
  const plansOf = (calls: readonly { name: string }[]) =>
    calls.filter(({ name }) => /plan|dismiss/.test(name)).map(({ name }) => name);

  it.each([
    ['done', { counts: { done: 1 } }, true],
    ['unknown', { state: 'interrupted', counts: { unknown: 1 } }, false],
  ] as const)('shows its outcome instead of sending it again: %s', async (state, end, isDone) => {
    const { form, calls } = formWith({ state }, { end, followed: running() });
    expect(await sendTwice(form, 'N9')).toBe(isDone);
    expect([startedJobs.length, form.outcome?.line.state, form.failure]).toEqual([1, state, null]);
    expect(plansOf(calls)).toEqual(['advisorCodes.planCreate', ...(isDone ? ['jobs.dismiss'] : [])]);
  });

  it('sends it again if it was not sent, without the first job', async () => {
    const end = { state: 'interrupted', counts: { 'not-sent': 1 } } as const;
    const { form, calls } = formWith({ state: 'not-sent' }, { end, followed: running() });
    await sendTwice(form, 'N9');
    expect(plansOf(calls)).toEqual(['advisorCodes.planCreate', 'jobs.dismiss', 'advisorCodes.planCreate']);
    expect(startedJobs).toHaveLength(2);
  });

  it('sends it again if it was only planned', async () => {
    const followed = [...running(), sampleCodesJob()];
    const { form, calls } = formWith({ state: 'done' }, { followed });
    expect(await sendTwice(form, 'N9')).toBe(true);
    expect(plansOf(calls)).toEqual(['advisorCodes.planCreate', 'advisorCodes.planCreate', 'jobs.dismiss']);
  });

  it.each(['done', 'refused', 'not-sent', 'unknown'] as const)(
    'sends another code, and keeps the job of the first in the list: %s',
    async (firstState) => {
      const first = sampleCodesJob({ id: 'first', state: 'interrupted', counts: { [firstState]: 1 } });
      // Followed until the connection is closed, then to see that it was started, then to its end.
      const followed = [...running(), first, first];
      const end = { id: 'second', counts: { done: 1 } };
      const { form, calls } = formWith({ state: 'done' }, { end, followed });
      expect(await sendTwice(form, 'N10')).toBe(true);
      expect(startedJobs).toHaveLength(2);
      expect(form.outcome?.job.id).toBe('second');
      expect(plansOf(calls)).toEqual(['advisorCodes.planCreate', 'advisorCodes.planCreate', 'jobs.dismiss']);
    },
  );
});

it('sends a code once, however often the button is pressed', async () => {
  const wait = deferredPromise<void>();
  const { form } = formWith({ state: 'done' }, { start: () => wait.promise });
  fill(form, ' NEW-1 ');
  const both = [form.send(), form.send()];
  wait.settle();
  expect(await Promise.all(both)).toEqual([true, false]);
  expect(startedJobs).toHaveLength(1);
});

it('keeps what the service refused, with its reason', async () => {
  const { form } = formWith({ state: 'refused', issue: { code: 'refused', reasons: ['Not of Pershing.'] } });
  fill(form, 'NEW-1');
  expect(await form.send()).toBe(false);
  expect(form.outcome?.line).toMatchObject({
    state: 'refused',
    issue: { reasons: ['Not of Pershing.'] },
  });
  form.clearForNext();
  expect([form.code, form.custodian, form.outcome]).toEqual(['', 'PER', null]);
});

it('does not start a line that the engine finds invalid', async () => {
  const { form } = formWith(
    { state: 'skipped', issue: { code: 'foreign-firm', facts: { firm: 39 } } },
    { ready: 0 },
  );
  fill(form, 'NEW-1');
  expect(await form.send()).toBe(false);
  expect(startedJobs).toEqual([]);
  expect(form.outcome?.line.issue?.code).toBe('foreign-firm');
});

it('shows why sending could not start', async () => {
  const { form } = formWith(
    {},
    {
      start: () => {
        throw declaredFailure('conflict');
      },
    },
  );
  fill(form, 'NEW-1');
  expect(await form.send()).toBe(false);
  expect(form.failure?.kind).toBe('conflict');
});

it("is not complete if the mapping contradicts the service's response", async () => {
  const { form } = formWith({ state: 'done', verified: false });
  fill(form, 'NEW-1');
  expect(await form.send()).toBe(false);
});
