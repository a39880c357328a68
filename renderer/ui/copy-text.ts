/** Deprecated, but the only way without a permission; browsers keep it for that. */
const page: { execCommand(command: 'copy'): boolean } = document;

/**
 * Copies a text to the clipboard. The page has no clipboard permission, so it fills in the event of a copy command,
 * which works only within a click or key press. Returns false if the platform refused.
 */
export function copyText(text: string): boolean {
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
  };
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    return page.execCommand('copy');
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
  }
}
