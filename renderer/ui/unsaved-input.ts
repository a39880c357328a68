import type { Attachment } from 'svelte/attachments';

type Typed = HTMLInputElement | HTMLTextAreaElement;

const isTyped = (element: EventTarget | null): element is Typed =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    ['text', 'email', 'url', 'tel', 'number', 'date', 'password'].includes(element.type));

/** Tracks whether an area has typed text that would be lost. */
export class TypedTextTracker {
  /** Value of each field when it was first focused. */
  #before = new Map<Typed, string>();

  get hasUnsavedText(): boolean {
    return [...this.#before].some(([field, before]) => field.isConnected && field.value !== before);
  }

  readonly watch: Attachment<HTMLElement> = (part) => {
    const onfocusin = ({ target }: FocusEvent) => {
      if (isTyped(target) && !this.#before.has(target)) this.#before.set(target, target.value);
    };
    part.addEventListener('focusin', onfocusin);
    return () => part.removeEventListener('focusin', onfocusin);
  };
}
