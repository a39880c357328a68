/** Functions that close the open popovers and menus. */
const openOverlays = new Set<() => void>();

/** Registers an open overlay; the returned function removes it. */
export function registerOverlay(close: () => void): () => void {
  openOverlays.add(close);
  return () => void openOverlays.delete(close);
}

/** Closes all overlays. Those that a dialog opens later stay. */
export function closeOverlays(): void {
  for (const close of [...openOverlays]) close();
}
