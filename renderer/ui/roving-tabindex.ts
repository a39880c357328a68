import type { Attachment } from 'svelte/attachments';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * Makes a column of controls a single Tab stop: arrows, Home and End move between those that `selector`
 * matches. The Tab stop is the last used control while one of them has the focus; otherwise the one with
 * `aria-current`, or else the first.
 */
export const rovingTabindex =
  (selector: string): Attachment<HTMLElement> =>
  (box) => {
    let lastUsed: HTMLElement | null = null;
    const controls = () =>
      [...box.querySelectorAll<HTMLElement>(selector)].filter((item) => item.closest('[hidden]') === null);

    function updateTabStop(): void {
      const items = controls();
      const stop =
        items.find((item) => item === lastUsed) ??
        items.find((item) => item.hasAttribute('aria-current')) ??
        items[0];
      for (const item of items) item.tabIndex = item === stop ? 0 : -1;
    }
    function onkeydown(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const items = controls();
      const index = items.findIndex((item) => item === event.target);
      if (index < 0) return;
      const nextIndex =
        event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : index + (STEPS[event.key] ?? 0);
      if (nextIndex === index) return;
      event.preventDefault();
      items[Math.min(Math.max(nextIndex, 0), items.length - 1)]?.focus();
    }
    function onfocusin({ target }: FocusEvent): void {
      lastUsed = target instanceof HTMLElement ? target : null;
      updateTabStop();
    }
    function onfocusout({ relatedTarget }: FocusEvent): void {
      if (relatedTarget instanceof Node && box.contains(relatedTarget)) return;
      lastUsed = null;
      updateTabStop();
    }

    updateTabStop();
    const observer = new MutationObserver(updateTabStop);
    observer.observe(box, { childList: true, subtree: true, attributeFilter: ['aria-current'] });
    box.addEventListener('keydown', onkeydown);
    box.addEventListener('focusin', onfocusin);
    box.addEventListener('focusout', onfocusout);
    return () => {
      observer.disconnect();
      box.removeEventListener('keydown', onkeydown);
      box.removeEventListener('focusin', onfocusin);
      box.removeEventListener('focusout', onfocusout);
    };
  };
