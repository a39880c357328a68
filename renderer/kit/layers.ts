/** What lies over the page for a moment: popovers and menus. */
const open = new Set<() => void>();

/** Enters something that was opened; the answer strikes it out again. */
export function layer(close: () => void): () => void {
  open.add(close);
  return () => void open.delete(close);
}

/** Closes all that is open. What a dialog opens within itself comes later and stays. */
export function closeLayers(): void {
  for (const close of [...open]) close();
}
