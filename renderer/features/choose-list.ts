import type { ChosenFile } from '#contract/calls/choose';
import type { DesktopClient } from '../bridge';

/** Lets the user choose a file with a list; returns null if the dialog was dismissed. */
export async function chooseList(
  desktop: DesktopClient,
  purpose: 'tax-ids-list' | 'advisor-codes-list',
  title: string,
): Promise<ChosenFile | null> {
  const [file] = await desktop.choose({
    what: 'open',
    purpose,
    title,
    extensions: ['csv', 'txt', 'tsv', 'xlsx'],
    allowsMultiple: false,
  });
  return file ?? null;
}
