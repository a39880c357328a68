import { toast } from 'svelte-sonner';
import { afterAll, expect, test, vi } from 'vitest';
import { fail } from '#contract/failure';
import { showFailure } from '../../../renderer/ui/toast';

interface ToastOptions {
  readonly id: string;
  readonly onAutoClose: () => void;
}
const shown = vi.spyOn(toast, 'error').mockReturnValue(0);
const last = () => shown.mock.calls.at(-1) as unknown as [string, ToastOptions];
afterAll(() => shown.mockRestore());

test('counts a repeated failure in its visible message instead of showing it again', () => {
  showFailure(fail('service-broken'));
  const [title, { id, onAutoClose }] = last();
  expect(title).toBe('The service has a problem');
  showFailure(fail('service-broken'));
  expect(last()).toMatchObject(['The service has a problem (2 times)', { id }]);
  showFailure(fail('disk-full'));
  expect(last()[0]).toBe('The disk is full');
  expect(last()[1].id).not.toBe(id);
  onAutoClose();
  showFailure(fail('service-broken'));
  expect(last()[0]).toBe('The service has a problem');
});

test('logs an unexpected failure to the console by its class name only', () => {
  const written = vi.spyOn(console, 'error').mockReturnValue();
  showFailure(new TypeError('Violet Juns is not a function'));
  showFailure(fail('unexpected', { cause: 'RangeError: Violet Juns' }));
  showFailure(fail('unexpected', { cause: 'Violet Juns' }));
  showFailure(fail('disk-full'));
  expect(written.mock.calls).toEqual([['TypeError'], ['RangeError'], ['UnknownError']]);
  written.mockRestore();
});
