/** Open modal dialogs, the top one last. */
let openDialogs: readonly HTMLElement[] = [];
let inertElements: readonly HTMLElement[] = [];

/** Toasts stay reachable beside a dialog. */
const NOT_COVERED = '.toasts';

/** Returns the open modal dialog that covers everything else; null if there is none. */
export const topDialog = (): HTMLElement | null => openDialogs.at(-1) ?? null;

function elementsBehind(): HTMLElement[] {
  const app = document.getElementById('app');
  const parts = [...(app?.children ?? [])].filter((element) => !element.matches(NOT_COVERED));
  return [...parts, ...openDialogs.slice(0, -1)].filter((element) => element instanceof HTMLElement);
}

function update(): void {
  for (const element of inertElements) element.inert = false;
  inertElements = openDialogs.length === 0 ? [] : elementsBehind().filter((element) => !element.inert);
  for (const element of inertElements) element.inert = true;
}

/**
 * Makes everything behind a modal dialog inert, so that screen readers cannot leave it. Returns a function
 * that ends this; call it before the focus returns.
 */
export function inertBehindDialog(dialog: HTMLElement): () => void {
  openDialogs = [...openDialogs, dialog];
  update();
  return () => {
    if (!openDialogs.includes(dialog)) return;
    openDialogs = openDialogs.filter((element) => element !== dialog);
    update();
  };
}
