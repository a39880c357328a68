/**
 * For a part of the page whose buttons go with what they did, such as the cross of an address: the focus then waits on
 * the part itself, from where Tab leads on. Not on the next button, which Enter held down would press.
 */
export function keepFocus(part: HTMLElement): () => void {
  let held: EventTarget | null = null;
  const hold = ({ target }: FocusEvent) => (held = target);
  const observer = new MutationObserver(() => {
    if (!(held instanceof Node) || held.isConnected) return;
    held = null;
    if (document.activeElement === document.body) part.focus();
  });
  part.tabIndex = -1;
  part.addEventListener('focusin', hold);
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    part.removeEventListener('focusin', hold);
  };
}
