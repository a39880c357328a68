import type { Chosen } from '../../preload/contract/calls/choose';
import type { DesktopClient } from '../bridge';

/** Lets the person choose a list on this computer; null when the dialog was dismissed. */
export async function chooseList(desktop: DesktopClient, title: string): Promise<Chosen | null> {
  const [file] = await desktop.choose({
    what: 'open',
    title,
    extensions: ['csv', 'txt', 'tsv', 'xlsx'],
    many: false,
  });
  return file ?? null;
}
