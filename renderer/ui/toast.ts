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

/** Messages that are visible at once; older ones are behind them. */
export const MAX_VISIBLE_TOASTS = 4;
/** The latest messages that are not failures, oldest first. */
const recentIds = new Set<string>();
let messageCount = 0;

/** Closes messages that newer ones hide: each further one would make every new message slower to show. */
function closeHidden(): void {
  for (const id of [...recentIds].slice(0, -MAX_VISIBLE_TOASTS)) {
    recentIds.delete(id);
    toast.dismiss(id);
  }
}

/** Shows a short message that disappears on its own. Failures stay even while newer messages hide them. */
export function showToast(title: string, { text, tone = 'plain', action }: ToastOptions = {}): void {
  messageCount += 1;
  const id = `message ${messageCount}`;
  const forget = () => void recentIds.delete(id);
  const act = () => {
    forget(); // the library closes the message without a call
    action?.run();
  };
  const options = {
    id,
    ...(text === undefined ? {} : { description: text }),
    ...(action ? { action: { label: action.label, onClick: act } } : {}),
    duration: action ? ACTION_MS : tone === 'bad' ? LONG_MS : 4000,
    onDismiss: forget,
    onAutoClose: forget,
  };
  if (tone === 'bad') {
    toast.error(title, options);
    return;
  }
  recentIds.add(id);
  if (tone === 'good') toast.success(title, options);
  else toast(title, options);
  closeHidden();
}

/** Number of occurrences of each failure since its toast appeared, by title. */
const occurrences = new Map<string, number>();

/** Closes all messages, whose texts and actions are those of a connection that is closed. */
export function dismissToasts(): void {
  recentIds.clear();
  occurrences.clear();
  toast.dismiss();
}

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
