import type { Attachment } from 'svelte/attachments';

/** Returns all siblings of an element and of its ancestors, up to the element that it covers. */
function coveredSiblings(panel: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  const top = panel.offsetParent;
  for (
    let element: HTMLElement = panel;
    element !== top && element.parentElement;
    element = element.parentElement
  )
    for (const sibling of element.parentElement.children)
      if (sibling !== element && sibling instanceof HTMLElement) found.push(sibling);
  return found;
}

/**
 * For a panel that its stylesheet lays over its neighbors without room next to them (position: absolute): the
 * covered content is then inert, and the panel has the keyboard focus.
 */
export const inertBehind: Attachment<HTMLElement> = (panel) => {
  let covered: readonly HTMLElement[] = [];
  const uncover = () => {
    for (const element of covered) element.inert = false;
    covered = [];
  };
  const update = () => {
    const covers = getComputedStyle(panel).position === 'absolute';
    if (covers === covered.length > 0) return;
    if (!covers) {
      uncover();
      return;
    }
    covered = coveredSiblings(panel).filter((element) => !element.inert);
    const { activeElement } = document;
    const lost = covered.some((element) => element.contains(activeElement));
    for (const element of covered) element.inert = true;
    if (lost || activeElement === document.body) panel.focus();
  };
  update();
  const sizes = new ResizeObserver(update);
  sizes.observe(panel);
  return () => {
    sizes.disconnect();
    uncover();
  };
};
