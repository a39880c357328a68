import { describe, expect, it } from 'vitest';
import type { RoiRequestView } from '#contract/features/roi/calls';
import { DraftForm } from '../../../../renderer/features/roi/draft-form.svelte';
import { RoiPreview } from '../../../../renderer/features/roi/preview.svelte';
import { declaredFailure, fakeEngine, deferredPromise, type Answers } from '../../fakes';
import { DRAFT_WITHOUT_CC, requestOf } from './samples';

const JSON_TEXT = requestOf().json;
const previewWith = (earlier: RoiRequestView[] = []) => ({
  json: JSON_TEXT,
  earlier,
  followUp: '2026-12-07',
});

async function previewOf(answers: Answers) {
  const { engine, calls } = fakeEngine({ 'roi.preview': () => previewWith(), ...answers });
  const form = new DraftForm(engine);
  form.open(DRAFT_WITHOUT_CC);
  const preview = new RoiPreview(engine, form);
  await preview.load();
  return { form, preview, sent: () => calls.filter(({ name }) => name === 'roi.send') };
}

describe('sending from the preview', () => {
  it('sends the displayed text once, however often the button is pressed', async () => {
    const response = deferredPromise<RoiRequestView>();
    const { preview, form, sent } = await previewOf({ 'roi.send': () => response.promise });
    const presses = [preview.send(), preview.send(), preview.send()];
    expect(preview.sending).toBe(true);
    form.change({ advisorName: 'Somebody else' });
    expect(form.content.advisorName).toBe('Ann Lee');
    response.settle(requestOf());
    expect((await Promise.all(presses)).map((request) => request?.id)).toEqual(['r1', undefined, undefined]);
    expect(sent().map(({ input }) => input)).toEqual([{ draft: 'd1', json: JSON_TEXT, shownEarlier: [] }]);
  });

  it('waits for confirmation if an earlier request is shown', async () => {
    const { preview, sent } = await previewOf({
      'roi.preview': () => previewWith([requestOf({ id: 'r0' })]),
      'roi.send': () => requestOf(),
    });
    expect(preview.canSend).toBe(false);
    expect(await preview.send()).toBeNull();
    preview.isConfirmed = true;
    await preview.send();
    expect(sent().map(({ input }) => input)).toMatchObject([{ shownEarlier: ['r0'] }]);
  });

  it('waits for confirmation if the draft was restored from a backup', async () => {
    const restored = '2026-11-20T09:00:00.000Z';
    const { preview, sent } = await previewOf({
      'roi.preview': () => ({ ...previewWith(), restored }),
      'roi.send': () => requestOf(),
    });
    expect(await preview.send()).toBeNull();
    preview.isConfirmed = true;
    await preview.send();
    expect(sent().map(({ input }) => input)).toMatchObject([{ restored }]);
  });

  it('waits for confirmation if colleagues’ requests could not be read', async () => {
    const colleagues = { isCurrent: false, asOf: '2026-11-20T09:40:00.000Z' };
    const { preview, sent } = await previewOf({
      'roi.preview': () => ({ ...previewWith(), colleagues }),
      'roi.send': () => requestOf(),
    });
    expect(await preview.send()).toBeNull();
    preview.isConfirmed = true;
    await preview.send();
    expect(sent().map(({ input }) => input)).toMatchObject([{ acceptsOlder: true }]);
  });

  it('shows a new preview and sends nothing by itself if something has changed', async () => {
    let earlier: RoiRequestView[] = [];
    const { preview, sent } = await previewOf({
      'roi.preview': () => previewWith(earlier),
      'roi.send': () => {
        earlier = [requestOf({ id: 'r0' })];
        return Promise.reject(declaredFailure('changed-since'));
      },
    });
    expect(await preview.send()).toBeNull();
    expect(preview.failure?.kind).toBe('changed-since');
    expect(preview.displayed?.earlier).toHaveLength(1);
    expect(preview.canSend).toBe(false);
    expect(sent()).toHaveLength(1);
  });

  it('shows what is missing instead of a preview', async () => {
    const { preview } = await previewOf({
      'roi.preview': () => Promise.reject(declaredFailure('refused', { reasons: ['advisor_codes'] })),
    });
    expect(preview.displayed).toBeNull();
    expect(preview.failure?.reasons).toEqual(['advisor_codes']);
    expect(preview.canSend).toBe(false);
  });
});
