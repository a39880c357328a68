import type { Page } from '@playwright/test';

/** The parts of axe used here; an analysis leaves axe in the page. */
interface Axe {
  setup(node: Element): void;
  teardown(): void;
  readonly commons: { readonly text: { accessibleText(element: Element): string } };
}

const CONTROLS =
  'button, a[href], summary, input, select, textarea, [role=button], [role=tab], [role=menuitem], [role=option], [role=checkbox], [role=radio], [role=switch], [role=columnheader]';

/**
 * Returns the controls whose accessible name does not start with their visible label: users of speech control
 * say the label that they see. Call after an analysis by axe.
 */
export const labelFindings = (page: Page, within = 'body', without = ''): Promise<string[]> =>
  page.evaluate(
    ([controls, root, excluded]) => {
      const { axe } = window as unknown as { axe: Axe };
      const normalize = (text: string): string =>
        text
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim();
      /** Returns the text of an element that is visible and exposed to assistive technology. */
      const visibleText = (element: Element): string => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        let text = '';
        while (texts.nextNode()) {
          const parent = texts.currentNode.parentElement;
          if (!parent?.checkVisibility({ visibilityProperty: true })) continue;
          if (parent.closest('[aria-hidden=true], .visually-hidden, select, textarea')) continue;
          text += ` ${texts.currentNode.textContent ?? ''}`;
        }
        return normalize(text);
      };
      const labelOf = (control: Element): string => {
        const label = (control as Partial<HTMLInputElement>).labels?.[0];
        return label ? visibleText(label) : control.matches('input') ? '' : visibleText(control);
      };
      axe.setup(document.documentElement);
      const findings: string[] = [];
      for (const control of document.querySelectorAll(`${root} :is(${controls})`)) {
        if (control.closest(excluded) || control.getClientRects().length === 0) continue;
        const label = labelOf(control);
        const name = normalize(axe.commons.text.accessibleText(control));
        // Spaces between blocks depend on the browser.
        if (!name.replaceAll(' ', '').startsWith(label.replaceAll(' ', '')))
          findings.push(`“${label}” is named “${name}”`);
      }
      axe.teardown();
      return [...new Set(findings)];
    },
    [CONTROLS, within, `[data-extra-row], [inert], [aria-hidden=true]${without && `, ${without}`}`] as const,
  );
