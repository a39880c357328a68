/** Open modal dialogs, the top one last. */
let stack: readonly HTMLElement[] = [];
let covered: readonly HTMLElement[] = [];

/** Toasts stay reachable beside a dialog. */
const NOT_COVERED = '.toasts';

function behind(): HTMLElement[] {
  const app = document.getElementById('app');
  const parts = [...(app?.children ?? [])].filter((element) => !element.matches(NOT_COVERED));
  return [...parts, ...stack.slice(0, -1)].filter((element) => element instanceof HTMLElement);
}

function update(): void {
  for (const element of covered) element.inert = false;
  covered = stack.length === 0 ? [] : behind().filter((element) => !element.inert);
  for (const element of covered) element.inert = true;
}

/**
 * Makes everything behind a modal dialog inert, so that screen readers cannot leave it. Returns a function
 * that ends this; call it before the focus returns.
 */
export function inertBehindDialog(dialog: HTMLElement): () => void {
  stack = [...stack, dialog];
  update();
  return () => {
    if (!stack.includes(dialog)) return;
    stack = stack.filter((element) => element !== dialog);
    update();
  };
}
