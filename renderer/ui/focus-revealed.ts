/**
 * For a form whose choices reveal a field, marked with `data-revealed` and the choice's value: a click on the
 * choice focuses the field. Arrow keys leave the focus on the choices.
 */
export function focusRevealed(form: HTMLElement): () => void {
  const onClick = ({ detail, target }: MouseEvent) => {
    if (detail === 0 || !(target instanceof Element)) return; // 0: a click that the keyboard caused
    const choice = target.closest('label')?.querySelector<HTMLInputElement>('input[type=radio]');
    if (!choice) return;
    // After the click has selected the choice and the field is in the page.
    setTimeout(() => {
      if (!choice.checked) return;
      const fields = Array.from(form.querySelectorAll<HTMLElement>('[data-revealed]'));
      const revealed = fields.find((field) => field.dataset['revealed'] === choice.value);
      revealed?.querySelector('input')?.focus();
    });
  };
  form.addEventListener('click', onClick);
  return () => form.removeEventListener('click', onClick);
}
