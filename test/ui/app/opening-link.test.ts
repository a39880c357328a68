import { describe, expect, it } from 'vitest';
import type { IncomingLink } from '#contract/links/links';
import { linkToRoute, routeOfLink } from '../../../renderer/app/links/link-routes';
import { linkStep } from '../../../renderer/app/links/opening-link';
import { connectionOf, sessionOf } from '../fakes';

const HERE = connectionOf({ id: 'conn-0001', name: 'Harbor Wealth' });
const OTHER = connectionOf({ id: 'conn-0002', name: 'Juniper Wealth' });
const TARGET = { screen: 'resource', resource: 'accounts', record: '7' } as const;
const linkTo = (connection: string): IncomingLink => ({
  id: 1,
  result: { kind: 'found', connection, to: TARGET },
});
const openOf = (connection: typeof HERE) =>
  sessionOf({ connections: [HERE, OTHER], open: { connection, state: 'open' } });

describe('opening a link', () => {
  it('shows a screen of the open firm at once', () => {
    expect(linkStep(linkTo('conn-0001'), openOf(HERE))).toEqual({ kind: 'show', route: TARGET });
  });

  it('asks first while a dialog is open', () => {
    expect(linkStep(linkTo('conn-0001'), openOf(HERE), true)).toEqual({ kind: 'leave', route: TARGET });
  });

  it('opens the firm first if none is open', () => {
    const session = sessionOf({ connections: [HERE, OTHER] });
    expect(linkStep(linkTo('conn-0002'), session)).toMatchObject({ kind: 'open', connection: OTHER });
  });

  it('asks before it replaces another open firm', () => {
    expect(linkStep(linkTo('conn-0002'), openOf(HERE))).toEqual({
      kind: 'ask',
      connection: OTHER,
      current: 'Harbor Wealth',
      route: TARGET,
    });
  });

  it.each<[IncomingLink['result'], RegExp]>([
    [{ kind: 'not-here' }, /^This firm is not on this computer: .*Connect to the firm first/],
    [{ kind: 'several' }, /^Which firm.*Open the right one/],
    [{ kind: 'found', connection: 'conn-0009', to: TARGET }, /^This firm is not on this computer/],
    [{ kind: 'refused', problem: 'too-long' }, /^This link can’t be opened: It is longer/],
    [{ kind: 'refused', problem: 'malformed' }, /^This link can’t be opened: .*cut off/],
    [{ kind: 'refused', problem: 'unknown-screen' }, /^This link can’t be opened: .*version/],
  ])('says why nothing is shown: %o', (result, text) => {
    const step = linkStep({ id: 1, result }, openOf(HERE));
    expect(step.kind === 'message' && `${step.title}: ${step.text}`).toMatch(text);
  });
});

describe('the target of a link', () => {
  it('opens a household’s record at the household’s screen', () => {
    expect(routeOfLink({ screen: 'resource', resource: 'households', record: '5' })).toEqual({
      screen: 'household',
      id: '5',
    });
  });

  it('is the current screen without its search and filters, and there is none for Settings', () => {
    const to = linkToRoute({
      screen: 'resource',
      resource: 'accounts',
      search: 'Violet Juns',
      filters: [{ op: 'in', field: 'custodian', values: ['SWB'] }],
    });
    expect(to).toEqual({ screen: 'named', name: 'accounts' });
    expect(linkToRoute({ screen: 'task', task: 'review' })).toEqual({ screen: 'named', name: 'review' });
    expect(linkToRoute({ screen: 'household', id: '5' })).toEqual({ screen: 'household', id: '5' });
    const page = { kind: 'period' as const, firm: '39', endDate: '2026-06-30' };
    const period = linkToRoute({ screen: 'task', task: 'period', page });
    expect(period).toEqual({ screen: 'period', firm: '39', endDate: '2026-06-30' });
    expect(period && routeOfLink(period)).toEqual({ screen: 'task', task: 'period', page });
    expect(linkToRoute({ screen: 'settings' })).toBeNull();
  });
});
