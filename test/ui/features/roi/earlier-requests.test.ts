import { render, screen } from '@testing-library/svelte';
import type { ComponentProps } from 'svelte';
import { expect, it, vi } from 'vitest';
import EarlierRequests from '../../../../renderer/features/roi/EarlierRequests.svelte';
import { requestOf } from './samples';

type Props = ComponentProps<typeof EarlierRequests>;
function show(overrides: Pick<Props, 'earlier'> & Partial<Props>): void {
  const props: Props = {
    restored: null,
    replaces: null,
    agreed: false,
    olderThan: null,
    open: vi.fn(),
    ...overrides,
  };
  render(EarlierRequests, props);
}

it('names the colleague who sent an earlier request', () => {
  show({ earlier: [requestOf({ sentBy: 'Ada Park' }), requestOf({ id: 'r2' })] });
  expect(screen.getAllByText(/^Sent by/).map(({ textContent }) => textContent)).toEqual(['Sent by Ada Park']);
});

it('names a colleague’s request that is being sent', () => {
  show({ earlier: [requestOf({ sentBy: 'Ada Park', state: 'sending' })] });
  expect(screen.getByText('Being sent by Ada Park')).toBeTruthy();
});

it('shows the age of colleagues’ requests and asks for confirmation if the latest are unread', () => {
  show({ earlier: [], olderThan: '2026-11-20T09:40:00.000Z' });
  expect(screen.getByText(/^Colleagues’ requests as of Nov 20, 2026/)).toBeTruthy();
  expect(
    screen.getByRole('checkbox', { name: /without checking my colleagues’ latest requests/ }),
  ).toBeTruthy();
});

it('gives no time if colleagues’ requests were never read', () => {
  show({ earlier: [], olderThan: '' });
  expect(screen.getByText(/have not been read yet\. A colleague may have sent this request\.$/)).toBeTruthy();
});

it.each([
  [1, 'I have seen the earlier request and'],
  [2, 'I have seen the earlier requests and'],
])('asks the user to confirm what is shown: %s', (requests, text) => {
  show({ earlier: Array.from({ length: requests }, (_, index) => requestOf({ id: `r${index}` })) });
  expect(screen.getByRole('checkbox', { name: new RegExp(`^${text}`) })).toBeTruthy();
});

it('names the buttons by the time of their requests', () => {
  show({
    earlier: ['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z'].map((startedAt, index) =>
      requestOf({ id: `r${index}`, startedAt }),
    ),
  });
  expect(screen.getByRole('button', { name: /^Open: Nov 20, 2026/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Open: Nov 21, 2026/ })).toBeTruthy();
});

it('shows nothing without earlier requests', () => {
  show({ earlier: [] });
  expect(screen.queryByRole('checkbox')).toBeNull();
});
