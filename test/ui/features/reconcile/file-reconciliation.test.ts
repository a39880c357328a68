import { expect, it } from 'vitest';
import { FileReconciliation } from '../../../../renderer/features/reconcile/reconcile.svelte';
import { declaredFailure, fakeDesktop, fakeEngine, type Answers } from '../../fakes';
import { resultOf } from './samples';

const reconciliationOf = (responses: Answers) => {
  const { engine, calls } = fakeEngine(responses);
  return { reconciliation: new FileReconciliation(engine, fakeDesktop().desktop, '40'), calls };
};
const fileWith = (result: ReturnType<typeof resultOf>) => ({
  file: result.file,
  problem: null,
  result,
  signed: [],
});

it('signs the displayed result, and shows the newer one if the engine has replaced it', async () => {
  let stored = resultOf('40', '10.00');
  const { reconciliation, calls } = reconciliationOf({
    'reconcile.open': () => fileWith(stored),
    'reconcile.signOff': () => {
      throw declaredFailure('changed-since', { where: 'signature' });
    },
  });
  await reconciliation.load();
  stored = resultOf('40', '12.00');
  await expect(reconciliation.signOff('approved', 'Checked.')).rejects.toMatchObject({
    data: { kind: 'changed-since' },
  });
  expect(calls.find(({ name }) => name === 'reconcile.signOff')?.input).toMatchObject({
    displayed: { sum: '10.00' },
  });
  expect(reconciliation).toMatchObject({ busy: null, result: { sum: '12.00' } });
});
