import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, it, vi } from 'vitest';
import type { SavedFile } from '../../../../preload/contract/calls/fee-files';
import type { DesktopClient } from '../../../../renderer/bridge';
import { FeeFiles } from '../../../../renderer/tasks/fee-files/fee-files.svelte';
import SavedFiles from '../../../../renderer/tasks/fee-files/SavedFiles.svelte';
import { fakeEngine } from '../../fakes';

const fileOf = (id: number): SavedFile => ({
  id,
  fileId: String(id),
  path: `/fees/${id}.zip`,
  name: `${id}.zip`,
  bytes: 60,
  sha256: '0'.repeat(64),
  files: 1,
  remarks: [],
  savedAt: '2026-11-21T07:00:00Z',
  savedBy: 'ann',
  checkedAt: '2026-11-21T07:00:00Z',
  state: 'whole',
  decision: null,
  signedAt: null,
  reconciledAt: null,
  outcome: null,
});

it('of two thousand saved files the first are drawn, more when somebody asks', async () => {
  const files = new FeeFiles(fakeEngine({}).engine, {} as DesktopClient);
  files.saved = Array.from({ length: 2_000 }, (_, at) => fileOf(at));
  files.known = true;
  const strip = createRawSnippet(() => ({ render: () => '<nav></nav>' }));
  render(SavedFiles, { files, strip, onlook: vi.fn(), onreconcile: vi.fn(), onfiles: vi.fn() });
  expect(screen.getByText('2,000 saved')).toBeTruthy();
  // By the elements: asking for roles, or where a press would land, takes long here.
  expect(document.querySelectorAll('tbody tr')).toHaveLength(25);
  await fireEvent.click(screen.getByText('Show more (1,975)'));
  expect(document.querySelectorAll('tbody tr')).toHaveLength(50);
}, 20_000);
