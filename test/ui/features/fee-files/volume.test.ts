import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { DesktopClient } from '../../../../renderer/bridge';
import { FeeFiles } from '../../../../renderer/features/fee-files/fee-files.svelte';
import SavedFiles from '../../../../renderer/features/fee-files/SavedFiles.svelte';
import { fakeEngine } from '../../fakes';
import { savedFileOf } from './samples';

it('draws the first 25 of 2,000 saved files, and more on request', async () => {
  const files = new FeeFiles(fakeEngine({}).engine, {} as DesktopClient);
  files.saved = Array.from({ length: 2_000 }, (_, index) => savedFileOf(index, String(index)));
  files.isLoaded = true;
  const strip = createRawSnippet(() => ({ render: () => '<nav></nav>' }));
  render(SavedFiles, { files, strip, onpreview: vi.fn(), onreconcile: vi.fn(), onfiles: vi.fn() });
  expect(screen.getByText('2,000 saved')).toBeTruthy();
  // Counted by element: role queries and pointer hit tests are slow here.
  expect(document.querySelectorAll('tbody tr')).toHaveLength(25);
  await fireEvent.click(screen.getByText('Show more (1,975)'));
  expect(document.querySelectorAll('tbody tr')).toHaveLength(50);
}, 20_000);
