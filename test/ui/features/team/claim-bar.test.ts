import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { TeamClaim, TeamState } from '#contract/features/team/calls';
import FileClaimBar from '../../../../renderer/features/team/FileClaimBar.svelte';
import { declaredFailure, deferredPromise, fakeEngine, openStream, type Answers } from '../../fakes';
import { flushAsync } from '../../grid/support';
import { claimOf, memberOf, teamOf } from './samples';

function show(state: TeamState, answers: Answers = {}) {
  const { engine, calls } = fakeEngine({ 'team.follow': () => openStream(state), ...answers });
  const record = { resource: 'feeUploadFiles', key: '7', raw: '{}', version: 1 } as const;
  render(FileClaimBar, { ...record, engine, go: () => undefined });
  return () => calls.filter(({ name }) => name !== 'team.follow').map(({ name, input }) => [name, input]);
}
const subject = { kind: 'fee-file', id: '7' } as const;
const claim = (overrides: Partial<TeamClaim> = {}) => claimOf({ ...subject, ...overrides });
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent.trim());

describe('the claim on a file', () => {
  it('is made by a member with one button', async () => {
    const sentCalls = show(teamOf(), { 'team.claim': () => ({ ok: true }) });
    await userEvent.click(await screen.findByRole('button', { name: 'I’m on this' }));
    expect(sentCalls()).toEqual([['team.claim', { subjects: [subject] }]]);
  });

  it('names the colleague, who alone can release it', async () => {
    show(teamOf({ claims: [claim({ member: memberOf(1).id, name: 'Robin Reyes', isSelf: false })] }));
    expect((await screen.findByRole('status')).textContent).toMatch(/^Robin Reyes has been on this since /);
    expect(buttons()).toEqual([]);
  });

  it('lets the holder release it', async () => {
    const sentCalls = show(teamOf({ claims: [claim()] }), { 'team.releaseClaims': () => ({ ok: true }) });
    expect((await screen.findByRole('status')).textContent).toMatch(/^You are on this until /);
    await userEvent.click(screen.getByRole('button', { name: 'Give it back' }));
    expect(sentCalls()).toEqual([['team.releaseClaims', { subjects: [subject] }]]);
  });

  it('made without the database says that colleagues do not see it yet', async () => {
    const since = '2026-11-28T09:05:00Z';
    const link = { state: 'offline', since, problem: { code: 'unreachable' }, retryAt: since } as const;
    show(teamOf({ claims: [claim({ since: '2026-11-28T09:06:00Z' })], link }));
    expect((await screen.findByRole('status')).textContent).toMatch(/Your colleagues see that once/);
    document.body.replaceChildren();
    show(teamOf({ claims: [claim({ since: '2026-11-28T09:04:00Z' })], link }));
    expect((await screen.findByRole('status')).textContent).toMatch(/^You are on this until [^.]+\.$/);
  });

  it('says who was first', async () => {
    const problem = { code: 'claimed', facts: { name: 'Robin Reyes' } };
    show(teamOf(), { 'team.claim': () => ({ ok: false, problem }) });
    await userEvent.click(await screen.findByRole('button', { name: 'I’m on this' }));
    expect(await screen.findByText('Robin Reyes is already on this')).toBeTruthy();
  });

  it('shows no failure of a claim on another file', async () => {
    const answers = {
      'team.follow': () => openStream(teamOf()),
      'team.claim': () => Promise.reject(declaredFailure('disk-full')),
    };
    const props = { engine: fakeEngine(answers).engine, go: () => undefined };
    const record = { resource: 'feeUploadFiles', key: '7', raw: '{}', version: 1 } as const;
    const view = render(FileClaimBar, { ...record, ...props });
    await userEvent.click(await screen.findByRole('button', { name: 'I’m on this' }));
    expect(await screen.findByText('The disk is full')).toBeTruthy();
    await view.rerender({ key: '8' });
    expect(screen.queryByText('The disk is full')).toBeNull();
  });

  it('shows no late refusal of a claim on another file, and can claim this one', async () => {
    const refusal = deferredPromise<object>();
    const { engine, calls } = fakeEngine({
      'team.follow': () => openStream(teamOf()),
      'team.claim': () => refusal.promise,
    });
    const record = { resource: 'feeUploadFiles', key: '7', raw: '{}', version: 1 } as const;
    const view = render(FileClaimBar, { ...record, engine, go: () => undefined });
    await userEvent.click(await screen.findByRole('button', { name: 'I’m on this' }));
    await view.rerender({ key: '8' });
    expect(screen.getByRole('button', { name: 'I’m on this' })).toHaveProperty('disabled', false);
    refusal.settle({ ok: false, problem: { code: 'claimed', facts: { name: 'Robin Reyes' } } });
    await flushAsync();
    expect(calls.map(({ name }) => name)).toContain('team.claim');
    expect(screen.queryByText('Robin Reyes is already on this')).toBeNull();
  });

  it('offers nothing to a viewer, and shows nothing without a team', async () => {
    show(teamOf({ role: 'viewer', claims: [claim({ isSelf: false, name: 'Robin Reyes' })] }));
    expect((await screen.findByRole('status')).textContent).toContain('Robin Reyes');
    expect(buttons()).toEqual([]);
    document.body.replaceChildren();
    const calls = show({ kind: 'none' });
    await flushAsync();
    expect(calls()).toEqual([]);
    expect(document.body.textContent.trim()).toBe('');
  });

  it('uses a restarted engine without leaving the screen', async () => {
    const firstEngine = fakeEngine({ 'team.follow': () => openStream(teamOf()) });
    const restartedEngine = fakeEngine({
      'team.follow': () => openStream(teamOf()),
      'team.claim': () => ({ ok: true }),
    });
    const record = { resource: 'feeUploadFiles', key: '7', raw: '{}', version: 1 } as const;
    const view = render(FileClaimBar, { ...record, engine: firstEngine.engine, go: () => undefined });
    await screen.findByRole('button', { name: 'I’m on this' });
    await view.rerender({ engine: restartedEngine.engine });
    await userEvent.click(await screen.findByRole('button', { name: 'I’m on this' }));
    expect(restartedEngine.calls.map(({ name }) => name)).toEqual(['team.follow', 'team.claim']);
    expect(firstEngine.calls.map(({ name }) => name)).toEqual(['team.follow']);
  });
});
