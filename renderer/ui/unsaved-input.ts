import type { Attachment } from 'svelte/attachments';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (element: EventTarget | null): element is TextControl =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    ['text', 'email', 'url', 'tel', 'number', 'date', 'password'].includes(element.type));

/** Tracks whether an area has typed text that would be lost. */
export class TypedTextTracker {
  /** Value of each field when it was first focused. */
  #initialValues = new Map<TextControl, string>();

  get hasUnsavedText(): boolean {
    return [...this.#initialValues].some(
      ([field, initialValue]) => field.isConnected && field.value !== initialValue,
    );
  }

  readonly watch: Attachment<HTMLElement> = (area) => {
    const onfocusin = ({ target }: FocusEvent) => {
      if (isTextControl(target) && !this.#initialValues.has(target))
        this.#initialValues.set(target, target.value);
    };
    area.addEventListener('focusin', onfocusin);
    return () => area.removeEventListener('focusin', onfocusin);
  };
}
