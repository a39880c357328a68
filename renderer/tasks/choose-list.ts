import type { DesktopClient } from '../bridge';

/** Lets the person choose a list on this computer; its grant, or null when the dialog was dismissed. */
export async function chooseList(desktop: DesktopClient, title: string): Promise<string | null> {
  const [file] = await desktop.choose({
    what: 'open',
    title,
    extensions: ['csv', 'txt', 'tsv'],
    many: false,
  });
  return file?.grant ?? null;
}
