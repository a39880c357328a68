import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import InviteDialog from '../../../../renderer/features/team/InviteDialog.svelte';
import { fakeDesktop, fakeEngine } from '../../fakes';

it('proposes a separate login for a second colleague of the same name', async () => {
  render(InviteDialog, {
    desktop: fakeDesktop().desktop,
    calls: fakeEngine().engine.team,
    database: 'firm',
    takenNames: ['Pat Lee'],
    isThirdStep: false,
    onclose: vi.fn(),
  });
  await userEvent.type(screen.getByLabelText('Colleague’s name'), 'Pat Lee');
  const sql = document.querySelector('details')?.textContent ?? '';
  expect(sql).toContain('CREATE ROLE "pat_lee_2"');
  expect(sql).not.toContain('"pat_lee"');
});
