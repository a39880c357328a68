import { expect, it } from 'vitest';
import { writeCell, type CellContent } from '../../../renderer/grid/cell-content';

const contentOf = (text: string, overrides: Partial<CellContent> = {}): CellContent => ({
  text,
  isBlank: false,
  tone: undefined,
  highlighted: [],
  hint: null,
  ...overrides,
});

function cellWith(...contents: CellContent[]): HTMLElement {
  const cell = document.createElement('div');
  for (const content of contents) writeCell(cell, content);
  return cell;
}

it('marks the searched words in a cell and clears the marks with the next answer', () => {
  const cell = cellWith(contentOf('Smith & Smithson <b>', { highlighted: ['smith'] }));
  expect(cell.innerHTML).toBe('<mark>Smith</mark> &amp; <mark>Smith</mark>son &lt;b&gt;');
  writeCell(cell, contentOf('Jones', { highlighted: ['smith'] }));
  expect(cell.innerHTML).toBe('Jones');
});

it('keeps the text node of a cell when only its text changes', () => {
  const cell = cellWith(contentOf('Smith'));
  const { firstChild } = cell;
  writeCell(cell, contentOf('Jones'));
  expect(cell.firstChild).toBe(firstChild);
  expect(cell.textContent).toBe('Jones');
});

it("names the hidden column of a match beside the record's name until the row changes", () => {
  const match = contentOf('Smith', { highlighted: ['beach'], hint: 'Nickname: Beach house' });
  const cell = cellWith(contentOf('Jones'), match);
  expect(cell.innerHTML).toBe(
    '<span class="name">Smith</span><span class="hint" title="Nickname: Beach house">Nickname: <mark>Beach</mark> house</span>',
  );
  expect(cell.dataset).toHaveProperty('hinted');
  writeCell(cell, contentOf('Smith'));
  expect(cell.innerHTML).toBe('Smith');
  expect(cell.dataset).not.toHaveProperty('hinted');
});

it('updates the tone and empty state of a cell with its row', () => {
  const cell = cellWith(contentOf('Closed', { tone: 'bad' }));
  expect(cell.dataset['tone']).toBe('bad');
  writeCell(cell, contentOf('–', { isBlank: true }));
  expect(cell.dataset).toMatchObject({ none: '' });
  expect(cell.dataset).not.toHaveProperty('tone');
});

it('leaves a cell empty while its row is loading, so that a bar is drawn', () => {
  for (const previous of [contentOf('Smith'), contentOf('Smith', { highlighted: ['smith'] })]) {
    const cell = cellWith(previous, contentOf(''));
    expect(cell.childElementCount).toBe(0);
    expect(cell.textContent).toBe('');
  }
});
