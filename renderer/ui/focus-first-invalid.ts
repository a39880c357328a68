const INVALID = '[aria-invalid=true]:not(:disabled)';

/**
 * Focuses the first invalid field when a form is submitted or a primary button clicked, unless the focus has moved.
 * Returns a function that stops this.
 */
export function focusFirstInvalid(): () => void {
  function check(scope: Element | null, pressed: Element | null): void {
    // After the handlers of the event have validated and the errors are rendered.
    setTimeout(() => {
      const { activeElement } = document;
      if (!scope?.isConnected || activeElement?.matches(INVALID)) return;
      const isUnmoved =
        activeElement === null || activeElement === document.body || activeElement === pressed;
      if (isUnmoved) scope.querySelector<HTMLElement>(INVALID)?.focus();
    });
  }
  function onclick({ target }: MouseEvent): void {
    const button = target instanceof Element ? target.closest('button.primary, button[type=submit]') : null;
    if (button) check(button.closest('[role=dialog], main'), button);
  }
  function onsubmit({ target }: SubmitEvent): void {
    if (target instanceof Element) check(target, document.activeElement);
  }
  document.addEventListener('click', onclick);
  document.addEventListener('submit', onsubmit);
  return () => {
    document.removeEventListener('click', onclick);
    document.removeEventListener('submit', onsubmit);
  };
}
