import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { historyOf } from '../../../../renderer/features/roi/request-history';
import RequestHistory from '../../../../renderer/features/roi/RequestHistory.svelte';
import { fakeEngine } from '../../fakes';
import { requestOf } from './samples';

const { body } = requestOf();
const request = requestOf();
const allRequests = [
  request,
  requestOf({ id: 'other-codes', day: '2026-11-10', body: { ...body, advisor_codes: ['9ZZ'] } }),
  requestOf({
    id: 'old',
    day: '2026-03-02',
    closed: 'granted',
    body: { ...body, advisor_codes: ['7AC', '8'] },
  }),
  requestOf({ id: 'newer', day: '2026-10-02', method: 'portal' }),
  requestOf({ id: 'other-custodian', custodian: 'MLT' }),
];

it('lists requests to the same custodian: same codes first, then newest first', () => {
  expect(historyOf(request, allRequests).map(({ request: { id }, sameCodes }) => [id, sameCodes])).toEqual([
    ['newer', ['7AB', '7AC']],
    ['old', ['7AC']],
    ['other-codes', []],
  ]);
});

it('shows the outcome of an earlier request and links to it', async () => {
  const open = vi.fn();
  const { engine } = fakeEngine({ 'roi.overview': () => ({ drafts: [], requests: allRequests }) });
  render(RequestHistory, { engine, request, open });
  await userEvent.click(await screen.findByRole('button', { name: /^Mar 2, 2026.*IP Number 7AC.*Granted/ }));
  expect(open).toHaveBeenCalledWith({ kind: 'request', id: 'old' });
});
