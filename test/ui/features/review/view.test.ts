import type { QueuePage } from '#contract/features/review/feature';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { toast } from 'svelte-sonner';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Finding, ReviewOverview, ReviewState } from '#contract/features/review/calls';
import type { TeamState } from '#contract/features/team/calls';
import FindingsCard from '../../../../renderer/features/review/FindingsCard.svelte';
import type { WriteActions } from '../../../../renderer/records/form/write-actions';
import {
  connectionOf,
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  openStream,
  liveOf,
  UNCHECKED_REVIEW,
  type Answers,
} from '../../fakes';
import { stubLayout } from '../../grid/support';
import { claimOf, memberOf, teamOf } from '../team/samples';
import ReviewScreen from './ReviewScreen.svelte';
import WithForms from './WithForms.svelte';

beforeEach(stubLayout);

const finding = (key: string, overrides: Partial<Finding> = {}): Finding => ({
  id: `no-household ${key}`,
  rule: 'no-household',
  resource: 'accounts',
  key,
  title: `Account ${key}`,
  subtitle: `N${key} · Charles Schwab`,
  custodian: 'SWB',
  state: 'open',
  hasNote: false,
  owner: null,
  foundAt: null,
  ...overrides,
});
const FINDINGS = [finding('1'), finding('2'), finding('3', { state: 'flagged' })];
const noCounts = { open: 0, flagged: 0, waived: 0, reviewed: 0 };
const OVERVIEW = {
  rules: [
    { rule: 'quarantined' as const, missing: [], counts: noCounts },
    { rule: 'no-household' as const, missing: [], counts: { ...noCounts, open: 2, flagged: 1, waived: 4 } },
    { rule: 'no-group' as const, missing: ['billingGroups' as const], counts: noCounts },
  ],
  custodians: [{ value: 'SWB', count: 3 }],
  owners: [{ value: 'Dana', count: 1 }],
  user: 'pat',
};
const doneWith = (overview: ReviewOverview): ReviewState => ({
  stamp: 1,
  state: 'done',
  checkedAt: '2026-11-21T09:00:00Z',
  failure: null,
  overview,
});
const DONE = doneWith(OVERVIEW);

function show(responses: Answers = {}, page?: QueuePage, writing?: WriteActions) {
  const answers: Answers = {
    'review.follow': () => openStream(DONE),
    'review.list': () => ({ items: FINDINGS, total: FINDINGS.length }),
    'review.position': ({ id }: { id: string }) => ({
      index: FINDINGS.findIndex((candidate) => candidate.id === id),
    }),
    'review.ids': () => ({ ids: FINDINGS.map(({ id }) => id) }),
    'review.get': ({ id }: { id: string }) => ({
      ...FINDINGS.find((candidate) => candidate.id === id),
      values: [
        { field: 'status', cell: 'funded' },
        { field: 'household_id', cell: null },
      ],
      facts: {},
      related: [],
      mark: null,
    }),
    'review.mark': () => ({ marked: 1, undo: '1' }),
    ...responses,
  };
  const { engine, calls } = fakeEngine(answers);
  const go = vi.fn();
  const props = {
    engine,
    desktop: fakeDesktop().desktop,
    live: liveOf(),
    connection: connectionOf(),
    route: { screen: 'task' as const, task: 'review' as const, ...(page ? { page } : {}) },
    go,
  };
  const { rerender } = writing ? render(WithForms, { ...props, writing }) : render(ReviewScreen, props);
  const inputsIn = (from: typeof calls) => (name: string) =>
    from.filter((call) => call.name === name).map(({ input }) => input);
  return {
    go,
    inputsOf: inputsIn(calls),
    /** Replaces the engine by another; returns the inputs of its calls. */
    restartEngine: async (changed: Answers) => {
      const restarted = fakeEngine({ ...answers, ...changed });
      await rerender({ engine: restarted.engine });
      return { inputsOf: inputsIn(restarted.calls) };
    },
  };
}

interface ListInput {
  readonly filter: { readonly text?: string };
  readonly offset: number;
  readonly limit: number;
}

const panel = () => screen.findByRole('complementary', { name: 'Finding' });

describe('an empty review queue', () => {
  const noFindings = { 'review.list': () => ({ items: [], total: 0 }) };

  it('says how many rules could not run', async () => {
    show(noFindings);
    expect(
      await screen.findByText('No findings left in this part of the queue. 1 rule couldn’t run.'),
    ).toBeTruthy();
    expect(screen.getByText('0 findings')).toBeTruthy();
  });

  it('claims nothing about a rule that could not run', async () => {
    show(noFindings, { rule: 'no-group' });
    expect(await screen.findByText('Not checked')).toBeTruthy();
    const list = screen.getByRole('region', { name: 'Findings found' });
    expect(within(list).getByText('Couldn’t run: no complete data yet for billing groups.')).toBeTruthy();
    expect(screen.queryByText('0 findings')).toBeNull();
  });

  it('claims nothing from a list that was read before the check', async () => {
    let isChecked = false;
    const states = [{ ...DONE, stamp: 0, state: 'checking' as const, checkedAt: null }, DONE];
    const { inputsOf } = show({
      'review.follow': async function* () {
        yield states[0];
        await vi.waitFor(() => expect(inputsOf('review.list')).not.toEqual([]));
        isChecked = true;
        yield states[1];
        await new Promise(() => undefined);
      },
      'review.list': () => (isChecked ? new Promise(() => undefined) : { items: [], total: 0 }),
    });
    await screen.findByText(/^Checked /);
    expect(screen.queryByText('0 findings')).toBeNull();
    expect(screen.queryByText('No findings')).toBeNull();
  });
});

describe('review queue by keyboard', () => {
  it('shows what is wrong with the current finding, why, and which values were read', async () => {
    show();
    const currentPanel = await panel();
    expect(within(currentPanel).getByText('This account does not belong to a household.')).toBeTruthy();
    expect(within(currentPanel).getByText(/^It is missing from household reporting/)).toBeTruthy();
    expect(within(currentPanel).getByText('Funded')).toBeTruthy();
    const user = userEvent.setup();
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    await user.keyboard('j');
    await waitFor(async () => expect(within(await panel()).getByText('Account 2')).toBeTruthy());
    await user.keyboard('k');
    await waitFor(async () => expect(within(await panel()).getByText('Account 1')).toBeTruthy());
  });

  it('marks as reviewed with R and moves to the next finding at once', async () => {
    const { inputsOf } = show();
    await panel();
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    const user = userEvent.setup();
    await user.keyboard('rf');
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(2));
    expect(inputsOf('review.mark')).toEqual([
      { findings: { kind: 'ids', ids: ['no-household 1'] }, mark: { kind: 'reviewed' } },
      { findings: { kind: 'ids', ids: ['no-household 2'] }, mark: { kind: 'flagged' } },
    ]);
  });

  it('undoes the last mark once with Ctrl+Z', async () => {
    const { inputsOf } = show({ 'review.undo': () => ({ restored: 1 }) });
    await panel();
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    const user = userEvent.setup();
    await user.keyboard('r');
    await waitFor(async () => {
      await user.keyboard('{Control>}z{/Control}'); // the mark may not be saved yet
      expect(inputsOf('review.undo')).toHaveLength(1);
    });
    await user.keyboard('{Control>}z{/Control}');
    expect(inputsOf('review.undo')).toEqual([{ undo: '1' }]);
  });

  it('marks the finding that was clicked, and then the next one, with R', async () => {
    const { inputsOf } = show();
    await panel();
    const user = userEvent.setup();
    await user.click(within(await screen.findByRole('grid', { name: 'Findings' })).getByText('Account 2'));
    await screen.findByText('1 finding selected');
    await user.keyboard('rr');
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(2));
    expect(inputsOf('review.mark')).toEqual(
      ['2', '3'].map((key) => ({
        findings: { kind: 'ids', ids: [`no-household ${key}`] },
        mark: { kind: 'reviewed' },
      })),
    );
  });

  it('marks the finding that the cursor moved to, not one that was clicked before', async () => {
    const { inputsOf } = show();
    await panel();
    const user = userEvent.setup();
    await user.click(within(await screen.findByRole('grid', { name: 'Findings' })).getByText('Account 1'));
    await user.keyboard('jr');
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    expect(inputsOf('review.mark')).toEqual([
      { findings: { kind: 'ids', ids: ['no-household 2'] }, mark: { kind: 'reviewed' } },
    ]);
  });

  it('applies a mark in the panel to the finding shown there while the next one is loading', async () => {
    const { inputsOf } = show({
      'review.get': ({ id }: { id: string }) =>
        id === 'no-household 1'
          ? { ...finding('1'), values: [], facts: {}, related: [], mark: null }
          : new Promise(() => undefined),
    });
    const currentPanel = await panel();
    const user = userEvent.setup();
    await user.click(within(currentPanel).getByRole('button', { name: 'Next finding' }));
    expect(within(currentPanel).getByText('Account 1')).toBeTruthy();
    await user.click(within(currentPanel).getByRole('button', { name: 'Mark reviewed' }));
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    expect(inputsOf('review.mark')).toMatchObject([{ findings: { kind: 'ids', ids: ['no-household 1'] } }]);
  });

  it('marks one finding, however long the key is held', async () => {
    const { inputsOf } = show();
    await within(await panel()).findByText('Account 1');
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    const user = userEvent.setup();
    await user.keyboard('{r>3/}');
    await within(await panel()).findByText('Account 2');
    expect(inputsOf('review.mark')).toMatchObject([{ findings: { kind: 'ids', ids: ['no-household 1'] } }]);
  });

  it('marks the row of the menu alone, unless it is one of the selected rows', async () => {
    const { inputsOf } = show();
    await panel();
    const grid = await screen.findByRole('grid', { name: 'Findings' });
    grid.focus();
    const user = userEvent.setup();
    await user.keyboard('{Control>} {/Control}j{Control>} {/Control}');
    await screen.findByText('2 findings selected');
    for (const row of ['Account 2', 'Account 3']) {
      await user.pointer({ keys: '[MouseRight]', target: within(grid).getByText(row) });
      await user.click(await screen.findByRole('menuitem', { name: /^Mark reviewed/ }));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    }
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(2));
    expect(inputsOf('review.mark')).toMatchObject(
      [['1', '2'], ['3']].map((keys) => ({
        findings: { kind: 'ids', ids: keys.map((key) => `no-household ${key}`) },
      })),
    );
  });

  it('shows why the current finding could not be read, not the previous one, and retries', async () => {
    const disk = { isFull: true };
    const { inputsOf } = show({
      'review.get': ({ id }: { id: string }) => {
        const key = id.slice(-1);
        if (key === '2' && disk.isFull) throw declaredFailure('disk-full');
        return { ...finding(key), values: [], facts: {}, related: [], mark: null };
      },
    });
    await within(await panel()).findByText('Account 1');
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    const user = userEvent.setup();
    await user.keyboard('j');
    expect((await within(await panel()).findByRole('alert')).textContent).toContain('The disk is full');
    expect(within(await panel()).getByRole('heading', { name: 'Account 2' })).toBeTruthy();
    expect(within(await panel()).queryByText('Account 1')).toBeNull();
    disk.isFull = false;
    await user.click(within(await panel()).getByRole('button', { name: 'Try again' }));
    await user.click(await within(await panel()).findByRole('button', { name: 'Flag' }));
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    expect(inputsOf('review.mark')).toMatchObject([{ findings: { kind: 'ids', ids: ['no-household 2'] } }]);
  });

  it("opens the record's form with E, and offers no form without write actions", async () => {
    const open = vi.fn();
    const { go } = show({}, undefined, { open, remove: vi.fn(), drafts: [], target: null });
    const user = userEvent.setup();
    await user.click(within(await panel()).getByRole('button', { name: 'Edit…' }));
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    await user.keyboard('e');
    expect(open.mock.calls).toEqual(
      Array(2).fill([{ kind: 'edit', resource: 'accounts', key: '1', field: 'household_id' }]),
    );
    expect(go).not.toHaveBeenCalled();
    document.body.innerHTML = '';
    show();
    expect(within(await panel()).queryByRole('button', { name: 'Edit…' })).toBeNull();
  });

  it('waives with W only with a reason, through the chosen day', async () => {
    const { inputsOf } = show();
    await panel();
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    const user = userEvent.setup();
    await user.keyboard('w');
    const dialog = await screen.findByRole('dialog', { name: 'Waive 1 finding' });
    await user.click(within(dialog).getByRole('button', { name: 'Waive' }));
    expect(within(dialog).getByText('Enter why no change is needed.')).toBeTruthy();
    expect(inputsOf('review.mark')).toEqual([]);
    await user.type(within(dialog).getByLabelText('Reason'), 'jointly held');
    await user.clear(within(dialog).getByLabelText('Waived through'));
    await user.type(within(dialog).getByLabelText('Waived through'), '2099-12-31');
    await user.click(within(dialog).getByRole('button', { name: 'Waive' }));
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    expect(inputsOf('review.mark')[0]).toMatchObject({
      mark: { kind: 'waived', reason: 'jointly held', until: '2099-12-31' },
    });
  });

  it('waives the next finding with W and Enter, and keeps a reason that was not sent', async () => {
    const { inputsOf } = show();
    await panel();
    const grid = await screen.findByRole('grid', { name: 'Findings' });
    grid.focus();
    const user = userEvent.setup();
    await user.keyboard('w');
    const reason = () => screen.findByLabelText<HTMLTextAreaElement>('Reason');
    await user.clear(await reason());
    await user.type(await reason(), 'jointly owned{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    grid.focus();
    await user.keyboard('w');
    expect((await reason()).value).toBe('jointly owned');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    grid.focus();
    await user.keyboard('w');
    await waitFor(async () => expect(document.activeElement).toBe(await reason()));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(2));
    expect(inputsOf('review.mark')).toMatchObject(
      ['1', '2'].map((key) => ({
        findings: { kind: 'ids', ids: [`no-household ${key}`] },
        mark: { kind: 'waived', reason: 'jointly owned' },
      })),
    );
  });

  it('assigns an owner with A, by name or to the user', async () => {
    const { inputsOf } = show();
    await panel();
    const grid = await screen.findByRole('grid', { name: 'Findings' });
    grid.focus();
    const user = userEvent.setup();
    await user.keyboard('a');
    await user.type(await screen.findByLabelText('Owner', { selector: 'input' }), 'Dana{Enter}');
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    grid.focus();
    await user.keyboard('a');
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }));
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(2));
    expect(inputsOf('review.mark')).toMatchObject([
      { mark: { kind: 'owner', owner: 'Dana' } },
      { mark: { kind: 'owner', owner: 'pat' } },
    ]);
  });

  it.each([
    ['was clicked', [finding('1'), finding('2', { owner: 'Dana' })], 'Account 2'],
    ['is all that was selected', [finding('2', { owner: 'Dana' })], '{Control>}a{/Control}'],
  ])('shows the owner and the note of the finding that %s', async (_, findings, choose) => {
    const mark = { state: 'open', by: 'pat', at: '2026-11-21T09:00:00Z', reason: null, until: null };
    show({
      'review.list': () => ({ items: findings, total: findings.length }),
      'review.ids': () => ({ ids: findings.map(({ id }) => id) }),
      'review.get': ({ id }: { id: string }) => ({
        ...findings.find((candidate) => candidate.id === id),
        values: [],
        facts: {},
        related: [],
        mark: { ...mark, note: 'Asked the advisor' },
      }),
    });
    await panel();
    const grid = await screen.findByRole('grid', { name: 'Findings' });
    const user = userEvent.setup();
    grid.focus();
    if (choose.startsWith('Account')) await user.click(within(grid).getByText(choose));
    else await user.keyboard(choose);
    await screen.findByText('1 finding selected');
    await user.keyboard('a');
    const owner = await screen.findByLabelText<HTMLInputElement>('Owner', { selector: 'input' });
    await waitFor(() => expect(owner.value).toBe('Dana'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    grid.focus();
    await user.keyboard('n');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Note', { selector: 'textarea' })).value).toBe(
      'Asked the advisor',
    );
  });

  it.each([
    ['Note', 'Save', 'n', 'textarea', { kind: 'note', text: 'Dana Hale' }],
    ['Owner', 'Save', 'a', 'input', { kind: 'owner', owner: 'Dana Hale' }],
    ['Owner', 'Assign to me', 'a', 'input', { kind: 'owner', owner: 'pat' }],
  ] as const)(
    '%s: keeps what was typed and says why if “%s” fails, and closes after success',
    async (field, submit, key, selector, mark) => {
      const disk = { isFull: true };
      const { inputsOf } = show({
        'review.mark': () => {
          if (disk.isFull) throw declaredFailure('disk-full');
          return { marked: 1, undo: '1' };
        },
      });
      await panel();
      (await screen.findByRole('grid', { name: 'Findings' })).focus();
      const user = userEvent.setup();
      await user.keyboard(key);
      const dialog = await screen.findByRole('dialog');
      const input = within(dialog).getByLabelText<HTMLInputElement | HTMLTextAreaElement>(field, {
        selector,
      });
      await user.type(input, 'Dana Hale');
      await user.click(within(dialog).getByRole('button', { name: submit }));
      const alert = await within(dialog).findByRole('alert');
      expect(alert.textContent).toContain('The disk is full');
      await waitFor(() => expect(document.activeElement).toBe(alert));
      expect(input.value).toBe('Dana Hale');
      disk.isFull = false;
      await user.click(within(dialog).getByRole('button', { name: submit }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(inputsOf('review.mark')).toMatchObject([{ mark }, { mark }]);
    },
  );

  it.each([
    ['note', 'n', 'Note', { kind: 'note', text: 'Asked the custodian' }],
    ['waiver', 'w', 'Reason', { kind: 'waived', reason: 'Asked the custodian' }],
  ])('saves a %s on its finding, not on one whose note was requested before', async (_, key, field, mark) => {
    const first = deferredPromise<null>();
    const { inputsOf } = show({
      'review.get': async ({ id }: { id: string }) => {
        if (id === 'no-household 1') await first.promise;
        return { ...finding(id.slice(-1)), values: [], facts: {}, related: [], mark: null };
      },
    });
    const grid = await screen.findByRole('grid', { name: 'Findings' });
    await within(grid).findByText('Account 1');
    grid.focus();
    const user = userEvent.setup();
    await user.keyboard('n'); // waits for the finding
    await user.keyboard('j');
    await within(await panel()).findByText('Account 2');
    await user.keyboard(key);
    const dialog = await screen.findByRole('dialog');
    first.settle(null);
    await new Promise((resolve) => setTimeout(resolve));
    const text = within(dialog).getByLabelText(field);
    await user.clear(text);
    await user.type(text, 'Asked the custodian');
    await user.click(within(dialog).getByRole('button', { name: key === 'n' ? 'Save' : 'Waive' }));
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    expect(inputsOf('review.mark')).toMatchObject([
      { findings: { kind: 'ids', ids: ['no-household 2'] }, mark },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not report a note as saved if the finding is gone, and keeps its text', async () => {
    show({ 'review.mark': () => ({ marked: 0, undo: null }) });
    await panel();
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    const user = userEvent.setup();
    await user.keyboard('n');
    const note = await screen.findByLabelText<HTMLTextAreaElement>('Note', { selector: 'textarea' });
    await user.type(note, 'Asked the custodian');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This changed after you looked at it');
    expect(note.value).toBe('Asked the custodian');
  });

  it('filters new findings and those of an owner', async () => {
    const { inputsOf } = show();
    await panel();
    const user = userEvent.setup();
    await user.selectOptions(screen.getByLabelText('Found'), 'New since the last refresh');
    await user.selectOptions(screen.getByLabelText('Owner', { selector: 'select' }), 'Dana');
    await waitFor(() =>
      expect(inputsOf('review.list').at(-1)).toMatchObject({ filter: { found: 'refresh', owner: 'Dana' } }),
    );
    await user.selectOptions(screen.getByLabelText('Found'), 'New since yesterday');
    await user.selectOptions(screen.getByLabelText('Owner', { selector: 'select' }), 'No owner');
    await waitFor(() =>
      expect(inputsOf('review.list').at(-1)).toMatchObject({ filter: { found: 'yesterday', owner: '' } }),
    );
  });

  it('offers edit, waive and the billing group in the menu of a row', async () => {
    const open = vi.fn();
    show({}, undefined, { open, remove: vi.fn(), drafts: [], target: null });
    await panel();
    const user = userEvent.setup();
    await user.pointer({
      keys: '[MouseRight]',
      target: await screen.findByText('Account 1', { selector: '[role=grid] *' }),
    });
    const labels = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    for (const label of ['Edit…', 'Mark reviewed', 'Waive…', 'Flag', 'Assign…', 'Add to billing group…'])
      expect(labels.some((text) => text.includes(label))).toBe(true);
    await user.click(screen.getByRole('menuitem', { name: /^Edit/ }));
    expect(open).toHaveBeenCalledWith({
      kind: 'edit',
      resource: 'accounts',
      key: '1',
      field: 'household_id',
    });
  });

  it.each([
    ['adds a note with N to', 'n', 'Note', 'Save'],
    ['waives with W', 'w', 'Reason', 'Waive'],
  ] as const)('%s the finding under the cursor, even if the list changes', async (_, key, field, submit) => {
    let publishNextState = (): void => undefined;
    const nextState = new Promise<void>((done) => (publishNextState = done));
    const states = (async function* () {
      yield DONE;
      await nextState;
      yield { ...DONE, stamp: 2 };
    })();
    let findings = FINDINGS;
    const user = userEvent.setup();
    const { inputsOf } = show({
      'review.follow': () => states,
      'review.list': () => ({ items: findings, total: findings.length }),
      'review.ids': () => ({ ids: findings.map(({ id }) => id) }),
      'review.position': ({ id }: { id: string }) => ({
        index: findings.findIndex((candidate) => candidate.id === id),
      }),
    });
    await panel();
    const grid = await screen.findByRole('grid', { name: 'Findings' });
    grid.focus();
    await user.keyboard(key);
    const dialog = await screen.findByRole('dialog');
    findings = FINDINGS.slice(1); // the first finding was fixed elsewhere
    publishNextState();
    await waitFor(() => expect(within(grid).queryByText('Account 1')).toBeNull());
    await user.clear(within(dialog).getByLabelText(field));
    await user.type(within(dialog).getByLabelText(field), 'Asked the custodian');
    await user.click(within(dialog).getByRole('button', { name: submit }));
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    expect(inputsOf('review.mark')).toMatchObject([
      {
        findings: { kind: 'ids', ids: ['no-household 1'] },
        mark: key === 'n' ? { kind: 'note', text: 'Asked the custodian' } : { kind: 'waived' },
      },
    ]);
    // The cursor is on the finding that is first now, and stays there.
    expect(within(await panel()).getByRole('heading', { level: 2 }).textContent).toBe('Account 2');
    expect(inputsOf('review.get').at(-1)).toEqual({ id: 'no-household 2' });
  });

  it('marks everything selected by its filter, not by IDs', async () => {
    const { inputsOf } = show({ 'review.mark': () => ({ marked: 3, undo: '1' }) }, { rule: 'no-household' });
    await panel();
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    const user = userEvent.setup();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('3 findings selected');
    await user.keyboard('r');
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    expect(inputsOf('review.mark')[0]).toEqual({
      findings: {
        kind: 'all',
        filter: { rule: 'no-household', states: ['open', 'flagged'] },
        except: [],
      },
      mark: { kind: 'reviewed' },
      total: 3,
    });
  });

  it('keeps what was selected while a mark of other findings was sent', async () => {
    const marked = deferredPromise<{ marked: number; undo: string }>();
    const { inputsOf } = show({ 'review.mark': () => marked.promise });
    await panel();
    const grid = await screen.findByRole('grid', { name: 'Findings' });
    grid.focus();
    const user = userEvent.setup();
    await user.keyboard('{Control>} {/Control}j{Control>} {/Control}');
    await screen.findByText('2 findings selected');
    await user.keyboard('r');
    await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
    await user.click(within(grid).getByText('Account 3'));
    await screen.findByText('1 finding selected');
    marked.settle({ marked: 2, undo: '1' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.getByText('1 finding selected')).toBeTruthy();
  });

  it('keeps what was selected while the note of another finding was read', async () => {
    const read = deferredPromise<null>();
    let isHeld = false;
    const { inputsOf } = show({
      'review.get': async ({ id }: { id: string }) => {
        if (isHeld && id === 'no-household 1') await read.promise;
        const found = FINDINGS.find((candidate) => candidate.id === id);
        return { ...found, values: [], facts: {}, related: [], mark: null };
      },
    });
    const currentPanel = await panel();
    const grid = await screen.findByRole('grid', { name: 'Findings' });
    grid.focus();
    const user = userEvent.setup();
    await user.keyboard('{Control>} {/Control}j');
    await waitFor(() => expect(within(currentPanel).getByText('Account 2')).toBeTruthy());
    isHeld = true;
    await user.keyboard('n');
    await user.click(within(grid).getByText('Account 3'));
    const selectedRow = () => within(grid).getByRole('row', { selected: true }).textContent;
    await waitFor(() => expect(selectedRow()).toContain('Account 3'));
    read.settle(null);
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Note'), 'Asked the custodian');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inputsOf('review.mark')).toMatchObject([{ findings: { kind: 'ids', ids: ['no-household 1'] } }]);
    expect(selectedRow()).toContain('Account 3');
  });

  it.each([
    ['Flag', undefined],
    ['Waive…', 'Waive'],
    ['Note…', 'Save'],
    ['Assign…', 'Assign to me'],
  ] as const)(
    'applies %s in the panel to the finding shown there, not to selected ones',
    async (name, submit) => {
      const { inputsOf } = show();
      await panel();
      (await screen.findByRole('grid', { name: 'Findings' })).focus();
      const user = userEvent.setup();
      await user.keyboard('{Control>} {/Control}jj{Control>} {/Control}k');
      await screen.findByText('2 findings selected');
      const currentPanel = await panel();
      await waitFor(() => expect(within(currentPanel).getByText('Account 2')).toBeTruthy());
      await user.click(within(currentPanel).getByRole('button', { name }));
      if (submit) {
        const dialog = await screen.findByRole('dialog');
        const text = within(dialog).queryByRole<HTMLTextAreaElement>('textbox', { name: /^(Reason|Note)$/ });
        if (text) await user.type(text, 'Asked the custodian');
        await user.click(within(dialog).getByRole('button', { name: submit }));
      }
      await waitFor(() => expect(inputsOf('review.mark')).toHaveLength(1));
      expect(inputsOf('review.mark')).toMatchObject([{ findings: { kind: 'ids', ids: ['no-household 2'] } }]);
      expect(screen.getByText('2 findings selected')).toBeTruthy();
    },
  );

  it('types letters into the search without running queue commands', async () => {
    const { inputsOf } = show();
    await panel();
    await userEvent.type(screen.getByLabelText('Search findings'), 'roof');
    expect(inputsOf('review.mark')).toEqual([]);
  });

  it('opens the record with Enter', async () => {
    const { go } = show();
    await panel();
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(go).toHaveBeenCalledWith({ screen: 'resource', resource: 'accounts', record: '1' });
  });
});

describe('after a restart of the engine', () => {
  const unchecked: ReviewState = { ...DONE, stamp: 0, state: 'checking', checkedAt: null };
  /** Answers of an engine that was restarted and checks again: its list is empty until then. */
  function restartedEngine() {
    let finishCheck = (): void => undefined;
    const checked = new Promise<void>((done) => (finishCheck = done));
    let isChecked = false;
    const answers: Answers = {
      'review.follow': async function* () {
        yield unchecked;
        await checked;
        isChecked = true;
        yield DONE; // the stamp that the previous engine had, too
        await new Promise(() => undefined);
      },
      'review.list': () => (isChecked ? { items: FINDINGS, total: 3 } : { items: [], total: 0 }),
      'review.settle': async () => {
        await checked;
        return DONE;
      },
      'review.mark': () => ({ marked: isChecked ? 1 : 0, undo: null }),
    };
    return { answers, finishCheck: () => finishCheck() };
  }

  it('the queue stays at its finding, and marks go to the new engine', async () => {
    const { inputsOf, restartEngine } = show();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('row', { name: /Account 2/ }));
    await within(await panel()).findByText('Account 2');
    const { answers, finishCheck } = restartedEngine();
    const restarted = await restartEngine(answers);
    expect(await screen.findByText('Checking the data')).toBeTruthy();
    finishCheck();
    await within(await panel()).findByText('Account 2');
    await waitFor(() => expect(restarted.inputsOf('review.get')).toContainEqual({ id: 'no-household 2' }));
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    await user.keyboard('r');
    await waitFor(() => expect(restarted.inputsOf('review.mark')).toHaveLength(1));
    expect(restarted.inputsOf('review.mark')).toMatchObject([
      { findings: { kind: 'ids', ids: ['no-household 2'] } },
    ]);
    expect(inputsOf('review.mark')).toEqual([]);
  });

  it('a note that was being typed is saved in the new engine after its check', async () => {
    const { inputsOf, restartEngine } = show();
    await panel();
    (await screen.findByRole('grid', { name: 'Findings' })).focus();
    const user = userEvent.setup();
    await user.keyboard('n');
    const dialog = await screen.findByRole('dialog', { name: 'Note' });
    await user.type(within(dialog).getByLabelText('Note'), 'Asked the custodian');
    const { answers, finishCheck } = restartedEngine();
    const restarted = await restartEngine(answers);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(restarted.inputsOf('review.settle')).toHaveLength(1));
    finishCheck();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(restarted.inputsOf('review.mark')).toHaveLength(1));
    expect(restarted.inputsOf('review.mark')).toMatchObject([
      { mark: { kind: 'note', text: 'Asked the custodian' } },
    ]);
    expect(inputsOf('review.mark')).toEqual([]);
  });

  it('a filter is kept, and late failures of the old engine are not shown', async () => {
    let fail: (error: unknown) => void = () => undefined;
    const { inputsOf, restartEngine } = show({
      'review.list': ({ filter }: ListInput) =>
        filter.text === undefined
          ? { items: FINDINGS, total: 3 }
          : new Promise((_, reject) => (fail = reject)),
    });
    await panel();
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('Search findings'));
    await user.paste('roof');
    await waitFor(() => expect(inputsOf('review.list').at(-1)).toMatchObject({ filter: { text: 'roof' } }));
    const { answers, finishCheck } = restartedEngine();
    const restarted = await restartEngine(answers);
    fail(declaredFailure('engine-lost'));
    finishCheck();
    await waitFor(() =>
      expect(restarted.inputsOf('review.list').at(-1)).toMatchObject({ filter: { text: 'roof' } }),
    );
    expect(await screen.findByText('3 findings')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('rules beside the queue', () => {
  it('are counted by findings to do and show what was not checked and why', async () => {
    show();
    const rules = await screen.findByRole('navigation', { name: 'Rules' });
    expect(within(rules).getByRole('button', { name: /No household/ }).textContent).toContain('3');
    expect(within(rules).getByText('Couldn’t run (1)')).toBeTruthy();
    expect(within(rules).getByText('Couldn’t run: no complete data yet for billing groups.')).toBeTruthy();
    expect(within(rules).getByText('Nothing found (1)')).toBeTruthy();
  });

  it('filter the queue', async () => {
    const { go } = show();
    const rules = await screen.findByRole('navigation', { name: 'Rules' });
    await userEvent.click(within(rules).getByRole('button', { name: /No household/ }));
    expect(go).toHaveBeenCalledWith(
      { screen: 'task', task: 'review', page: { rule: 'no-household' } },
      'replace',
    );
  });

  it('can be chosen in a select, which a small window shows instead of the list', async () => {
    const { go } = show();
    const select = await screen.findByRole('combobox', { name: 'Rule' });
    await userEvent.selectOptions(select, within(select).getByRole('option', { name: /No household \(3\)/ }));
    expect(go).toHaveBeenCalledWith(
      { screen: 'task', task: 'review', page: { rule: 'no-household' } },
      'replace',
    );
  });

  it('show no counts while a filter such as a firm limits the queue', async () => {
    show({}, { rule: 'no-household', firm: '39' });
    const rules = await screen.findByRole('navigation', { name: 'Rules' });
    expect(
      within(rules)
        .getByRole('button', { name: /No household/ })
        .textContent.trim(),
    ).toBe('No household');
    const select = screen.getByRole('combobox', { name: 'Rule' });
    expect(within(select).getByRole('option', { name: 'All findings' })).toBeTruthy();
  });

  it('keep the firm of a billing period, until all firms are chosen', async () => {
    const { go, inputsOf } = show({}, { rule: 'no-household', firm: '39' });
    const rules = await screen.findByRole('navigation', { name: 'Rules' });
    expect(inputsOf('review.list').at(-1)).toMatchObject({ filter: { rule: 'no-household', firm: '39' } });
    await userEvent.click(within(rules).getByRole('button', { name: /All findings/ }));
    expect(go).toHaveBeenLastCalledWith({ screen: 'task', task: 'review', page: { firm: '39' } }, 'replace');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Firm' }), 'All firms');
    expect(go).toHaveBeenLastCalledWith(
      { screen: 'task', task: 'review', page: { rule: 'no-household' } },
      'replace',
    );
  });

  it('can be limited to any firm that has accounts, if there are several', async () => {
    const facets = { values: ['39', '40', null].map((value) => ({ value, count: 2 })), distinct: 3 };
    const { go } = show({ 'records.facets': () => facets });
    const firms = await screen.findByRole('combobox', { name: 'Firm' });
    await userEvent.selectOptions(firms, '40');
    expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'review', page: { firm: '40' } }, 'replace');
  });

  it('are all in the select: with findings, without, and those that could not run', async () => {
    show();
    const select = await screen.findByRole('combobox', { name: 'Rule' });
    const option = (name: RegExp) => within(select).getByRole<HTMLOptionElement>('option', { name });
    expect(
      option(/No billing group\. Couldn’t run: no complete data yet for billing groups\./).disabled,
    ).toBe(true);
    expect(option(/^Nothing found: /).disabled).toBe(false);
  });

  it('say that there is no data yet if no rule could check anything', async () => {
    const rules = OVERVIEW.rules.map((rule) => ({
      ...rule,
      missing: ['accounts' as const],
      counts: noCounts,
    }));
    show({
      'review.follow': () => openStream(doneWith({ ...OVERVIEW, rules })),
      'review.list': () => ({ items: [], total: 0 }),
    });
    await waitFor(() => expect(screen.getByText('No data yet')).toBeTruthy());
    expect(screen.queryByText(/finding/)).toBeNull();
    expect(screen.queryByText(/^Checked/)).toBeNull();
  });

  it('are hidden before the first check', async () => {
    show({
      'review.follow': () => openStream(UNCHECKED_REVIEW),
    });
    expect(await screen.findByText('Not checked yet')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Rules' })).toBeNull();
  });
});

describe('review queue on Today', () => {
  it('counts findings to do by severity, links the top rules, and says where no rule could run', async () => {
    const { engine } = fakeEngine({
      'review.follow': () => openStream(DONE),
    });
    const go = vi.fn();
    render(FindingsCard, { engine, go });
    const medium = await screen.findByRole('button', { name: /Medium/ });
    await waitFor(() => expect(medium.textContent).toContain('3'));
    expect(screen.getByRole('button', { name: /Low/ }).textContent).toContain('Couldn’t run');
    expect(screen.getByRole('button', { name: /High/ }).textContent).toContain('0');
    await userEvent.click(medium);
    expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'review', page: { severity: 'medium' } });
    // Lists and links the rules with the most findings; rules without findings are omitted.
    const rules = within(screen.getByRole('list', { name: 'Medium: rules' }));
    await userEvent.click(rules.getByRole('button', { name: /^No household\s*3$/ }));
    expect(go).toHaveBeenLastCalledWith({ screen: 'task', task: 'review', page: { rule: 'no-household' } });
    expect(screen.queryByRole('list', { name: 'High: rules' })).toBeNull();
  });
});

describe('on a team', () => {
  const sharedReview = { 'review.follow': () => openStream(doneWith({ ...OVERVIEW, isShared: true })) };
  const withTeam = (team: TeamState): Answers => ({ ...sharedReview, 'team.follow': () => openStream(team) });
  /** Starts to record error toasts; returns a function that returns their titles. */
  function watchErrors(): () => unknown[] {
    const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
    onTestFinished(() => errorToast.mockRestore());
    return () => errorToast.mock.calls.map(([title]) => title);
  }
  const claim = claimOf({ id: 'no-household 2', isSelf: false, name: 'Robin Reyes' });
  const step = (name: string, markState: 'flagged' | 'open') => ({
    member: memberOf(1).id,
    name,
    at: '2026-11-21T09:00:00Z',
    place: 1,
    state: markState,
    reason: null,
    until: null,
    note: null,
    owner: null,
  });

  /** Answers with a history for the finding on account 1 only. */
  const historyOf1 = (other: () => unknown): Answers => ({
    ...withTeam(teamOf()),
    'team.history': ({ key }: { key: string }) =>
      key === '1' ? { items: [step('Robin Reyes', 'flagged'), step('Kim Sato', 'open')] } : other(),
  });

  it('the panel shows no history of the previous finding while its own is loading', async () => {
    show(historyOf1(() => new Promise(() => undefined)));
    expect(await screen.findByText(/^Flagged by Robin Reyes/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('row', { name: /Account 2/ }));
    const currentPanel = await panel();
    await waitFor(() => expect(within(currentPanel).getByText('Account 2')).toBeTruthy());
    expect(within(currentPanel).queryByText(/Robin Reyes/)).toBeNull();
  });

  it('the panel says why it has no history', async () => {
    const disk = { isFull: true };
    show(
      historyOf1(() => {
        if (disk.isFull) throw declaredFailure('disk-full');
        return { items: [step('Kim Sato', 'flagged'), step('Kim Sato', 'open')] };
      }),
    );
    await userEvent.click(await screen.findByRole('row', { name: /Account 2/ }));
    const currentPanel = await panel();
    expect((await within(currentPanel).findByRole('alert')).textContent).toContain('The disk is full');
    disk.isFull = false;
    await userEvent.click(within(currentPanel).getByRole('button', { name: 'Try again' }));
    expect(await within(currentPanel).findByText(/^Flagged by Kim Sato/)).toBeTruthy();
    expect(within(currentPanel).queryByRole('alert')).toBeNull();
  });

  it('the list and the panel say who is on a finding', async () => {
    show(withTeam(teamOf({ claims: [claim] })));
    const row = await screen.findByRole('row', { name: /Account 2/ });
    await waitFor(() => expect(row.textContent).toContain('Robin Reyes is on it'));
    await userEvent.click(row);
    await waitFor(async () =>
      expect((await panel()).textContent).toContain('Robin Reyes has been on this since'),
    );
  });

  it('a viewer can open a record but mark nothing, and a marking key says so', async () => {
    const shownErrors = watchErrors();
    const { inputsOf } = show(withTeam(teamOf({ role: 'viewer' })));
    const tools = within(await panel());
    expect(tools.getByRole('button', { name: 'Open account' })).toBeTruthy();
    await waitFor(() => expect(tools.queryByRole('button', { name: 'Flag' })).toBeNull());
    await userEvent.click(await screen.findByRole('row', { name: /Account 1/ }));
    await userEvent.keyboard('r');
    expect(inputsOf('review.mark')).toEqual([]);
    expect(shownErrors()).toEqual(['Viewers can’t change the team’s work']);
    await userEvent.keyboard('n');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a marking key tells a removed member why it does nothing', async () => {
    const shownErrors = watchErrors();
    const { inputsOf } = show(withTeam(teamOf({ role: null })));
    await userEvent.click(await screen.findByRole('row', { name: /Account 1/ }));
    await userEvent.keyboard('r');
    expect(inputsOf('review.mark')).toEqual([]);
    expect(shownErrors()).toEqual(['You were removed from the team Juniper desk']);
  });

  it('members can be assigned before they own anything', async () => {
    show(withTeam(teamOf({ members: [memberOf(0), memberOf(1), memberOf(2, { isFormer: true })] })));
    await userEvent.click(await within(await panel()).findByRole('button', { name: 'Assign…' }));
    const choices = [...document.querySelectorAll('datalist option')].map((option) =>
      option.getAttribute('value'),
    );
    expect(choices).toEqual(['pat', 'Dana', 'Ada Park', 'Robin Reyes']);
  });
});

it('copies all findings of the current filter, safe from formulas, and none of an earlier one', async () => {
  const matching = [
    { ...finding('7'), title: '=1+1' },
    ...Array.from({ length: 599 }, (_, index) => finding(`7${index}`)),
  ];
  show({
    'review.list': ({ filter, offset, limit }: ListInput) => {
      const items = filter.text === undefined ? FINDINGS : matching;
      return { items: items.slice(offset, offset + limit), total: items.length };
    },
  });
  let copied = '';
  // The test DOM has none. It fires the event whose listener (copyText) sets the text.
  const execCommand = () => {
    const event = new Event('copy', { cancelable: true });
    const setData = (_type: string, text: string) => (copied = text);
    document.dispatchEvent(Object.assign(event, { clipboardData: { setData } }));
    return true;
  };
  Object.assign(document, { execCommand });
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'));
  expect(await screen.findByText('3 findings')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'seven');
  expect(await screen.findByText('600 findings')).toBeTruthy();
  screen.getByRole('grid').focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await fireEvent.copy(screen.getByRole('grid'), { clipboardData: { setData: vi.fn() } });
  await waitFor(() => expect(copied.split('\n')).toHaveLength(601));
  expect(copied).not.toContain('Account 1\t');
  expect(copied).toContain("\t'=1+1\t");
});
