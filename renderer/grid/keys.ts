/** The action of a key in the grid. Row -1 is the heading. */
export type GridAction =
  | { readonly kind: 'move'; readonly rows: number; readonly columns: number; readonly extend: boolean }
  | { readonly kind: 'page'; readonly pages: -1 | 1; readonly extend: boolean }
  | {
      readonly kind: 'edge';
      readonly rows?: 'first' | 'last';
      readonly columns?: 'first' | 'last';
      readonly extend: boolean;
    }
  /** On a heading: sorts by it; with `addsSortKey`, adds it to the sort keys. */
  | { readonly kind: 'open'; readonly addsSortKey: boolean }
  /** Previews the record if available, else `select`. */
  | { readonly kind: 'peek' }
  | { readonly kind: 'select' }
  /** Edits the active cell, or undoes the last such edit. */
  | { readonly kind: 'edit' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'extend' }
  | { readonly kind: 'select-all' }
  | { readonly kind: 'escape' }
  | { readonly kind: 'menu' }
  | { readonly kind: 'row-menu' }
  | { readonly kind: 'move-column'; readonly step: -1 | 1 }
  | { readonly kind: 'resize-column'; readonly step: -1 | 1 };

export interface KeyStroke {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const ARROWS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Returns the action for a key, following the ARIA grid pattern; null leaves the key to the platform and the app.
 * On a heading, Alt with arrows moves and resizes its column; elsewhere Alt+Left goes back.
 */
export function actionFor(stroke: KeyStroke, onHeading: boolean): GridAction | null {
  const { key, shiftKey: extend, altKey: alt } = stroke;
  const far = stroke.ctrlKey || stroke.metaKey;
  const arrow = ARROWS[key];
  if (arrow) return arrowAction(arrow, { far, alt, extend, onHeading });
  if (alt) return null;
  switch (key) {
    case 'PageUp':
    case 'PageDown':
      return far ? null : { kind: 'page', pages: key === 'PageUp' ? -1 : 1, extend };
    case 'Home':
    case 'End': {
      const to = key === 'Home' ? 'first' : 'last';
      return far ? { kind: 'edge', rows: to, columns: to, extend } : { kind: 'edge', columns: to, extend };
    }
    case 'Enter':
      return far ? null : { kind: 'open', addsSortKey: extend };
    case ' ':
      return extend ? { kind: 'extend' } : far ? { kind: 'select' } : { kind: 'peek' };
    case 'a':
    case 'A':
      return far ? { kind: 'select-all' } : null;
    case 'z':
    case 'Z':
      return far && !extend ? { kind: 'undo' } : null;
    case 'F2':
      return far || extend || onHeading ? null : { kind: 'edit' };
    case 'Escape':
      return { kind: 'escape' };
    case 'ContextMenu':
      return { kind: onHeading ? 'menu' : 'row-menu' };
    case 'F10':
      return extend ? { kind: onHeading ? 'menu' : 'row-menu' } : null;
    default:
      return null;
  }
}

function arrowAction(
  [rows, columns]: readonly [number, number],
  modifiers: { far: boolean; alt: boolean; extend: boolean; onHeading: boolean },
): GridAction | null {
  const { far, alt, extend, onHeading } = modifiers;
  const back = rows + columns < 0;
  const step = back ? -1 : 1;
  if (alt) {
    if (rows > 0) return { kind: 'menu' };
    if (columns === 0 || far || !onHeading) return null;
    return extend ? { kind: 'resize-column', step } : { kind: 'move-column', step };
  }
  if (!far) return { kind: 'move', rows, columns, extend };
  const to = back ? 'first' : 'last';
  return rows !== 0 ? { kind: 'edge', rows: to, extend } : { kind: 'edge', columns: to, extend };
}
