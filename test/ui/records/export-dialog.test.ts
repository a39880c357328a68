import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { text } from '#contract/fields';
import { accounts } from '#contract/resources/accounts';
import ExportDialog from '../../../renderer/records/export/ExportDialog.svelte';
import type { ListContext, ListView } from '../../../renderer/records/list/list-view';
import { ResourceList } from '../../../renderer/records/list/list.svelte';
import { connectionOf, fakeDesktop, fakeEngine, liveOf } from '../fakes';

/** Opens the export dialog of a list of accounts with this view. */
function openDialog(view: ListView): HTMLElement {
  const { engine } = fakeEngine({});
  const { desktop } = fakeDesktop({});
  const list = new ResourceList(engine, 'accounts', 'conn-0001', view, () => context);
  const context: ListContext = {
    engine,
    desktop,
    connection: connectionOf(),
    live: liveOf(),
    go: () => undefined,
    list,
  };
  render(ExportDialog, { props: { context, onclose: () => undefined } });
  return screen.getByRole('dialog');
}

it('names the visible columns that are not exported', () => {
  const saved = { ...text('Saved', { column: 100, shown: true }), cell: () => null };
  const hidden = { ...text('Signed', { column: 100 }), cell: () => null };
  const dialog = openDialog({ columns: { ...accounts.fields, saved, hidden } });
  expect(dialog.textContent).toContain('Not exported, because only the list shows them: Saved.');
});

it('says nothing about omitted columns of a list that computes none', () => {
  expect(openDialog({}).textContent).not.toContain('Not exported');
});
