import { expect, test, vi } from 'vitest';
import { NameCache } from '../../../renderer/records/names/names.svelte';

const requestNames = vi.fn(() => Promise.resolve([]));
const engine = { names: { byId: requestNames } } as unknown as Parameters<NameCache['use']>[0];

test('does not request names that came with the rows unless the data changed', async () => {
  vi.useFakeTimers();
  const names = new NameCache();
  names.use(engine, 'one', 1);
  names.nameReceiver()({ households: { 10: 'Quillfeather Family' } });
  expect(names.textOf('households', 10)).toBe('Quillfeather Family (10)');
  await vi.runAllTimersAsync();
  expect(requestNames).not.toHaveBeenCalled();
  names.use(engine, 'one', 2);
  names.textOf('households', 10);
  await vi.runAllTimersAsync();
  expect(requestNames).toHaveBeenCalledWith({ list: 'households', ids: ['10'] });
  vi.useRealTimers();
});

test('ignores late names of another connection', () => {
  const names = new NameCache();
  names.use(engine, 'one', 1);
  const receiveNames = names.nameReceiver();
  names.use(engine, 'two', 1);
  receiveNames({ households: { 10: 'Quillfeather Family' } });
  expect(names.nameOf('households', '10')).toBeUndefined();
});

test('shows the number of an account, and then its internal ID only in a tooltip', () => {
  const names = new NameCache();
  names.use(engine, 'one', 1);
  names.nameReceiver()({ accounts: { 7: 'Juns IRA', 8: 'Juns Trust' } }, { accounts: { 7: 'DEMO3577' } });
  expect(names.textOf('accounts', '7, 8, 9')).toBe('Juns IRA (DEMO3577), Juns Trust (8), 9');
  expect(names.idTip('accounts', '7')).toBe('Internal ID: 7');
  expect(names.idTip('accounts', '8')).toBeUndefined();
});

test('lists accounts in a cell by name, with numbers only where two have the same name', () => {
  const names = new NameCache();
  names.use(engine, 'one', 1);
  const numbers = { accounts: { 7: 'DEMO3577', 8: 'DEMO3578', 9: 'DEMO3579' } };
  names.nameReceiver()({ accounts: { 7: 'Juns IRA', 8: 'Juns Trust', 9: 'Juns Trust' } }, numbers);
  expect(names.joinedNames('accounts', '7, 8, 10')).toBe('Juns IRA, Juns Trust, 10');
  expect(names.joinedNames('accounts', '7, 8, 9')).toBe(
    'Juns IRA, Juns Trust (DEMO3578), Juns Trust (DEMO3579)',
  );
  expect(names.joinedNames('accounts', null)).toBe('—');
});
