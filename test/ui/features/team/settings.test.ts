import { fireEvent, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { TeamState } from '#contract/features/team/calls';
import TeamSettings from '../../../../renderer/features/team/TeamSettings.svelte';
import {
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  openStream,
  type Answers,
  waitForRestoredFocus,
} from '../../fakes';
import { flushAsync } from '../../grid/support';
import { invitationOf, memberOf, teamOf } from './samples';

afterAll(waitForRestoredFocus);

const CODE = 'ABCD-EFGH';
/** Returns a UUID. */
const idOf = (number: number) => memberOf(number).id;
const EXPIRES = '2026-12-05T09:00:00Z';
const WORDS = ['amber', 'canoe', 'lantern', 'orbit', 'velvet'];

function show(state: TeamState, answers: Answers = {}) {
  const { engine, calls } = fakeEngine({ 'team.follow': () => openStream(state), ...answers });
  const { desktop } = fakeDesktop({
    choose: () => [{ grant: 'grant-1', path: '/x/a.fdinvitation', name: 'a.fdinvitation' }],
  });
  render(TeamSettings, { desktop, engine });
  const inputsOf = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { inputsOf };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
/** An item of an open menu, which has no position here, so that it counts as hidden and has no name. */
const menuItem = (text: string) => screen.findByText(text, { selector: '[role^=menuitem] *' });
const dialog = async () => within(await screen.findByRole('dialog'));
async function fill(label: string, value: string): Promise<void> {
  await fireEvent.input((await dialog()).getByLabelText(label), { target: { value } });
}
async function fillLogin(): Promise<void> {
  await fill('Server', 'db.juniper.example');
  await fill('Database', 'firmdesk');
  await fill('User name', 'ada');
  await fill('Password', 'secret');
}
const checkOf = (overrides = {}) => ({
  ok: true,
  check: {
    version: '16.2',
    schema: 'creatable',
    isOlder: false,
    isEncrypted: true,
    hasTeam: false,
    sql: null,
    ...overrides,
  },
});

describe('without a team', () => {
  it('offers to set one up or to join one, and shows nothing else', async () => {
    show({ kind: 'none' });
    expect(await button('Set up a team…')).toBeTruthy();
    expect(await button('Join a team…')).toBeTruthy();
    expect(screen.queryByText('Members')).toBeNull();
  });

  it('says that the team could not be read, and offers neither', async () => {
    show(
      { kind: 'none' },
      {
        'team.follow': () => {
          throw declaredFailure('unexpected');
        },
      },
    );
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Set up a team…' })).toBeNull();
  });

  it('sets up a team in three steps, and shows the code of the first invitation once', async () => {
    const { inputsOf } = show(
      { kind: 'none' },
      {
        'team.check': () => checkOf(),
        'team.createTeam': () => ({ ok: true }),
        'team.invite': () => ({ ok: true, invitation: invitationOf().id, code: CODE, expires: EXPIRES }),
      },
    );
    await press('Set up a team…');
    await press('Continue');
    expect((await dialog()).getByText('Enter the name of the server.')).toBeTruthy();
    await fillLogin();
    await press('Continue');
    expect(await screen.findByText('Set up a team: step 2 of 3')).toBeTruthy();
    await fill('Team name', 'Juniper desk');
    await fill('Your name', 'Ada Park');
    await press('Create team');
    expect(await screen.findByText('Set up a team: step 3 of 3')).toBeTruthy();
    await fill('Colleague’s name', 'Robin Reyes');
    await press('Save invitation…');
    expect((await screen.findByRole('textbox', { name: 'Code' })).textContent.trim()).toBe(CODE);
    const database = { host: 'db.juniper.example', port: 5432, database: 'firmdesk', login: 'ada', ca: null };
    expect(inputsOf('team.createTeam')).toEqual([
      { database, password: 'secret', team: 'Juniper desk', name: 'Ada Park' },
    ]);
    expect(inputsOf('team.invite')).toEqual([{ grant: 'grant-1', name: 'Robin Reyes', role: 'member' }]);
    await press('Done');
    expect(screen.queryByText(CODE)).toBeNull();
  });

  it('shows the SQL for the administrator if the login may not create the tables', async () => {
    let isRun = false;
    show(
      { kind: 'none' },
      {
        'team.check': () =>
          isRun
            ? checkOf({ schema: 'ready' })
            : checkOf({ schema: 'needs-administrator', sql: 'CREATE SCHEMA x;' }),
      },
    );
    await press('Set up a team…');
    await fillLogin();
    await press('Continue');
    expect((await screen.findByLabelText('SQL')).textContent).toBe('CREATE SCHEMA x;');
    const sqlStep = await dialog();
    expect(
      sqlStep.getByText(/^1\. Send the administrator this SQL, .+ firmdesk on db\.juniper\.example\./),
    ).toBeTruthy();
    expect(
      sqlStep.getByText(/^2\. Wait until the administrator confirms that the SQL has run\./),
    ).toBeTruthy();
    expect(sqlStep.queryByLabelText('Server')).toBeNull();
    await press('Check again');
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toContain('The team’s tables are still missing');
    await expect.poll(() => document.activeElement).toBe(problem);
    isRun = true;
    await press('Check again');
    expect(await screen.findByText('Set up a team: step 2 of 3')).toBeTruthy();
  });

  it('confirms that the SQL was copied, or says that it was not', async () => {
    let isAllowed = true;
    Object.assign(document, { execCommand: () => isAllowed });
    show(
      { kind: 'none' },
      { 'team.check': () => checkOf({ schema: 'needs-administrator', sql: 'CREATE SCHEMA x;' }) },
    );
    await press('Set up a team…');
    await fillLogin();
    await press('Continue');
    await press('Copy SQL');
    expect(await button('Copied')).toBeTruthy();
    isAllowed = false;
    await press('Copied');
    expect(await screen.findByText('Not copied. Select the text and copy it yourself.')).toBeTruthy();
  });

  it('moves the focus to each new step, and to a problem', async () => {
    let isRefused = true;
    show(
      { kind: 'none' },
      {
        'team.check': () => (isRefused ? { ok: false, problem: { code: 'wrong-password' } } : checkOf()),
      },
    );
    await press('Set up a team…');
    await fillLogin();
    await press('Continue');
    const problem = await screen.findByRole('alert');
    await expect.poll(() => document.activeElement).toBe(problem);
    isRefused = false;
    await press('Continue');
    const field = await screen.findByLabelText('Team name');
    await expect.poll(() => document.activeElement).toBe(field);
  });

  it('stays at the first step if the database refuses or already has a team', async () => {
    let hasTeam = false;
    show(
      { kind: 'none' },
      {
        'team.check': () =>
          hasTeam
            ? checkOf({ hasTeam: true })
            : { ok: false, problem: { code: 'wrong-password', facts: { login: 'ada' } } },
      },
    );
    await press('Set up a team…');
    await fillLogin();
    await press('Continue');
    expect(await screen.findByText('Incorrect user name or password')).toBeTruthy();
    hasTeam = true;
    await press('Continue');
    expect(await screen.findByText('This database already has a team')).toBeTruthy();
    expect(screen.getByText('Set up a team: step 1 of 3')).toBeTruthy();
  });

  it('fills the fields from a pasted address', async () => {
    show({ kind: 'none' });
    await press('Set up a team…');
    const fields = await dialog();
    await userEvent.click(fields.getByLabelText('Server'));
    await userEvent.paste('postgresql://ada:pass%40word@db.example:6543/firm%20desk');
    const values = ['Server', 'Port', 'Database', 'User name', 'Password'].map(
      (label) => fields.getByLabelText<HTMLInputElement>(label).value,
    );
    expect(values).toEqual(['db.example', '6543', 'firm desk', 'ada', 'pass@word']);
  });
});

describe('joining a team', () => {
  it('refuses a wrong code, then shows who invites and asks for the user’s login', async () => {
    const { inputsOf } = show(
      { kind: 'none' },
      {
        'team.readInvitation': ({ code }: { code: string }) =>
          code === CODE
            ? {
                ok: true,
                invitation: {
                  team: 'Juniper desk',
                  invitedBy: 'Ada Park',
                  name: 'Robin Reyes',
                  role: 'member',
                  host: 'db.juniper.example',
                  port: 5432,
                  database: 'firmdesk',
                  expires: EXPIRES,
                },
              }
            : { ok: false, problem: { code: 'wrong-code' } },
        'team.join': () => ({ ok: true }),
      },
    );
    await press('Join a team…');
    await press('Choose invitation…');
    await fill('Code', 'WRONG');
    await press('Continue');
    expect(await screen.findByText('Incorrect code')).toBeTruthy();
    await fill('Code', CODE);
    await press('Continue');
    expect(await screen.findByText('Ada Park')).toBeTruthy();
    expect(screen.getByText('firmdesk on db.juniper.example')).toBeTruthy();
    await fill('User name', 'robin');
    await fill('Password', 'hush');
    await press('Join');
    await expect
      .poll(() => inputsOf('team.join'))
      .toEqual([
        {
          grant: 'grant-1',
          code: CODE,
          login: 'robin',
          password: 'hush',
          ca: null,
          bring: [
            'marks',
            'roi-requests',
            'fee-limits',
            'agreed-terms',
            'fee-files',
            'periods',
            'fee-columns',
          ],
        },
      ]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the words to compare while the user waits to be admitted', async () => {
    show({
      kind: 'joining',
      team: 'Juniper desk',
      invitedBy: 'Ada Park',
      name: 'Robin Reyes',
      role: 'member',
      words: WORDS,
      expires: EXPIRES,
      ended: null,
      link: { state: 'live', since: EXPIRES },
    });
    const list = await screen.findByRole('list', { name: 'Words to compare' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(WORDS);
  });

  it.each([
    ['withdrawn', 'Invitation canceled', /^An admin of the team canceled your invitation\. You are not on/],
    ['expired', 'Invitation expired', /^Your invitation expired on Dec 5, 2026.+, before Ada Park confirmed/],
  ] as const)('says that an invitation was %s, and offers to use a new one', async (ended, label, text) => {
    const { inputsOf } = show(
      {
        kind: 'joining',
        team: 'Juniper desk',
        invitedBy: 'Ada Park',
        name: 'Robin Reyes',
        role: 'member',
        words: WORDS,
        expires: EXPIRES,
        ended,
        link: { state: 'live', since: EXPIRES },
      },
      { 'team.cancelJoin': () => ({ ok: true }) },
    );
    expect(await screen.findByText(label)).toBeTruthy();
    expect(screen.getByText(text).textContent).toContain(
      'ask Ada Park or another admin for a new invitation',
    );
    expect(screen.queryByRole('list', { name: 'Words to compare' })).toBeNull();
    await press('Use a new invitation…');
    expect(inputsOf('team.cancelJoin')).toHaveLength(1);
    expect(await screen.findByRole('dialog', { name: 'Join a team' })).toBeTruthy();
  });
});

describe('on a team', () => {
  it('says what became of the invitations of every admin, and cancels or removes them', async () => {
    const others = { isOwn: false, invitedBy: 'Robin Reyes' };
    const invitations = [
      invitationOf({ id: idOf(0), name: 'Kim', ...others }),
      invitationOf({ id: idOf(1), name: 'Lee', ...others, state: 'withdrawn', withdrawnBy: 'Ada Park' }),
      invitationOf({ id: idOf(2), name: 'Max', ...others, state: 'expired' }),
      invitationOf({ id: idOf(3), name: 'Noa', ...others, state: 'inviter-left' }),
    ];
    const { inputsOf } = show(teamOf({ invitations }), { 'team.withdraw': () => ({ ok: true }) });
    expect(
      await screen.findByText(/Invited by Robin Reyes, who alone can admit Kim; valid until/),
    ).toBeTruthy();
    expect(screen.getByText(/Canceled by Ada Park: its file and code can no longer be used/)).toBeTruthy();
    expect(screen.getByText(/Invited by Robin Reyes\. Expired on Dec 5, 2026/)).toBeTruthy();
    expect(screen.getByText(/It can’t be used, because Robin Reyes is no longer an admin/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel invitation for Lee' })).toBeNull();
    await press('Remove invitation for Max from list');
    await press('Cancel invitation for Kim');
    expect(inputsOf('team.withdraw')).toEqual([{ invitation: idOf(2) }, { invitation: idOf(0) }]);
  });

  it('lists no canceled invitation of a colleague who joined, or was invited again', async () => {
    const withdrawn = { state: 'withdrawn', withdrawnBy: 'Ada Park' } as const;
    const invitations = [
      invitationOf({ id: idOf(0), name: 'Robin Reyes', ...withdrawn }),
      invitationOf({ id: idOf(1), name: 'Lee', ...withdrawn }),
      invitationOf({ id: idOf(2), name: 'Lee' }),
      invitationOf({ id: idOf(3), name: 'Max', ...withdrawn }),
    ];
    show(teamOf({ invitations }));
    expect(
      await screen.findByText(/If the file or the code is lost, cancel it and invite Lee again/),
    ).toBeTruthy();
    expect(screen.getAllByText(/Canceled by Ada Park/)).toHaveLength(1);
  });

  it('lets an admin admit a colleague whose words match, or turn the invitation down', async () => {
    const invitation = invitationOf({ words: WORDS });
    const { inputsOf } = show(teamOf({ invitations: [invitation] }), {
      'team.admit': () => ({ ok: false, problem: { code: 'expired' } }),
      'team.withdraw': () => ({ ok: true }),
    });
    await press('The words match');
    expect(inputsOf('team.admit')).toEqual([{ invitation: invitation.id }]);
    expect(await screen.findByText('This invitation has expired')).toBeTruthy();
    await press('They differ');
    expect(inputsOf('team.withdraw')).toEqual([{ invitation: invitation.id }]);
  });

  it('takes one decision at a time about invitations', async () => {
    const invitations = [
      invitationOf({ id: idOf(0), name: 'Kim', words: WORDS }),
      invitationOf({ id: idOf(1), name: 'Lee' }),
    ];
    const admitted = deferredPromise<{ ok: boolean }>();
    const { inputsOf } = show(teamOf({ invitations }), { 'team.admit': () => admitted.promise });
    await press('The words match');
    for (const name of ['They differ', 'Cancel invitation for Lee'])
      expect((await button(name)).hasAttribute('disabled')).toBe(true);
    await press('They differ');
    admitted.settle({ ok: true });
    await vi.waitFor(async () => expect((await button('They differ')).hasAttribute('disabled')).toBe(false));
    expect([inputsOf('team.admit').length, inputsOf('team.withdraw').length]).toEqual([1, 0]);
  });

  it('shows how a colleague with the same name will be numbered before inviting', async () => {
    const { inputsOf } = show(teamOf(), {
      'team.invite': () => ({ ok: true, invitation: invitationOf().id, code: CODE, expires: EXPIRES }),
    });
    await press('Invite…');
    await fill('Colleague’s name', 'Robin Reyes');
    expect((await dialog()).getByText(/Your colleagues will see “Robin Reyes \(2\)”\.$/)).toBeTruthy();
    await press('Save invitation…');
    expect(await screen.findByText('Tell Robin Reyes (2) this code by phone')).toBeTruthy();
    expect(inputsOf('team.invite')).toMatchObject([{ name: 'Robin Reyes (2)' }]);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Code' }));
  });

  it('says what to do if the database no longer accepts the password', async () => {
    const link = {
      state: 'offline',
      since: '2026-11-28T09:05:00Z',
      problem: { code: 'wrong-password' },
      retryAt: '2026-11-28T09:10:00Z',
    } as const;
    show(teamOf({ link }));
    expect(
      await screen.findByText(/^If your password was changed, select Change database or password…/),
    ).toBeTruthy();
    expect(await button('Change database or password…')).toBeTruthy();
  });

  it('changes a role, and removes a member after a confirmation', async () => {
    const { inputsOf } = show(teamOf(), {
      'team.setRole': () => ({ ok: true }),
      'team.remove': () => ({ ok: true }),
    });
    await press('More for Robin Reyes');
    await userEvent.click(await menuItem('Viewer'));
    expect(inputsOf('team.setRole')).toEqual([{ member: memberOf(1).id, role: 'viewer' }]);
    await press('More for Robin Reyes');
    await userEvent.click(await menuItem('Remove…'));
    expect(inputsOf('team.remove')).toEqual([]);
    await press('Remove member');
    await expect.poll(() => inputsOf('team.remove')).toEqual([{ member: memberOf(1).id }]);
  });

  it('says whose removal waits and for what', async () => {
    const removal = {
      member: memberOf(2).id,
      count: 1,
      name: 'Kim Sato',
      admittedBy: 'Robin Reyes',
      mayComeBack: true,
    };
    show(teamOf({ waitingRemovals: [removal] }));
    expect(await screen.findByRole('heading', { name: '1 removal is waiting' })).toBeTruthy();
    expect(
      screen.getByText(/the database lost the entry with which Robin Reyes admitted Kim Sato\./),
    ).toBeTruthy();
    expect(screen.getByText(/^This colleague is not .* to remove the login\.$/)).toBeTruthy();
    expect(screen.queryByText(/being sent/)).toBeNull();
  });

  it('lets the only admin neither give up the role nor leave', async () => {
    const { inputsOf } = show(teamOf());
    await press('More for Ada Park');
    const viewer = await menuItem('Viewer');
    expect(viewer.closest('[aria-disabled=true]')).toBeTruthy();
    expect(screen.queryByText('Remove…')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await press('Leave the team…');
    expect(await screen.findByText('You are the team’s only admin')).toBeTruthy();
    expect(inputsOf('team.leave')).toEqual([]);
  });

  it('lets an admin who is alone leave, and says what that means', async () => {
    const { inputsOf } = show(teamOf({ members: [memberOf(0)] }));
    await press('Leave the team…');
    expect(await screen.findByText(/You are its only member: nobody can come back to it/)).toBeTruthy();
    await press('Leave team');
    await expect.poll(() => inputsOf('team.leave')).toHaveLength(1);
  });

  it('warns a removed member about a draft that is handed over', async () => {
    show(teamOf({ role: null, openHandOvers: 1 }));
    await press('Leave the team…');
    expect(await screen.findByText(/Your colleague may have taken it over/)).toBeTruthy();
  });

  describe('while the database can’t be reached', () => {
    const link = {
      state: 'offline',
      since: '2026-11-28T09:05:00Z',
      problem: { code: 'unreachable', facts: { host: 'db.juniper.example' } },
      retryAt: null,
    } as const;
    const leaveDialog = async (overrides: Parameters<typeof teamOf>[0]) => {
      const shown = show(teamOf({ link, ...overrides }), { 'team.leaveOffline': () => ({ ok: true }) });
      await press('Leave the team…');
      expect(await screen.findByText('Leave the team Juniper desk on this computer only?')).toBeTruthy();
      return shown;
    };
    const agreeTo = async (text: string | RegExp) =>
      userEvent.click(await screen.findByRole('checkbox', { name: text }));

    it('leaves on this computer only, after the user agreed to what that means', async () => {
      const members = [memberOf(0, { role: 'member' }), memberOf(1, { role: 'admin' })];
      const { inputsOf } = await leaveDialog({ role: 'member', members, waiting: 2, openHandOvers: 1 });
      expect(screen.getByText(/2 of your changes may not have reached your colleagues/)).toBeTruthy();
      expect(
        screen.getByText(/Your colleague may have taken it over: ask before you send it\./),
      ).toBeTruthy();
      expect(
        screen.getByText(/the team still lists you as a member\. Ask an admin of the team to remove you/),
      ).toBeTruthy();
      expect((await button('Leave on this computer')).matches(':disabled, [aria-disabled=true]')).toBe(true);
      await agreeTo('I understand that the team still lists me until an admin removes me.');
      await press('Leave on this computer');
      await expect.poll(() => inputsOf('team.leaveOffline')).toHaveLength(1);
      expect(inputsOf('team.leave')).toEqual([]);
    });

    it('lists two waiting removals of colleagues whose names are unknown', async () => {
      const removal = { count: 1, name: null, admittedBy: null, mayComeBack: true };
      const waitingRemovals = [1, 2].map((index) => ({ ...removal, member: memberOf(index).id }));
      await leaveDialog({ waitingRemovals });
      expect(screen.getByText(/^These colleagues are not .* to remove their logins\.$/)).toBeTruthy();
      expect(screen.getAllByText('The removal of a colleague is not sent.')).toHaveLength(2);
    });

    it('lets the only admin leave colleagues only if the database is gone for good', async () => {
      const { inputsOf } = await leaveDialog({});
      expect(screen.getByText(/no one can invite or remove members/)).toBeTruthy();
      await agreeTo(/told me that the database is gone for good/);
      await press('Leave on this computer');
      await expect.poll(() => inputsOf('team.leaveOffline')).toHaveLength(1);
    });

    it('says to an admin who is alone that no one can come back', async () => {
      const { inputsOf } = await leaveDialog({ members: [memberOf(0)] });
      expect(screen.getByText(/its administrator must delete the schema firm_desk/)).toBeTruthy();
      await agreeTo('I understand that no one can come back to this team.');
      await press('Leave on this computer');
      await expect.poll(() => inputsOf('team.leaveOffline')).toHaveLength(1);
    });

    it('leaves as usual once the database is back', async () => {
      const offline = teamOf({ link, members: [memberOf(0)] });
      let reconnect: () => void = () => undefined;
      const { inputsOf } = show(offline, {
        'team.follow': async function* () {
          yield offline;
          await new Promise<void>((resolve) => (reconnect = resolve));
          yield teamOf({ members: [memberOf(0)] });
          await new Promise(() => undefined);
        },
        'team.leave': () => ({ ok: true }),
      });
      await press('Leave the team…');
      expect(await screen.findByText('Leave the team Juniper desk on this computer only?')).toBeTruthy();
      reconnect();
      await press('Leave team');
      await expect.poll(() => inputsOf('team.leave')).toHaveLength(1);
    });
  });

  it('offers a viewer nothing that only an admin can do', async () => {
    const members = [memberOf(0, { role: 'viewer' }), memberOf(1, { role: 'admin' })];
    show(teamOf({ role: 'viewer', members }));
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Invite…' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull();
  });

  it('says why there is no connection, how old the work is and what waits', async () => {
    const link = {
      state: 'offline',
      since: '2026-11-28T09:05:00Z',
      problem: { code: 'unreachable', facts: { host: 'db.juniper.example' } },
      retryAt: null,
    } as const;
    const { inputsOf } = show(teamOf({ link, waiting: 2 }), { 'team.syncNow': () => undefined });
    expect(await screen.findByText('The database on db.juniper.example can’t be reached')).toBeTruthy();
    expect(screen.getByText(/complete through/)).toBeTruthy();
    expect(screen.getByText(/2 of your changes are waiting on this computer/)).toBeTruthy();
    await press('Try again');
    expect(inputsOf('team.syncNow')).toHaveLength(1);
  });

  it('shows the SQL that updates the team’s tables, if this login may not run it', async () => {
    const problem = { code: 'old-schema', facts: { sql: 'BEGIN;\n\nCREATE TRIGGER x;' } } as const;
    const since = '2026-11-28T09:05:00Z';
    const { inputsOf } = show(teamOf({ link: { state: 'offline', since, problem, retryAt: null } }), {
      'team.syncNow': () => undefined,
    });
    expect(await screen.findByText('The team’s tables are from an older version of Firm Desk')).toBeTruthy();
    expect(screen.getByLabelText('SQL').textContent).toBe('BEGIN;\n\nCREATE TRIGGER x;');
    await press('Try again');
    expect(inputsOf('team.syncNow')).toHaveLength(1);
  });

  it('lists by member and number what could not be verified', async () => {
    const issue = { member: memberOf(1).id, name: 'Robin Reyes', place: null };
    show(teamOf({ issues: 30 }), {
      'team.issues': ({ limit }: { limit: number }) => ({
        total: 30,
        items: Array.from({ length: Math.min(limit, 30) }, (_, index) => ({
          ...issue,
          code: 'missing',
          number: index + 1,
        })),
      }),
    });
    expect(await screen.findByText('Entry 20 by Robin Reyes is missing from the database.')).toBeTruthy();
    await press('Show more (10 left)');
    expect(await screen.findByText('Entry 30 by Robin Reyes is missing from the database.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '30 entries could not be verified' })).toBeTruthy();
  });

  it('keeps all issues that were requested last if fewer arrive after them', async () => {
    const fewer = deferredPromise<object>();
    const pageOf = (limit: number) => ({
      total: 30,
      items: Array.from({ length: limit }, (_, index) => ({
        member: memberOf(1).id,
        name: 'Robin Reyes',
        place: null,
        code: 'missing',
        number: index + 1,
      })),
    });
    show(teamOf({ issues: 30 }), {
      'team.issues': ({ limit }: { limit: number }) => (limit === 20 ? fewer.promise : pageOf(30)),
    });
    await press('Show more (30 left)');
    await screen.findByText('Entry 30 by Robin Reyes is missing from the database.');
    fewer.settle(pageOf(20));
    await flushAsync();
    expect(screen.getByText('Entry 30 by Robin Reyes is missing from the database.')).toBeTruthy();
  });

  it('lists work of this computer that could not be shared', async () => {
    show(teamOf({ notShared: [{ topic: 'roi-request', key: '4711', reason: 'too-large' }] }));
    expect(await screen.findByText('ROI request (4711): it is too large.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '1 item could not be shared' })).toBeTruthy();
  });

  it('says to a removed member that everything read stays, and lets the member leave', async () => {
    const { inputsOf } = show(teamOf({ role: null }), { 'team.leave': () => ({ ok: true }) });
    expect(
      await screen.findByText(/^You were removed from this team\. What you had read stays on this computer/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change database or password…' })).toBeNull();
    await press('Leave the team…');
    await press('Leave team');
    expect(inputsOf('team.leave')).toHaveLength(1);
  });

  it('does not show the user as removed before the log is read for the first time', async () => {
    show(teamOf({ role: null, asOf: null, link: { state: 'connecting' } }));
    expect(await screen.findByText('Connecting…')).toBeTruthy();
    expect(screen.queryByText(/You were removed/)).toBeNull();
  });
});
