import { render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import Dialog from '../../../renderer/ui/Dialog.svelte';
import { inertBehindDialog } from '../../../renderer/ui/inert-behind-dialog';

beforeEach(() => {
  document.body.innerHTML =
    '<div id="app"><main></main><aside></aside><div class="toasts"></div></div><div id="first"></div><div id="second"></div>';
  // Inert for another reason: it stays so. Set in code, because jsdom does not reflect the `inert` attribute.
  (document.querySelector('aside') as HTMLElement).inert = true;
});
const element = (selector: string) => document.querySelector(selector) as HTMLElement;
const inertSelectors = () =>
  ['main', 'aside', '.toasts', '#first', '#second'].filter((selector) => element(selector).inert);

it('makes the screen behind a dialog inert, and leaves toasts reachable', () => {
  const release = inertBehindDialog(element('#first'));
  expect(inertSelectors()).toEqual(['main', 'aside']);
  release();
  expect(inertSelectors()).toEqual(['aside']);
});

it('makes a dialog below another one inert until the upper one closes', () => {
  const releaseFirst = inertBehindDialog(element('#first'));
  const releaseSecond = inertBehindDialog(element('#second'));
  expect(inertSelectors()).toEqual(['main', 'aside', '#first']);
  releaseSecond();
  expect(inertSelectors()).toEqual(['main', 'aside']);
  releaseFirst();
  releaseFirst();
  expect(inertSelectors()).toEqual(['aside']);
});

it('makes the screen inert while a dialog is open, and not after it closes', async () => {
  const { rerender } = render(Dialog, { title: 'Contacts', open: true });
  await waitFor(() => expect(inertSelectors()).toEqual(['main', 'aside']));
  expect(screen.getByRole('dialog').inert).toBeFalsy();
  await rerender({ open: false });
  await waitFor(() => expect(inertSelectors()).toEqual(['aside']));
});
