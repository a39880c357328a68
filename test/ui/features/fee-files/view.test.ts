import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import FeeFilesView from '../../../../renderer/features/fee-files/FeeFilesView.svelte';
import { connectionOf, fakeDesktop, fakeEngine, liveOf } from '../../fakes';

it('keeps the focus on the tabs while arrow keys select one after the other', async () => {
  const { engine } = fakeEngine({ 'feeFiles.periods': () => [] });
  const go = vi.fn((route: object) => void view.rerender({ route: route as never }));
  const view = render(FeeFilesView, {
    engine,
    desktop: fakeDesktop().desktop,
    live: liveOf(),
    connection: connectionOf(),
    route: { screen: 'task', task: 'feeFiles', page: { kind: 'periods' } } as never,
    go,
  });
  const user = userEvent.setup();
  screen.getByRole('tab', { name: 'By period' }).focus();
  for (const name of [/^Saved/, 'By period', /^Saved/]) {
    await user.keyboard(name === 'By period' ? '{ArrowRight}' : '{ArrowLeft}');
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name })));
    expect(screen.getByRole('tab', { name, selected: true })).toBeTruthy();
  }
});
