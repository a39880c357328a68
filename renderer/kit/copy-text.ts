/** Deprecated, and the only way without a permission: browsers keep it for that. */
const page: { execCommand(command: 'copy'): boolean } = document;

/**
 * Puts a text on the clipboard. The page has no clipboard permission (none is granted at all), so it copies as a
 * person would: from a selected text, within a click or key stroke. False when the platform refused.
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
