import type { Attachment } from 'svelte/attachments';

/** Returns the siblings of a panel and of its ancestors within its offset parent, whose area the panel covers. */
function coveredSiblings(panel: HTMLElement): HTMLElement[] {
  const siblings: HTMLElement[] = [];
  const container = panel.offsetParent;
  for (
    let element: HTMLElement = panel;
    element !== container && element.parentElement;
    element = element.parentElement
  )
    for (const sibling of element.parentElement.children)
      if (sibling !== element && sibling instanceof HTMLElement) siblings.push(sibling);
  return siblings;
}

/**
 * For a panel that its stylesheet lays over its neighbors (position: absolute) if there is no room next to them:
 * makes the covered content inert, and moves the keyboard focus from it to the panel.
 */
export const inertBehind: Attachment<HTMLElement> = (panel) => {
  let covered: readonly HTMLElement[] = [];
  const uncover = () => {
    for (const element of covered) element.inert = false;
    covered = [];
  };
  const update = () => {
    const isCovering = getComputedStyle(panel).position === 'absolute';
    if (isCovering === covered.length > 0) return;
    if (!isCovering) {
      uncover();
      return;
    }
    covered = coveredSiblings(panel).filter((element) => !element.inert);
    const { activeElement } = document;
    const isFocusLost = covered.some((element) => element.contains(activeElement));
    for (const element of covered) element.inert = true;
    if (isFocusLost || activeElement === document.body) panel.focus();
  };
  update();
  const observer = new ResizeObserver(update);
  observer.observe(panel);
  return () => {
    observer.disconnect();
    uncover();
  };
};
