/** Open overlays: popovers and menus. */
const open = new Set<() => void>();

/** Registers an open overlay; the returned function removes it. */
export function registerOverlay(close: () => void): () => void {
  open.add(close);
  return () => void open.delete(close);
}

/** Closes all overlays. Those that a dialog opens later stay. */
export function closeOverlays(): void {
  for (const close of [...open]) close();
}
