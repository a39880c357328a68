import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { RoiDraftContent } from '#contract/features/roi/schemas';
import { RoiRequestBatch } from '../../../../renderer/features/roi/request-batch.svelte';
import { colleagueChanges } from '../../../../renderer/features/roi/request.svelte';
import PlannedRequests from '../../../../renderer/features/roi/PlannedRequests.svelte';
import { createBatchDrafts } from '../../../../renderer/features/roi/create-batch-drafts';
import { fakeEngine } from '../../fakes';
import { needsOfBatch } from '../../../../renderer/features/roi/batch-messages';
import { draftResponses, DRAFT_WITHOUT_CC, requestOf } from './samples';

const NOTHING_KNOWN = {
  codes: [],
  contacts: [],
  latestContacts: [],
  advisors: {},
  expected: { first: 5, last: 10 },
  isUserSet: false,
  expectedChanged: null,
};

it('drafts requests by email with the last contacts, and plans those of other custodians', async () => {
  const savedContents: RoiDraftContent[] = [];
  const { engine, calls } = fakeEngine({
    'roi.planned.add': () => undefined,
    'roi.custodian': ({ custodian }: { custodian: string }) =>
      custodian === 'PER'
        ? {
            ...NOTHING_KNOWN,
            advisors: { '7AB': 'Ann Lee' },
            contacts: [
              {
                id: 1,
                custodian: 'PER',
                role: 'firm',
                value: 'Harborview',
                name: null,
                usedAt: '2026-11-20',
                changed: null,
              },
            ],
          }
        : NOTHING_KNOWN,
    'roi.draft.save': ({ content }: { content: RoiDraftContent }) => ({
      ...DRAFT_WITHOUT_CC,
      ...content,
      id: `d${savedContents.push(content)}`,
    }),
  });
  const batch = await createBatchDrafts(engine, [
    ['PER', '7AB'],
    ['IBK', 'F1'],
    ['PER', '7AC'],
    ['PER', '7AB'],
    ['NFS', 'G1'],
    // Neither of these can be planned: no custodian, and one named like a property of every object.
    [null, 'X'],
    ['constructor', 'Y'],
  ]);
  expect(batch).toEqual({
    drafts: ['d1', 'd2'],
    notByEmail: [
      ['NFS', ['G1']],
      ['', ['X']],
      ['constructor', ['Y']],
    ],
  });
  expect(calls.find(({ name }) => name === 'roi.planned.add')?.input).toEqual({
    requests: [{ custodian: 'NFS', codes: ['G1'] }],
  });
  expect(savedContents).toMatchObject([
    { custodian: 'PER', codes: ['7AB', '7AC'], advisorName: 'Ann Lee', firmName: 'Harborview' },
    { custodian: 'IBK', codes: ['F1'], advisorName: '', firmName: 'Harborview' },
  ]);
});

it('sends in order, stops at an unknown outcome, and sends the rest on request', async () => {
  const outcomes = ['sent', 'unknown', 'sent'] as const;
  const sent: string[] = [];
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    ...draftResponses(),
    'roi.preview': () => ({ json: requestOf().json, earlier: [], followUp: '2026-12-07' }),
    'roi.send': ({ draft }: { draft: string }) =>
      requestOf({ id: `r-${draft}`, state: outcomes[sent.push(draft) - 1] ?? 'sent' }),
  });
  const batch = new RoiRequestBatch(engine);
  await batch.load(['d1', 'd2', 'd3']);
  batch.shared.change({ senderName: 'Kim Roe', cc: [{ address: 'kim@firm.example', name: null }] });
  expect(batch.requests?.map(({ form }) => form.content.senderName)).toEqual(Array(3).fill('Kim Roe'));
  await batch.openPreview();
  expect(batch.phase).toBe('preview');
  await Promise.all([batch.send(), batch.send()]);
  expect(sent).toEqual(['d1', 'd2']);
  expect(batch.waiting).toHaveLength(1);
  await batch.send();
  expect(sent).toEqual(['d1', 'd2', 'd3']);
  expect(batch.waiting).toHaveLength(0);
});

/** Loads a batch of drafts "d1" and "d2" with these contents; saving succeeds. */
async function batchOfTwo(first: Partial<RoiDraftContent>, second: Partial<RoiDraftContent>) {
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    'roi.draft.get': ({ id }: { id: string }) => ({
      draft: { ...DRAFT_WITHOUT_CC, id, ...(id === 'd1' ? first : second) },
      request: null,
    }),
    'roi.draft.save': ({ id, content }: { id: string; content: RoiDraftContent }) => ({
      ...DRAFT_WITHOUT_CC,
      ...content,
      id,
    }),
  });
  const batch = new RoiRequestBatch(engine);
  await batch.load(['d1', 'd2']);
  return batch;
}

it('sets one advisor for all requests, and shows none while they differ', async () => {
  const batch = await batchOfTwo({ advisorName: 'Ann Lee' }, { advisorName: '' });
  const advisors = () => batch.requests?.map(({ form }) => form.content.advisorName);
  expect(batch.advisorForAll).toBe('');
  expect(advisors()).toEqual(['Ann Lee', '']);
  batch.advisorForAll = 'Joe Fox';
  expect(advisors()).toEqual(['Joe Fox', 'Joe Fox']);
  expect(batch.advisorForAll).toBe('Joe Fox');
});

it('adds an address to all requests without replacing what was edited separately', async () => {
  const batch = await batchOfTwo({ senderName: 'Tom Park' }, { senderName: 'Kim Roe' });
  batch.requests?.[1]?.form.change({ replyTo: [{ address: 'kim@firm.example', name: null }] });
  batch.shared.type({ cc: 'ops@firm.example', replyTo: 'no address' });
  batch.shared.commitInput();
  const contents = batch.requests?.map(({ form }) => form.content) ?? [];
  expect(contents.map(({ senderName }) => senderName)).toEqual(['Tom Park', 'Kim Roe']);
  expect(contents.map(({ cc }) => cc[0]?.address)).toEqual(['ops@firm.example', 'ops@firm.example']);
  expect(contents.map(({ replyTo }) => replyTo[0]?.address)).toEqual([
    'ann@firm.example',
    'kim@firm.example',
  ]);
});

it('names custodians for missing input that differs and reports shared gaps once', async () => {
  const custodians = { d1: 'PER', d2: 'IBK' } as const;
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    'roi.draft.get': ({ id }: { id: 'd1' | 'd2' }) => ({
      draft: { ...DRAFT_WITHOUT_CC, id, custodian: custodians[id], advisorName: '', firmName: '' },
      request: null,
    }),
    'roi.draft.save': ({ id, content }: { id: string; content: RoiDraftContent }) => ({
      ...DRAFT_WITHOUT_CC,
      ...content,
      id,
    }),
  });
  const batch = new RoiRequestBatch(engine);
  await batch.load(['d1', 'd2']);
  await batch.openPreview();
  expect(batch.phase).toBe('write');
  expect(needsOfBatch(batch.waiting)).toEqual([
    'Enter the advisor: Pershing and Interactive Brokers.',
    'Enter your firm.',
    'Enter at least one CC address.',
  ]);
});

it('treats a custodian named like a property of every object as unknown', () => {
  render(PlannedRequests, {
    engine: fakeEngine({ 'roi.planned.list': () => [] }).engine,
    codes: [['constructor', ['Y']]],
    open: () => undefined,
  });
  expect(screen.getByText(/A request needs a known custodian\./)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('keeps the other custodians when one request was logged', async () => {
  let planned = [
    { custodian: 'NFS', codes: ['G1'], plannedBy: [] },
    { custodian: 'SWB', codes: ['H1'], plannedBy: [] },
  ];
  const { engine } = fakeEngine({
    'roi.planned.list': () => planned,
    'roi.request.record': ({ custodian }: { custodian: string }) => {
      planned = planned.filter((request) => request.custodian !== custodian);
      return requestOf({ id: 'r9', custodian: 'NFS', method: 'portal' });
    },
    'roi.planned.dismiss': () => void (planned = []),
  });
  const openedPages: unknown[] = [];
  const main = document.body.appendChild(document.createElement('main'));
  render(PlannedRequests, {
    target: main,
    props: {
      engine,
      codes: [
        ['NFS', ['G1']],
        ['SWB', ['H1']],
      ],
      open: (page?: unknown) => void openedPages.push(page),
    },
  });
  (await screen.findByRole('button', { name: 'Log as submitted: Fidelity' })).click();
  (await screen.findByRole('button', { name: 'Log request' })).click();
  expect(await screen.findByText('Logged')).toBeTruthy();
  expect(openedPages).toEqual([]);
  // The button that opened the dialog is gone: the screen gets the focus.
  await waitFor(() => expect(document.activeElement).toBe(main));
  screen.getByRole('button', { name: 'Dismiss the request to Charles Schwab' }).click();
  expect(await screen.findByText('Logged or dismissed')).toBeTruthy();
  screen.getByRole('button', { name: 'Open the request to Fidelity' }).click();
  expect(openedPages).toEqual([{ kind: 'request', id: 'r9' }]);
});

it('dismisses one planned request for a double click, not the next one too', async () => {
  let planned = [
    { custodian: 'NFS', codes: ['G1'], plannedBy: [] },
    { custodian: 'SWB', codes: ['H1'], plannedBy: [] },
  ];
  const { engine } = fakeEngine({
    'roi.planned.list': () => planned,
    'roi.planned.dismiss': ({ custodian }: { custodian: string }) =>
      void (planned = planned.filter((request) => request.custodian !== custodian)),
  });
  render(PlannedRequests, { engine, open: () => undefined });
  const dismissButton = (custodian: string) =>
    screen.findByRole('button', { name: `Dismiss the request to ${custodian}` });
  await fireEvent.click(await dismissButton('Fidelity'), { detail: 1 });
  await waitFor(() => expect(screen.queryByRole('button', { name: /Fidelity/ })).toBeNull());
  await fireEvent.click(await dismissButton('Charles Schwab'), { detail: 2 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(planned).toMatchObject([{ custodian: 'SWB' }]);
});

it('logs a long plan in parts, each with as many codes as one request may have', async () => {
  const codes = Array.from({ length: 600 }, (_, index) => `G${index}`);
  const { engine, calls } = fakeEngine({
    'roi.planned.list': () => [{ custodian: 'NFS', codes, plannedBy: [] }],
    'roi.request.record': () => requestOf({ id: 'r9', custodian: 'NFS', method: 'portal' }),
  });
  render(PlannedRequests, { engine, open: () => undefined });
  (await screen.findByRole('button', { name: 'Log as submitted: Fidelity' })).click();
  expect(await screen.findByText(/^500 of 600 planned codes\./)).toBeTruthy();
  screen.getByRole('button', { name: 'Log request' }).click();
  await screen.findByText('Logged');
  expect(calls.find(({ name }) => name === 'roi.request.record')?.input).toMatchObject({
    codes: codes.slice(0, 500),
  });
});

it('logs a plan without the codes that only support can handle', async () => {
  const { engine, calls } = fakeEngine({
    'roi.planned.list': () => [{ custodian: 'NFS', codes: ['AB.12', 'G 1', 'G2'], plannedBy: [] }],
    'roi.request.record': () => requestOf({ id: 'r9', custodian: 'NFS', method: 'portal' }),
  });
  render(PlannedRequests, { engine, open: () => undefined });
  (await screen.findByRole('button', { name: 'Log as submitted: Fidelity' })).click();
  expect(await screen.findByText('1 of 3 planned codes. The others stay planned.')).toBeTruthy();
  screen.getByRole('button', { name: 'Log request' }).click();
  await screen.findByText('Logged');
  expect(calls.find(({ name }) => name === 'roi.request.record')?.input).toMatchObject({ codes: ['G2'] });
});

it('offers a viewer of a team no change of a planned request', async () => {
  const planned = [{ custodian: 'NFS', codes: ['G1'], plannedBy: [] }];
  const { engine } = fakeEngine({ 'roi.planned.list': () => planned });
  render(PlannedRequests, { engine, open: () => undefined, mayChange: false });
  expect(await screen.findByText(/Integration Xchange/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says who on the team planned the codes, until a colleague has finished them', async () => {
  const at = '2026-11-21T16:14:00Z';
  let planned = [
    {
      custodian: 'NFS',
      codes: ['G1'],
      plannedBy: [
        { by: 'Ada Park', at },
        { by: 'Robin Reyes', at },
      ],
    },
  ];
  const { engine } = fakeEngine({ 'roi.planned.list': () => planned });
  render(PlannedRequests, { engine, open: () => undefined });
  expect((await screen.findByText(/^Planned by /)).textContent).toMatch(
    /^Planned by Ada Park on Nov 21, 2026, .+ and Robin Reyes on Nov 21, 2026/,
  );
  planned = [];
  colleagueChanges.count += 1;
  await waitFor(() => expect(screen.queryByText(/^Planned by /)).toBeNull());
});
