import { expect, it, vi } from 'vitest';
import { names } from '../../renderer/records/names/names.svelte';
import { stubLayout } from './grid/support';

it('lets a test leave a dialog, a name, fake timers and stored values', () => {
  document.body.innerHTML = '<div role="dialog"></div>';
  document.body.style.overflow = 'hidden';
  document.documentElement.setAttribute('inert', '');
  localStorage.setItem('sidebar', 'narrow');
  names.nameReceiver()({ households: { 10: 'Quillfeather Family' } });
  stubLayout();
  vi.useFakeTimers();
  expect(document.querySelector('[role=dialog]')?.clientWidth).toBe(800);
  expect(names.textOf('households', 10)).toBe('Quillfeather Family (10)');
});

it('starts the next test with an empty page and without what the previous one left', () => {
  expect(document.body.outerHTML).toBe('<body></body>');
  expect(document.documentElement.hasAttributes()).toBe(false);
  expect(document.body.clientWidth).toBe(0);
  expect(localStorage).toHaveLength(0);
  expect(names.textOf('households', 10)).toBe('10');
  expect(vi.isFakeTimers()).toBe(false);
});
