import { fireEvent, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, test } from 'vitest';
import { gridCell, renderGrid } from './render-grid';
import { stubLayout, flushAsync } from './support';

beforeEach(stubLayout);

/** Dispatches a copy event and returns what was put on its clipboard. */
async function copyEventData(grid: Element): Promise<Record<string, string>> {
  const clipboard: Record<string, string> = {};
  await fireEvent.copy(grid, {
    clipboardData: { setData: (type: string, text: string) => void (clipboard[type] = text) },
  });
  await flushAsync();
  flushSync();
  return clipboard;
}

test('copies the selected rows with the visible columns', async () => {
  const { grid, press, source } = await renderGrid();
  await press('{ArrowDown} ');
  expect(await copyEventData(grid)).toEqual({}); // the source puts rows on the clipboard
  expect(source.copied[0]).toEqual({
    selection: { kind: 'keys', keys: ['k1'] },
    columns: ['name', 'city'],
    format: 'shown',
  });
  await press('{Control>}a{/Control}');
  await copyEventData(grid);
  expect(source.copied[1]?.selection).toEqual({ kind: 'all', except: [] });
  await screen.findByText(/Copied 1,000 rows/);
});

test('copies the cell under the cursor so that spreadsheets keep it as text', async () => {
  const { grid, press, source, user } = await renderGrid();
  await press('{ArrowDown}{ArrowRight}');
  expect((await copyEventData(grid))['text/plain']).toBe('city of k1');
  await user.click(gridCell(3)); // The click selects the row, but only the cell is copied.
  const copiedData = await copyEventData(grid);
  expect(copiedData['text/plain']).toBe('name of k3');
  expect(copiedData['text/html']).toMatch(
    /mso-number-format:"\\@".*<td class=t sdnum="0;0;@">name of k3<\/td>/,
  );
  expect(source.copied).toEqual([]);
});

describe('cell range', () => {
  test('extends with Shift and the arrows, selects its rows and copies the displayed text', async () => {
    const { grid, press, model, source } = await renderGrid();
    await press('{ArrowDown}{Shift>}{ArrowRight}{/Shift}');
    expect(model.range.box).toEqual({ first: 1, last: 1, left: 1, right: 2 });
    const copiedData = await copyEventData(grid);
    expect(copiedData['text/plain']).toBe('name of k1\tcity of k1');
    expect(copiedData['text/html']).toContain(
      '<td class=t sdnum="0;0;@">name of k1</td><td class=t sdnum="0;0;@">city of k1</td>',
    );
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(model.range.box).toEqual({ first: 1, last: 3, left: 1, right: 2 });
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1', 'k2', 'k3'] });
    await press('{Shift>}{ArrowLeft}{/Shift}');
    await copyEventData(grid);
    expect(source.copied.at(-1)).toEqual({
      selection: { kind: 'keys', keys: ['k1', 'k2', 'k3'] },
      columns: ['name'],
      format: 'shown',
    });
    await press('{Escape}');
    expect(model.range.box).toBeNull();
    expect(model.selectedCount).toBe(3);
  });

  test('extends by dragging, and the click that ends the drag selects no other row', async () => {
    const { model, user } = await renderGrid();
    const otherCell = document.querySelector('[aria-rowindex="5"] [aria-colindex="3"]') as HTMLElement;
    await user.pointer([
      { keys: '[MouseLeft>]', target: gridCell(1), coords: { clientX: 5, clientY: 60 } },
      { target: otherCell, coords: { clientX: 150, clientY: 120 } },
      { keys: '[/MouseLeft]', target: otherCell, coords: { clientX: 150, clientY: 120 } },
    ]);
    await flushAsync();
    expect(model.range.box).toEqual({ first: 1, last: 3, left: 1, right: 2 });
    expect(model.selectedCount).toBe(3);
  });

  test('does not ignore a Ctrl+click after a drag', async () => {
    const { model, user } = await renderGrid();
    await user.pointer([
      { keys: '[MouseLeft>]', target: gridCell(1), coords: { clientX: 5, clientY: 60 } },
      { target: gridCell(3), coords: { clientX: 5, clientY: 120 } },
      { keys: '[/MouseLeft]', target: gridCell(3), coords: { clientX: 5, clientY: 120 } },
    ]);
    await user.keyboard('{Control>}');
    await user.click(gridCell(5));
    await user.keyboard('{/Control}');
    await flushAsync();
    expect(model.selection.value).toEqual({ kind: 'keys', keys: ['k1', 'k2', 'k3', 'k5'] });
  });

  test('selects whole rows in the checkbox column', async () => {
    const { press, model } = await renderGrid();
    await press('{ArrowLeft}{Shift>}{ArrowDown}{/Shift}');
    expect(model.range.box).toBeNull();
    expect(model.selectedCount).toBe(2);
  });
});
