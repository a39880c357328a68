import type { Icon } from './icon';

/** One action in a menu. */
export interface MenuAction {
  readonly label: string;
  readonly icon?: Icon | undefined;
  /** Keys as in `Ctrl+C`. */
  readonly shortcut?: string | undefined;
  readonly tone?: 'danger' | undefined;
  /** For items that are on or off. */
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Why it can’t be selected; shown as its tooltip. Ignored for items that are on or off. */
  readonly unavailableReason?: string | undefined;
  readonly onSelect: () => void;
}

/** An action, a separator, or a small heading. */
export type MenuItem = MenuAction | 'separator' | { readonly heading: string };

export const isAction = (item: MenuItem): item is MenuAction => item !== 'separator' && 'onSelect' in item;
