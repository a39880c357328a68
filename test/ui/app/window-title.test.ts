import { expect, it } from 'vitest';
import { windowTitle } from '../../../renderer/app/window-title';
import { connectionOf, sessionOf } from '../fakes';

const OPEN = sessionOf({ open: { connection: connectionOf({ name: 'Harborview' }), state: 'open' } });

it('shows the screen and the firm in the window title, never a record or a search', () => {
  const searchRoute = { screen: 'resource', resource: 'accounts', search: 'Ann Lee', record: '7' } as const;
  expect(windowTitle(OPEN, searchRoute)).toBe('Accounts – Harborview – Firm Desk');
  expect(windowTitle(OPEN, { screen: 'task', task: 'roi', page: { kind: 'draft', id: '1' } })).toBe(
    'ROI requests – Harborview – Firm Desk',
  );
  expect(windowTitle(OPEN, { screen: 'resource', resource: 'advisorCodes' })).toBe(
    'Advisor codes – Harborview – Firm Desk',
  );
  expect(windowTitle(OPEN, { screen: 'household', id: '60001' })).toBe('Household – Harborview – Firm Desk');
  expect(windowTitle(sessionOf(), { screen: 'connect' })).toBe('Firm Desk');
});
