import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { RoiDraftContent } from '#contract/features/roi/schemas';
import RoiBatchView from '../../../../renderer/features/roi/RoiBatchView.svelte';
import RoiView from '../../../../renderer/features/roi/RoiView.svelte';
import { connectionOf, declaredFailure, fakeDesktop, fakeEngine, liveOf, openStream } from '../../fakes';
import { teamOf } from '../team/samples';
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

it('previews and sends every request of a batch', async () => {
  const savedContents: RoiDraftContent[] = [];
  const sentDrafts: string[] = [];
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    'roi.draft.get': ({ id }: { id: string }) => ({
      draft: { ...DRAFT_WITHOUT_CC, id, cc: [], firmName: '' },
      request: null,
    }),
    'roi.draft.save': ({ id, content }: { id: string; content: RoiDraftContent }) => {
      savedContents.push(content);
      return { ...DRAFT_WITHOUT_CC, ...content, id };
    },
    'roi.preview': () => ({ json: requestOf().json, earlier: [], followUp: '2026-12-07' }),
    'roi.send': ({ draft }: { draft: string }) => {
      sentDrafts.push(draft);
      return requestOf({ id: `r-${draft}`, state: 'sent' });
    },
  });
  const user = userEvent.setup();
  render(RoiBatchView, {
    engine,
    connection: connectionOf({ demo: true }),
    batchPage: { drafts: ['d1', 'd2'], notByEmail: [] },
    open: vi.fn(),
  });
  await user.click(await screen.findByRole('button', { name: 'Preview 2 requests' }));
  await screen.findByText('Enter at least one CC address.', { selector: 'li' });
  screen.getByText('Custodians reply to these addresses. At least one.');
  await user.type(screen.getByLabelText('Your firm'), 'Harborview');
  const cc = screen.getByRole('textbox', { name: 'CC' });
  expect(cc.getAttribute('aria-invalid')).toBe('true');
  await user.type(cc, 'kim@firm.example');
  expect(cc.getAttribute('aria-invalid')).not.toBe('true');
  await user.click(screen.getByRole('button', { name: 'Preview 2 requests' }));
  expect(
    await screen.findAllByText(/^The service emails .* You will be reminded to follow up on Dec 7, 2026\./),
  ).toHaveLength(2);
  screen.getByText('Each email is sent once and can’t be recalled.');
  screen.getByText(/sends no email\.$/);
  await user.dblClick(screen.getByRole('button', { name: 'Send 2 requests' }));
  await vi.waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Open the request/ })).toHaveLength(2),
  );
  expect(sentDrafts).toEqual(['d1', 'd2']);
  expect(savedContents.at(-1)).toMatchObject({
    firmName: 'Harborview',
    cc: [{ address: 'kim@firm.example' }],
  });
});

it('focuses what is missing if no field is invalid, such as the codes of a custodian', async () => {
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    ...draftResponses(),
  });
  const user = userEvent.setup();
  render(RoiBatchView, {
    engine,
    connection: connectionOf(),
    batchPage: { drafts: ['d1'], notByEmail: [] },
    open: vi.fn(),
  });
  await user.type(await screen.findByRole('textbox', { name: 'CC' }), 'kim@firm.example{Enter}');
  for (const code of DRAFT_WITHOUT_CC.codes)
    await user.click(screen.getByRole('button', { name: new RegExp(`Remove.*${code}`) }));
  await user.click(screen.getByRole('button', { name: 'Preview 1 request' }));
  await vi.waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('group', { name: /^Select or enter at least one .*: Pershing\.$/ }),
    ),
  );
});

it('explains to a viewer of a team why codes start no request, and creates no draft', async () => {
  const { engine, calls } = fakeEngine({
    'team.follow': () => openStream(teamOf({ role: 'viewer' })),
    'roi.custodian': () => NOTHING_KNOWN,
  });
  const { desktop } = fakeDesktop();
  const go = vi.fn();
  render(RoiView, {
    desktop,
    engine,
    live: liveOf(),
    connection: connectionOf(),
    route: { screen: 'task', task: 'roi', page: { kind: 'codes', codes: [['PER', '7AB']] } },
    go,
  });
  expect(await screen.findByText('Viewers can’t change the team’s work')).toBeTruthy();
  screen.getByText('Ask an admin of the team to make you a member.');
  expect(calls.filter(({ name }) => name.startsWith('roi.'))).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Back to ROI requests' }));
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'roi', page: undefined }, undefined);
});

it('saves what was typed when the page is left', async () => {
  const savedContents: RoiDraftContent[] = [];
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    ...draftResponses((content) => savedContents.push(content)),
  });
  const view = render(RoiBatchView, {
    engine,
    connection: connectionOf(),
    batchPage: { drafts: ['d1'], notByEmail: [] },
    open: vi.fn(),
  });
  await userEvent.setup().type(await screen.findByRole('textbox', { name: 'CC' }), 'kim@firm.example');
  view.unmount();
  await vi.waitFor(() =>
    expect(savedContents.at(-1)?.cc).toContainEqual({ address: 'kim@firm.example', name: null }),
  );
});

it('opens a request separately once it has what was typed for all requests', async () => {
  const savedContents: RoiDraftContent[] = [];
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    ...draftResponses((content) => savedContents.push(content)),
  });
  const savedAddressesAtOpen: (string | undefined)[] = [];
  const open = vi.fn(() => void savedAddressesAtOpen.push(savedContents.at(-1)?.cc[0]?.address));
  const user = userEvent.setup();
  render(RoiBatchView, {
    engine,
    connection: connectionOf(),
    batchPage: { drafts: ['d1'], notByEmail: [] },
    open,
  });
  await user.type(await screen.findByRole('textbox', { name: 'CC' }), 'kim@firm.example');
  await user.click(screen.getByRole('button', { name: 'Edit separately…: Pershing' }));
  await vi.waitFor(() => expect(open).toHaveBeenCalledWith({ kind: 'draft', id: 'd1' }));
  expect(savedAddressesAtOpen).toEqual(['kim@firm.example']);
});

it('stays open with an address that could not be added, and says so', async () => {
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    ...draftResponses(),
  });
  const open = vi.fn();
  const user = userEvent.setup();
  render(RoiBatchView, {
    engine,
    connection: connectionOf(),
    batchPage: { drafts: ['d1'], notByEmail: [] },
    open,
  });
  const cc = await screen.findByRole('textbox', { name: 'CC' });
  await user.type(cc, 'kim@firm.example bad@@x');
  const editSeparately = screen.getByRole('button', { name: 'Edit separately…: Pershing' });
  await user.click(editSeparately);
  await screen.findByText('Not an email address: bad@@x.');
  await vi.waitFor(() => expect(document.activeElement).toBe(cc));
  expect(open).not.toHaveBeenCalled();
  await user.clear(cc);
  await user.click(editSeparately);
  await vi.waitFor(() => expect(open).toHaveBeenCalledWith({ kind: 'draft', id: 'd1' }));
});

it('stays open with the input and the reason if a draft cannot be saved on leaving', async () => {
  const open = vi.fn();
  let isDiskFull = true;
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    'roi.draft.get': ({ id }: { id: string }) => ({ draft: { ...DRAFT_WITHOUT_CC, id }, request: null }),
    'roi.draft.save': ({ id, content }: { id: string; content: RoiDraftContent }) =>
      isDiskFull && id === 'd2'
        ? Promise.reject(declaredFailure('disk-full'))
        : { ...DRAFT_WITHOUT_CC, ...content, id },
  });
  const user = userEvent.setup();
  render(RoiBatchView, {
    engine,
    connection: connectionOf(),
    batchPage: { drafts: ['d1', 'd2'], notByEmail: [] },
    open,
  });
  await user.type(await screen.findByLabelText('Your firm'), ' Group');
  const back = screen.getByRole('button', { name: 'Back to ROI requests' });
  await user.click(back);
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve));
  expect(open).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Your firm')).toHaveProperty(
    'value',
    expect.stringMatching(/ Group$/) as unknown,
  );
  isDiskFull = false;
  await user.click(back);
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce());
});

it('offers no earlier preview to send if what was changed since cannot be saved', async () => {
  let isDiskFull = false;
  const { engine } = fakeEngine({
    'roi.custodian': () => NOTHING_KNOWN,
    'roi.draft.get': ({ id }: { id: string }) => ({
      draft: { ...DRAFT_WITHOUT_CC, id, cc: [{ address: 'kim@firm.example', name: null }] },
      request: null,
    }),
    'roi.draft.save': ({ id, content }: { id: string; content: RoiDraftContent }) =>
      isDiskFull ? Promise.reject(declaredFailure('disk-full')) : { ...DRAFT_WITHOUT_CC, ...content, id },
    'roi.preview': () => ({ json: requestOf().json, earlier: [], followUp: '2026-12-07' }),
  });
  const user = userEvent.setup();
  render(RoiBatchView, {
    engine,
    connection: connectionOf(),
    batchPage: { drafts: ['d1'], notByEmail: [] },
    open: vi.fn(),
  });
  await user.click(await screen.findByRole('button', { name: 'Preview 1 request' }));
  await screen.findByText(/^The service emails /);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  isDiskFull = true;
  await user.type(screen.getByLabelText('Your firm'), ' Group');
  await user.click(screen.getByRole('button', { name: 'Preview 1 request' }));
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(screen.queryByText(/^The service emails/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Send 1 request' })).toHaveProperty('disabled', true);
});

it('shows a batch as a table with a row per custodian in a wide window', async () => {
  vi.stubGlobal('innerWidth', 2560);
  try {
    const { engine } = fakeEngine({
      'roi.custodian': () => NOTHING_KNOWN,
      'roi.draft.get': ({ id }: { id: string }) => ({
        draft: { ...DRAFT_WITHOUT_CC, id, advisorName: '' },
        request: null,
      }),
      'roi.draft.save': ({ id, content }: { id: string; content: RoiDraftContent }) => ({
        ...DRAFT_WITHOUT_CC,
        ...content,
        id,
      }),
    });
    const user = userEvent.setup();
    render(RoiBatchView, {
      engine,
      connection: connectionOf(),
      batchPage: { drafts: ['d1', 'd2'], notByEmail: [] },
      open: vi.fn(),
    });
    const table = await screen.findByRole('table', { name: 'Requests' });
    expect(within(table).getAllByRole('rowheader')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Preview 2 requests' }));
    // Missing values are reported at the fields of the table.
    expect(
      within(table)
        .getAllByLabelText('Advisor (on whose behalf)')
        .map((box) => box.getAttribute('aria-invalid')),
    ).toEqual(['true', 'true']);
  } finally {
    vi.unstubAllGlobals();
  }
});
