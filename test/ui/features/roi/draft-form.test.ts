import { describe, expect, it, vi } from 'vitest';
import { DraftForm } from '../../../../renderer/features/roi/draft-form.svelte';
import { EMPTY_DRAFT } from '../../../../renderer/features/roi/steps';
import { declaredFailure, fakeEngine, deferredPromise } from '../../fakes';

/** Lets everything that was started run, such as a save that did not wait. */
const settleTimers = () => new Promise((resolve) => setTimeout(resolve));

/** Returns a timer that the test fires. */
function manualTimer() {
  let due: (() => void) | undefined;
  return {
    later: (_ms: number, callback: () => void) => {
      due = callback;
      return () => (due = undefined);
    },
    fire: () => due?.(),
  };
}

const savedDraft = (id: string) => ({
  ...EMPTY_DRAFT,
  id,
  replaces: null,
  updatedAt: '2026-11-20T10:00:00Z',
});

describe('draft being edited', () => {
  it('is saved when the debounce ends, under one ID', async () => {
    const { engine, calls } = fakeEngine({ 'roi.draft.save': () => savedDraft('d1') });
    const { later, fire } = manualTimer();
    const newIds: string[] = [];
    const form = new DraftForm(engine, (id) => newIds.push(id), later);
    form.change({ advisorName: 'A' });
    form.change({ advisorName: 'An' });
    expect(form.isSaved).toBe(false);
    await settleTimers();
    expect(calls).toEqual([]);
    fire();
    await vi.waitFor(() => expect(form.isSaved).toBe(true));
    expect(calls.map(({ input }) => input)).toEqual([{ content: { ...EMPTY_DRAFT, advisorName: 'An' } }]);
    expect({ id: form.id, isSaved: form.isSaved, newIds }).toEqual({
      id: 'd1',
      isSaved: true,
      newIds: ['d1'],
    });
    form.change({ advisorName: 'Ann' });
    await form.flush();
    expect(calls.at(-1)?.input).toMatchObject({ id: 'd1' });
    expect(newIds).toEqual(['d1']);
  });

  it('saves one version after the other so that a new draft is not created twice', async () => {
    const first = deferredPromise<ReturnType<typeof savedDraft>>();
    const { engine, calls } = fakeEngine({
      'roi.draft.save': () => (calls.length === 1 ? first.promise : savedDraft('d1')),
    });
    const form = new DraftForm(engine);
    form.change({ advisorName: 'A' });
    const firstFlush = form.flush();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    form.change({ advisorName: 'An' });
    const secondFlush = form.flush();
    first.settle(savedDraft('d1'));
    await Promise.all([firstFlush, secondFlush]);
    expect(calls.map(({ input }) => (input as { id?: string }).id)).toEqual([undefined, 'd1']);
    expect(form.isSaved).toBe(true);
  });

  it('reports a failed save and retries with the next flush', async () => {
    let isDiskFull = true;
    const { engine } = fakeEngine({
      'roi.draft.save': () => (isDiskFull ? Promise.reject(declaredFailure('disk-full')) : savedDraft('d1')),
    });
    const form = new DraftForm(engine);
    form.change({ advisorName: 'A' });
    await form.flush();
    expect(form.failure?.kind).toBe('disk-full');
    expect(form.isSaved).toBe(false);
    isDiskFull = false;
    await form.flush();
    expect({ failure: form.failure, isSaved: form.isSaved }).toEqual({ failure: null, isSaved: true });
  });

  it('drops repeated addresses of a draft when it opens, and saves it without them', async () => {
    const { engine, calls } = fakeEngine({ 'roi.draft.save': () => savedDraft('d1') });
    const form = new DraftForm(engine);
    const ops = { address: 'ops@firm.example', name: null };
    form.open({ ...savedDraft('d1'), cc: [ops, ops], replyTo: [ops] });
    await form.flush();
    expect(calls.map(({ input }) => input)).toMatchObject([
      { id: 'd1', content: { cc: [ops], replyTo: [ops] } },
    ]);
  });

  it('saves nothing after it was sent', async () => {
    const { engine, calls } = fakeEngine();
    const form = new DraftForm(engine);
    form.change({ advisorName: 'A' });
    form.stopSaving();
    await form.flush();
    expect(calls).toEqual([]);
  });
});
