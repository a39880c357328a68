const MAC_SYMBOLS: Readonly<Record<string, string>> = {
  Ctrl: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Escape: 'esc',
};
const NON_MAC_LABELS: Readonly<Record<string, string>> = { Escape: 'Esc' };
const ARROWS: Readonly<Record<string, string>> = { Up: '↑', Down: '↓', Left: '←', Right: '→' };

/** Returns the keys of `Ctrl+Shift+O` as this platform writes them. */
export function keyLabels(keys: string, isMac = navigator.platform.startsWith('Mac')): string[] {
  const names = isMac ? MAC_SYMBOLS : NON_MAC_LABELS;
  return keys.split('+').map((key) => names[key] ?? ARROWS[key] ?? key);
}

/** Returns the keys of `Ctrl+Shift+O` as one text: `Ctrl+Shift+O`, or `⌘⇧O` on a Mac. */
export const joinedKeys = (keys: string, isMac = navigator.platform.startsWith('Mac')): string =>
  keyLabels(keys, isMac).join(isMac ? '' : '+');

/** Returns the keys of `Ctrl+Up` as `aria-keyshortcuts` names them: `Control+ArrowUp`. */
export const ariaKeys = (keys: string, isMac = navigator.platform.startsWith('Mac')): string =>
  keys
    .split('+')
    .map((key) =>
      key === 'Ctrl' ? (isMac ? 'Meta' : 'Control') : Object.hasOwn(ARROWS, key) ? `Arrow${key}` : key,
    )
    .join('+');
