import { expect, it, vi } from 'vitest';
import type { SignedState } from '#contract/features/reconcile/calls';
import {
  FileReconciliation,
  type FileSignOff,
} from '../../../../renderer/features/reconcile/reconcile.svelte';
import { declaredFailure, fakeDesktop, fakeEngine } from '../../fakes';

const signOffOf = (id: number, state: SignedState): FileSignOff => ({
  id,
  format: 3,
  fileId: '40',
  signedAt: '2026-11-21T08:00:00.000Z',
  signedBy: 'pat',
  decision: 'approved',
  note: 'Checked.',
  fileSha256: 'cd'.repeat(32),
  resultSha256: 'ef'.repeat(32),
  seal: '5a'.repeat(32),
  state,
});

it('marks a sign-off as broken if its export finds a broken seal, and leaves the others', async () => {
  const { engine } = fakeEngine({
    'reconcile.evidence': () => {
      throw declaredFailure('seal-broken');
    },
  });
  const { desktop } = fakeDesktop({
    choose: () => [{ grant: 'g', path: '/tmp/pack.zip', name: 'pack.zip' }],
  });
  const reconciliation = new FileReconciliation(engine, desktop, '40');
  const broken = signOffOf(1, 'holds');
  reconciliation.signed = [broken, signOffOf(2, 'holds')];
  await reconciliation.saveEvidence(broken);
  expect(reconciliation.signed.map(({ id, state }) => [id, state])).toEqual([
    [1, 'seal-broken'],
    [2, 'holds'],
  ]);
  expect(reconciliation.exporting).toBeNull();
});

it('suggests a file name with the local day of the sign-off', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  try {
    const { desktop, calls } = fakeDesktop({ choose: () => [] });
    const reconciliation = new FileReconciliation(fakeEngine().engine, desktop, '40');
    await reconciliation.saveEvidence({ ...signOffOf(1, 'holds'), signedAt: '2026-11-21T01:30:00.000Z' });
    const chosen = calls.find(({ name }) => name === 'choose')?.input as { readonly name: string };
    expect(chosen.name).toMatch(/, signed 2026-11-20\.zip$/);
  } finally {
    vi.unstubAllEnvs();
  }
});
