import { toast } from 'svelte-sonner';
import { failureOf } from '#contract/failure';
import { failureMessage } from './failure-messages';
import { noteUnexpected } from './unexpected';

/** Long enough to read what to do next. */
const LONG_MS = 10_000;

/** WCAG 2.2.1: enough time to reach the action, including by keyboard and screen reader. */
const ACTION_MS = 20_000;

interface ToastOptions {
  /** A second line. */
  readonly text?: string;
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Shows a short message that disappears on its own. */
export function showToast(title: string, { text, tone = 'plain', action }: ToastOptions = {}): void {
  const options = {
    ...(text === undefined ? {} : { description: text }),
    ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
    duration: action ? ACTION_MS : tone === 'bad' ? LONG_MS : 4000,
  };
  if (tone === 'good') toast.success(title, options);
  else if (tone === 'bad') toast.error(title, options);
  else toast(title, options);
}

/** Number of occurrences of each failure since its toast appeared, by title. */
const occurrences = new Map<string, number>();

/**
 * Shows a minor failure: what happened and what to do next. Repeats while it is visible are shown as a count.
 */
export function showFailure(error: unknown): void {
  const failure = failureOf(error);
  noteUnexpected(failure);
  const { title, next } = failureMessage(failure);
  const times = (occurrences.get(title) ?? 0) + 1;
  occurrences.set(title, times);
  const forget = () => occurrences.delete(title);
  toast.error(times === 1 ? title : `${title} (${times} times)`, {
    id: `failure ${title}`,
    description: next,
    duration: LONG_MS,
    onDismiss: forget,
    onAutoClose: forget,
  });
}
