import type { ChosenFile, Purpose } from '#contract/calls/choose';
import type { DesktopClient } from '../../bridge';
import { showFailure, showToast } from '../../ui/toast';

interface FileToSave {
  readonly purpose: Purpose;
  readonly title: string;
  /** The suggested name, with its extension. */
  readonly name: string;
}

/**
 * Asks the user for a file, calls `write` with it and shows the message that `write` returns, or why it failed. Does
 * nothing if the user cancels.
 */
export async function saveToFile(
  desktop: DesktopClient,
  { purpose, title, name }: FileToSave,
  write: (file: ChosenFile) => Promise<{ readonly title: string; readonly text: string }>,
): Promise<void> {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  try {
    const [file] = await desktop.choose({ what: 'save', purpose, title, name, extension });
    if (!file) return;
    const message = await write(file);
    showToast(message.title, { text: message.text, tone: 'good' });
  } catch (error) {
    showFailure(error);
  }
}
