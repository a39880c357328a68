/** The action of a key in the grid. */
export type GridAction =
  | { readonly kind: 'move'; readonly rows: number; readonly columns: number; readonly extend: boolean }
  | { readonly kind: 'page'; readonly pages: -1 | 1; readonly extend: boolean }
  | {
      readonly kind: 'edge';
      readonly rows?: 'first' | 'last';
      readonly columns?: 'first' | 'last';
      readonly extend: boolean;
    }
  /** Opens the record. On a heading: sorts by it; with `addsSortKey`, adds it to the sort keys. */
  | { readonly kind: 'open'; readonly addsSortKey: boolean }
  /** Opens or closes a preview of the record; without one, selects the row. On a heading: sorts by it. */
  | { readonly kind: 'peek' }
  | { readonly kind: 'select' }
  /** Edits the active cell. */
  | { readonly kind: 'edit' }
  /** Undoes the last edit of a cell. */
  | { readonly kind: 'undo' }
  /** Selects the rows from the start of the selection to the active row. */
  | { readonly kind: 'extend' }
  | { readonly kind: 'select-all' }
  | { readonly kind: 'escape' }
  | { readonly kind: 'column-menu' }
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
 * On a heading, Alt with arrows moves and resizes its column; elsewhere Alt+Left goes back. Alt+Down opens the column's
 * menu anywhere.
 */
export function actionFor(stroke: KeyStroke, onHeading: boolean): GridAction | null {
  const { key, shiftKey: shift, altKey: alt } = stroke;
  const ctrlOrCmd = stroke.ctrlKey || stroke.metaKey;
  const arrow = ARROWS[key];
  if (arrow) return arrowAction(arrow, { ctrlOrCmd, alt, extend: shift, onHeading });
  if (alt) return null;
  switch (key) {
    case 'PageUp':
    case 'PageDown':
      return ctrlOrCmd ? null : { kind: 'page', pages: key === 'PageUp' ? -1 : 1, extend: shift };
    case 'Home':
    case 'End': {
      const to = key === 'Home' ? 'first' : 'last';
      return ctrlOrCmd
        ? { kind: 'edge', rows: to, columns: to, extend: shift }
        : { kind: 'edge', columns: to, extend: shift };
    }
    case 'Enter':
      return ctrlOrCmd ? null : { kind: 'open', addsSortKey: shift };
    case ' ':
      return shift ? { kind: 'extend' } : ctrlOrCmd ? { kind: 'select' } : { kind: 'peek' };
    case 'a':
    case 'A':
      return ctrlOrCmd ? { kind: 'select-all' } : null;
    case 'z':
    case 'Z':
      return ctrlOrCmd && !shift ? { kind: 'undo' } : null;
    case 'F2':
      return ctrlOrCmd || shift || onHeading ? null : { kind: 'edit' };
    case 'Escape':
      return { kind: 'escape' };
    case 'ContextMenu':
      return { kind: onHeading ? 'column-menu' : 'row-menu' };
    case 'F10':
      return shift ? { kind: onHeading ? 'column-menu' : 'row-menu' } : null;
    default:
      return null;
  }
}

function arrowAction(
  [rows, columns]: readonly [number, number],
  modifiers: { ctrlOrCmd: boolean; alt: boolean; extend: boolean; onHeading: boolean },
): GridAction | null {
  const { ctrlOrCmd, alt, extend, onHeading } = modifiers;
  const isBackward = rows + columns < 0;
  const step = isBackward ? -1 : 1;
  if (alt) {
    if (rows > 0) return { kind: 'column-menu' };
    if (columns === 0 || ctrlOrCmd || !onHeading) return null;
    return extend ? { kind: 'resize-column', step } : { kind: 'move-column', step };
  }
  if (!ctrlOrCmd) return { kind: 'move', rows, columns, extend };
  const to = isBackward ? 'first' : 'last';
  return rows !== 0 ? { kind: 'edge', rows: to, extend } : { kind: 'edge', columns: to, extend };
}
