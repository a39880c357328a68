import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import Tracker from '../../../../renderer/features/roi/Tracker.svelte';
import { DisplayedRoiRequest } from '../../../../renderer/features/roi/request.svelte';
import { accountsWithCodes } from '#contract/filter-values';
import { fakeEngine } from '../../fakes';
import { requestOf } from './samples';

it('links to the counted accounts by any of their codes, in every spelling', async () => {
  const go = vi.fn();
  const request = requestOf({ appeared: 2, spellings: ['7AB', '7ab'] });
  render(Tracker, { request, shown: new DisplayedRoiRequest(fakeEngine().engine, request.id), go });
  await userEvent.click(screen.getByRole('button', { name: 'See all accounts with these codes' }));
  const codes = ['7AB', '7ab'].map((code) => ({ custodian: request.custodian, code }));
  expect(go).toHaveBeenCalledWith({
    place: 'resource',
    resource: 'accounts',
    filters: accountsWithCodes(codes),
  });
});
