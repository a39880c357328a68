import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DraftFinding, DraftFindings as Findings } from '#contract/features/review/calls';
import type { Draft } from '#contract/edit';
import DraftFindings from '../../../../renderer/features/review/DraftFindings.svelte';
import { DraftCheck } from '../../../../renderer/features/review/draft-check.svelte';
import { declaredFailure, deferredPromise, fakeDesktop, fakeEngine, liveOf } from '../../fakes';
import { stubLayout } from '../../grid/support';
import { editJobOf, sampleBulkDraft, sampleBulkDraftRow } from '../../records/drafts/samples';
import WithDraftFindings from './WithDraftFindings.svelte';

beforeEach(stubLayout);

const noFindings: Findings = {
  rules: [],
  records: [],
  items: [],
  ran: 7,
  unchecked: [],
  applied: 12,
  notApplied: 0,
};
const itemOf = (key: number, overrides: Partial<DraftFinding> = {}): DraftFinding => ({
  rule: 'no-household',
  resource: 'accounts',
  key: String(key),
  index: null,
  title: `Account ${key}`,
  subtitle: `N${key} · Pershing`,
  facts: {},
  isKnown: false,
  ...overrides,
});
const findingsIn = (count: number): Findings => ({
  ...noFindings,
  rules: [{ rule: 'no-household', found: count, resolved: 0 }],
  records: [{ resource: 'accounts', count }],
  items: Array.from({ length: Math.min(count, 20) }, (_, index) => itemOf(index + 1)),
});
const readyDraft = sampleBulkDraft({ total: 12, counts: { ready: 12 } });

function show(response: () => unknown, draft: Draft = readyDraft) {
  const { engine, calls } = fakeEngine({ 'review.ofDraft': response });
  const go = vi.fn();
  const onrow = vi.fn();
  const view = render(DraftFindings, { engine, draft, version: 1, go, onrow });
  return { ...view, user: userEvent.setup(), go, onrow, inputs: () => calls.map(({ input }) => input) };
}
/** Gives the window this height. */
function resizeTo(height: number): void {
  vi.stubGlobal('innerHeight', height);
  onTestFinished(() => void vi.unstubAllGlobals());
}
const status = () => screen.getByRole('status').textContent.replaceAll(/\s+/g, ' ').trim();

describe('the review rules of a draft', () => {
  it('are a named region that says when nothing new is found, and what was checked', async () => {
    show(() => noFindings);
    expect(status()).toBe('Checking the review rules on this draft…');
    await waitFor(() =>
      expect(status()).toBe('No new findings 7 rules were checked with these changes applied.'),
    );
    expect(screen.getByRole('region', { name: 'Review rules' })).toBeTruthy();
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('say how many records break a rule, with links to the records and to the rule', async () => {
    const { user, go } = show(() => findingsIn(8));
    const list = await screen.findByRole('list', { name: 'No household' });
    expect(status()).toMatch(/^After this, 8 accounts break a rule/);
    expect(within(list).getAllByRole('listitem')).toHaveLength(8);
    await user.click(within(list).getByRole('button', { name: 'Account 3' }));
    expect(go).toHaveBeenLastCalledWith({ screen: 'resource', resource: 'accounts', record: '3' });
    await user.click(screen.getByRole('button', { name: 'Show this rule in the review queue' }));
    expect(go).toHaveBeenLastCalledWith({ screen: 'task', task: 'review', page: { rule: 'no-household' } });
  });

  it.each([
    [8, 800, true],
    [9, 800, false],
    [8, 799, false],
  ])(
    'are expanded for few findings in a tall window: %i findings, %i pixels',
    async (count, height, isOpen) => {
      resizeTo(height);
      show(() => findingsIn(count));
      expect((await screen.findByRole<HTMLDetailsElement>('group')).open).toBe(isOpen);
    },
  );

  it('list the first of many in a closed rule, and how many more there are', async () => {
    resizeTo(800);
    show(() => findingsIn(500));
    const rule = await screen.findByRole<HTMLDetailsElement>('group');
    expect(status()).toMatch(/^After this, 500 accounts break a rule/);
    expect(rule.open).toBe(false);
    expect(rule.textContent).toContain('500 findings');
    expect(rule.textContent).toContain('and 480 more');
  });

  it('name records of several lists, in the singular too', async () => {
    show(() => ({
      ...findingsIn(1),
      records: [
        { resource: 'accounts', count: 1 },
        { resource: 'billingGroups', count: 2 },
      ],
    }));
    await waitFor(() => expect(status()).toMatch(/^After this, 1 account and 2 billing groups break a rule/));
  });

  it('say "breaks" of one record', async () => {
    show(() => findingsIn(1));
    await waitFor(() => expect(status()).toMatch(/^After this, 1 account breaks a rule/));
  });

  it('show what was found, and whether it was found before', async () => {
    const facts = { structures: ['1', '2'], values: ['R', 'D'] };
    const rule = 'collection-differs' as const;
    show(() => ({
      ...findingsIn(1),
      rules: [{ rule, found: 1, resolved: 0 }],
      items: [itemOf(1, { rule, facts, isKnown: true })],
    }));
    const list = await screen.findByRole('list', { name: 'Conflicting collection methods' });
    expect(list.textContent).toContain(
      'Its fee structures have different collection methods: Arrears and Advance.',
    );
    expect(list.textContent).toContain('Found before; these changes make it worse.');
  });

  it('lead from a record that will be created to its row in the draft', async () => {
    const { user, onrow } = show(() => ({
      ...findingsIn(1),
      rules: [{ rule: 'group-empty', found: 1, resolved: 0 }],
      items: [
        itemOf(0, { rule: 'group-empty', resource: 'billingGroups', key: null, index: 4, title: 'Cedar' }),
      ],
    }));
    await user.click(await screen.findByRole('button', { name: 'Cedar' }));
    expect(onrow).toHaveBeenCalledWith(4);
  });

  it('say what is resolved, what was left out, and which rules could not be checked', async () => {
    show(() => ({
      ...noFindings,
      rules: [{ rule: 'no-household', found: 0, resolved: 3 }],
      unchecked: [{ rule: 'no-group', missing: ['billingGroups'] }],
      notApplied: 2,
    }));
    await waitFor(() => expect(status()).toContain('These changes resolve 3 findings.'));
    expect(status()).toContain('2 rows with a problem or a conflict are not included.');
    const unchecked = screen.getByRole('group');
    expect(unchecked.textContent).toMatch(/1 rule couldn’t\s+run/);
    expect(unchecked.textContent).toContain('No billing group');
    expect(unchecked.textContent).toContain('no complete data yet for billing groups');
  });

  it('claim nothing if no rule could run', async () => {
    show(() => ({ ...noFindings, ran: 0, unchecked: [{ rule: 'no-group', missing: ['billingGroups'] }] }));
    await waitFor(() => expect(status()).toBe('The rules couldn’t run'));
  });

  it('claim nothing of a draft whose rows all need a decision', async () => {
    show(
      () => ({ ...noFindings, ran: 0, applied: 0, notApplied: 2 }),
      sampleBulkDraft({ counts: { conflict: 2 } }),
    );
    await waitFor(() =>
      expect(status()).toMatch(/^No rules were checked: nothing in this draft can be sent yet\./),
    );
  });

  it('show the reason if they fail, and run again on request', async () => {
    let fails = true;
    const { user, inputs } = show(() => {
      if (fails) throw declaredFailure('cache-unreadable');
      return noFindings;
    });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(status()).toBe('The review rules could not be checked on this draft.');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(status()).toMatch(/^No new findings/));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(inputs()).toHaveLength(2);
  });

  it('show nothing for a draft that was sent already', async () => {
    const { inputs } = show(() => {
      throw declaredFailure('not-found');
    });
    expect(screen.getByRole('region')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(inputs()).toHaveLength(1);
  });

  it('show nothing for a draft that has nothing to send', () => {
    const { inputs } = show(() => noFindings, sampleBulkDraft({ counts: { unchanged: 12 } }));
    expect(screen.queryByRole('region')).toBeNull();
    expect(inputs()).toEqual([]);
  });

  it('are checked again when the draft changes, and show nothing of its earlier state', async () => {
    let response = findingsIn(8);
    const { rerender, inputs } = show(() => response);
    await waitFor(() => expect(status()).toMatch(/^After this, 8 accounts/));
    response = noFindings;
    await rerender({ draft: { ...readyDraft, updatedAt: '2026-11-20T10:05:00Z' } });
    expect(status()).toBe('Checking the review rules on this draft…');
    await waitFor(() => expect(status()).toMatch(/^No new findings/));
    expect(inputs()).toHaveLength(2);
  });

  it('keep showing their result while new data is checked', async () => {
    const { rerender, inputs } = show(() => findingsIn(8));
    await waitFor(() => expect(status()).toMatch(/^After this, 8 accounts/));
    await rerender({ version: 2 });
    expect(status()).toMatch(/^After this, 8 accounts/);
    await waitFor(() => expect(inputs()).toHaveLength(2));
  });
});

describe('a check', () => {
  it('is ignored once the next check, or its caller, has canceled it', async () => {
    const signals: AbortSignal[] = [];
    const responses: ((findings: Findings) => void)[] = [];
    const check = new DraftCheck((_, { signal }) => {
      signals.push(signal);
      return new Promise((resolve) => responses.push(resolve));
    });
    const first = check.run({ draft: 'a', choices: {}, contentKey: '1' });
    const second = check.run({ draft: 'a', choices: {}, contentKey: '2' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    responses[1]?.(findingsIn(1));
    responses[0]?.(noFindings);
    await Promise.all([first, second]);
    expect(check.findings).toEqual(findingsIn(1));
    const third = check.run({ draft: 'a', choices: {}, contentKey: '3' });
    check.cancel();
    expect(signals[2]?.aborted).toBe(true);
    responses[2]?.(noFindings);
    await third;
    expect(check.findings).toBeNull();
  });

  it('ends and is repeated once when the data changes while it runs', async () => {
    const responses: ((findings: Findings) => void)[] = [];
    const signals: AbortSignal[] = [];
    const check = new DraftCheck((_, { signal }) => {
      signals.push(signal);
      return new Promise((resolve) => responses.push(resolve));
    });
    const request = { draft: 'a', choices: {}, contentKey: '1' };
    const first = check.run(request);
    await Promise.all([check.run(request), check.run(request)]);
    expect(responses).toHaveLength(1);
    responses[0]?.(findingsIn(1));
    await vi.waitFor(() => expect(responses).toHaveLength(2));
    expect(check.findings).toEqual(findingsIn(1));
    responses[1]?.(noFindings);
    await first;
    expect(check.findings).toEqual(noFindings);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });
});

it('keeps showing that a check failed while the same content is checked again', async () => {
  const responses = [Promise.reject(new Error('disk')), deferredPromise<Findings>()] as const;
  responses[0].catch(() => undefined);
  let calls = 0;
  const check = new DraftCheck(() => (calls++ === 0 ? responses[0] : responses[1].promise));
  const request = { draft: 'a', choices: {}, contentKey: '1' };
  await check.run(request);
  const again = check.run(request);
  expect(check.failure?.kind).toBe('unexpected');
  expect(check.isChecking).toBe(false);
  responses[1].settle(noFindings);
  await again;
  expect(check.failure).toBeNull();
  expect(check.findings).toEqual(noFindings);
});

it('the preview of a draft sends after its rules were checked, or after six seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const checked = deferredPromise<Findings>();
  const onchecking = vi.fn();
  const { engine } = fakeEngine({ 'review.ofDraft': () => checked.promise });
  const props = { engine, version: 1, go: vi.fn(), onchecking };
  const { rerender } = render(DraftFindings, { ...props, draft: readyDraft });
  await vi.advanceTimersByTimeAsync(5_900);
  expect(onchecking.mock.calls).toEqual([[true]]);
  await vi.advanceTimersByTimeAsync(200);
  expect(onchecking).toHaveBeenLastCalledWith(false);
  expect(status()).toMatch(/You can send without waiting for the result\.$/);
  await rerender({ draft: { ...readyDraft, updatedAt: '2026-11-20T10:04:00Z' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(onchecking).toHaveBeenLastCalledWith(true); // no rule has seen the new content
  checked.settle(noFindings);
  await vi.advanceTimersByTimeAsync(0);
  expect(status()).toMatch(/^No new findings/);
  onchecking.mockClear();
  await rerender({ draft: { ...readyDraft, updatedAt: '2026-11-20T10:05:00Z' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(onchecking.mock.calls).toEqual([[true], [false]]);
});

it('the preview of a draft shows the review rules above the button that sends it', async () => {
  const checked = deferredPromise<Findings>();
  const { engine, calls } = fakeEngine({
    'review.ofDraft': () => checked.promise,
    'edits.send': () => editJobOf(),
    'edits.get': () => readyDraft,
    'edits.follow': async function* () {
      await Promise.resolve();
      yield [readyDraft];
      await new Promise(() => undefined);
    },
    'edits.rows': () => ({ rows: [sampleBulkDraftRow()], total: 1 }),
    'edits.check': () => readyDraft,
  });
  render(WithDraftFindings, {
    engine,
    desktop: fakeDesktop().desktop,
    live: liveOf(),
    id: readyDraft.id,
    go: vi.fn(),
  });
  const region = await screen.findByRole('region', { name: 'Review rules' });
  const send = await screen.findByRole('button', { name: /^Send 12 changes/ });
  const isSent = () => calls.some(({ name }) => name === 'edits.send');
  await userEvent.click(send);
  expect(send.getAttribute('aria-busy')).toBe('true');
  expect(isSent()).toBe(false);
  checked.settle(findingsIn(8));
  await waitFor(() => expect(region.textContent).toContain('After this, 8 accounts break a rule'));
  expect(region.compareDocumentPosition(send)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(send);
  await waitFor(() => expect(isSent()).toBe(true));
});
