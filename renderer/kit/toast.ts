import { toast } from 'svelte-sonner';
import { failureOf } from '../../preload/contract/failure';
import { wordsFor } from './failure-words';

interface ToastOptions {
  /** A second line. */
  readonly text?: string;
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A short word about something that happened; goes by itself. */
export function showToast(title: string, { text, tone = 'plain', action }: ToastOptions = {}): void {
  const options = {
    ...(text === undefined ? {} : { description: text }),
    ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
    duration: tone === 'bad' ? 10_000 : 4000,
  };
  if (tone === 'good') toast.success(title, options);
  else if (tone === 'bad') toast.error(title, options);
  else toast(title, options);
}

/** A failure of something small, in its words: what happened, and what to do next. */
export function showFailure(error: unknown): void {
  const words = wordsFor(failureOf(error));
  showToast(words.title, { text: words.next, tone: 'bad' });
}
