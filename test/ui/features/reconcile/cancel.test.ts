import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { EngineClient } from '../../../../renderer/bridge';
import { FileReconciliation } from '../../../../renderer/features/reconcile/reconcile.svelte';
import ReconcileView from '../../../../renderer/features/reconcile/ReconcileView.svelte';
import { declaredFailure, fakeDesktop, fakeEngine } from '../../fakes';

it('cancels a long reconciliation in the engine and keeps the columns', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const { engine } = fakeEngine();
  const slowReconcile = {
    ...engine.reconcile,
    run: (_input: unknown, options?: { signal?: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signals.push(options?.signal);
        options?.signal?.addEventListener('abort', () => reject(declaredFailure('canceled')));
      }),
  };
  const reconciliation = new FileReconciliation(
    { ...engine, reconcile: slowReconcile } as unknown as EngineClient,
    fakeDesktop().desktop,
    '40',
  );
  reconciliation.step = 'columns';
  const running = reconciliation.run();
  expect(reconciliation.busy).toBe('run');
  reconciliation.cancel();
  await running;
  expect(signals[0]?.aborted).toBe(true);
  expect(reconciliation).toMatchObject({ busy: null, failure: null, step: 'columns', result: null });
});

it('stops reading the saved file when the user leaves, and goes back on Cancel', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const { engine } = fakeEngine();
  const open = (_input: unknown, options?: { signal?: AbortSignal }) =>
    new Promise<never>((_resolve, reject) => {
      signals.push(options?.signal);
      options?.signal?.addEventListener('abort', () => reject(declaredFailure('canceled')));
    });
  const back = vi.fn();
  const { unmount } = render(ReconcileView, {
    engine: { ...engine, reconcile: { ...engine.reconcile, open } },
    desktop: fakeDesktop().desktop,
    fileId: '40',
    go: vi.fn(),
    back: { label: 'Back', go: back },
  });
  expect((await screen.findByRole('status')).textContent).toBe('Reading the saved file…');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(back).toHaveBeenCalledOnce();
  unmount();
  expect(signals[0]?.aborted).toBe(true);
});
