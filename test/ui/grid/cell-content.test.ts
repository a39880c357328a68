import { expect, it } from 'vitest';
import { writeCell, type CellContent } from '../../../renderer/grid/cell-content';

const said = (text: string, more: Partial<CellContent> = {}): CellContent => ({
  text,
  none: false,
  tone: undefined,
  marked: [],
  hint: null,
  ...more,
});

function cellWith(...contents: CellContent[]): HTMLElement {
  const cell = document.createElement('div');
  for (const content of contents) writeCell(cell, content);
  return cell;
}

it('a cell shows where the words of a search stand in it, and nothing of them in the next answer', () => {
  const cell = cellWith(said('Smith & Smithson <b>', { marked: ['smith'] }));
  expect(cell.innerHTML).toBe('<mark>Smith</mark> &amp; <mark>Smith</mark>son &lt;b&gt;');
  writeCell(cell, said('Jones', { marked: ['smith'] }));
  expect(cell.innerHTML).toBe('Jones');
});

it('the text of a cell that says the same again is left as it is', () => {
  const cell = cellWith(said('Smith'));
  const { firstChild } = cell;
  writeCell(cell, said('Jones'));
  expect(cell.firstChild).toBe(firstChild);
  expect(cell.textContent).toBe('Jones');
});

it('a row found in a column that is not in sight says where, beside its name, and no longer once it is another row', () => {
  const found = said('Smith', { marked: ['beach'], hint: 'Nickname: Beach house' });
  const cell = cellWith(said('Jones'), found);
  expect(cell.innerHTML).toBe(
    '<span class="name">Smith</span><span class="hint" title="Nickname: Beach house">Nickname: <mark>Beach</mark> house</span>',
  );
  expect(cell.dataset).toHaveProperty('hinted');
  writeCell(cell, said('Smith'));
  expect(cell.innerHTML).toBe('Smith');
  expect(cell.dataset).not.toHaveProperty('hinted');
});

it('the color of an exception and of nothing goes with its row', () => {
  const cell = cellWith(said('Closed', { tone: 'bad' }));
  expect(cell.dataset['tone']).toBe('bad');
  writeCell(cell, said('–', { none: true }));
  expect(cell.dataset).toMatchObject({ none: '' });
  expect(cell.dataset).not.toHaveProperty('tone');
});

it('a cell whose row is on its way holds nothing at all, which is drawn as a bar', () => {
  for (const before of [said('Smith'), said('Smith', { marked: ['smith'] })]) {
    const cell = cellWith(before, said(''));
    expect(cell.childElementCount).toBe(0);
    expect(cell.textContent).toBe('');
  }
});
