import type { ValueRow } from '#contract/features/tax-ids/values-page';
import { PORT_MESSAGE } from '#contract/ports';
import { lineName, typeOf } from '../features/tax-ids/messages';
import './values.css';

/*
 * The page that shows plain tax IDs, in a frame with its own process, which ends when the window removes the
 * frame. It only displays values.
 */

function element(tag: string, text: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

/** In pixels: the frame of a single value is 28 high (features/tax-ids/ValuesFrame.svelte), that of a list higher. */
const MIN_LIST_HEIGHT = 60;

/**
 * A single value is shown alone, because the window shows its owner. Those of a list are shown with names, even if only
 * one is known.
 */
function show(rows: readonly ValueRow[]): void {
  const container = document.querySelector<HTMLElement>('#values');
  const [first] = rows;
  if (!container || !first) return;
  if (window.innerHeight < MIN_LIST_HEIGHT) {
    container.replaceChildren(element('p', first.value, 'alone'));
    return;
  }
  const table = element('table', '', '');
  for (const row of rows) {
    const tableRow = document.createElement('tr');
    const name = element('th', lineName(row), 'name');
    name.setAttribute('scope', 'row');
    tableRow.append(
      name,
      element('td', typeOf({ ...row, state: 'known' }), 'quiet'),
      element('td', row.value, 'value'),
    );
    table.append(tableRow);
  }
  container.setAttribute('tabindex', '0'); // so that the keyboard can scroll it
  container.setAttribute('role', 'region');
  container.setAttribute('aria-label', 'Tax IDs');
  container.setAttribute('aria-live', 'off'); // read on request, not all aloud at once
  container.replaceChildren(table);
  if (document.hasFocus()) container.focus();
}

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const [port] = event.ports;
  if (event.source !== window || !port) return;
  port.addEventListener('message', ({ data }: MessageEvent<number | ValueRow[]>) => {
    // A few round trips come first, until the ports are connected directly (isolated/values-process.ts).
    if (typeof data === 'number') port.postMessage(data);
    else show(data);
  });
  // The process that sent the values has ended, because of a lock or because their time is up: removes them
  // even if the window does nothing.
  port.addEventListener('close', () => document.querySelector('#values')?.replaceChildren());
  port.start();
  port.postMessage(0);
});
window.addEventListener('focus', () => document.querySelector<HTMLElement>('#values[tabindex]')?.focus());
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') window.parent.postMessage('hide', '*');
});
// Asks the preload script for the port, which the listener above receives.
window.postMessage(PORT_MESSAGE, window.location.origin);
