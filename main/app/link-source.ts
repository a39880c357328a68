import { app } from 'electron';
import { LINK_SCHEME } from '#contract/links/scheme';

type LinkHandler = (text: string) => void;

const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`);

/** Returns the link among a program's arguments; of several, the last one. */
export const linkIn = (args: readonly string[]): string | undefined => args.filter(isLink).at(-1);

/**
 * Collects links that the system passes to the app: as an argument of this start or a later one, or as an
 * event (macOS). Returns a function that sets the handler; earlier links wait for it. Must run before the
 * runtime is ready.
 */
export function collectLinks(): (onLink: LinkHandler) => void {
  const early: string[] = [];
  let handler: LinkHandler | undefined;
  const receive = (text: string | undefined) => {
    if (text === undefined) return;
    if (handler) handler(text);
    else early.push(text);
  };
  receive(linkIn(process.argv));
  app.on('second-instance', (_event, args) => receive(linkIn(args)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    receive(url);
  });
  return (onLink) => {
    handler = onLink;
    for (const text of early.splice(0)) onLink(text);
  };
}

/** Makes the installed app open links. Linux packages declare it in their desktop file. */
export function registerLinks(): void {
  if (!app.isPackaged || process.platform === 'linux') return;
  // After "--" no argument is a switch, whatever the link contains.
  app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
}
