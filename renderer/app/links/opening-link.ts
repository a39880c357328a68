import type { ConnectionSession } from '#contract/calls/live';
import type { Connection } from '#contract/connection';
import type { IncomingLink } from '#contract/links/links';
import type { LinkProblem } from '#contract/links/link';
import type { Route } from '../../routes';
import { routeOfLink } from './link-routes';

/** What a link leads to: its screen, a question first, or a message. */
export type LinkStep =
  | { readonly kind: 'show'; readonly route: Route }
  /** Asks first: a dialog is open, whose input would be lost. */
  | { readonly kind: 'leave'; readonly route: Route }
  | { readonly kind: 'open'; readonly connection: Connection; readonly route: Route }
  /** Asks first: another connection is open, whose work stops. */
  | { readonly kind: 'ask'; readonly connection: Connection; readonly current: string; readonly route: Route }
  | { readonly kind: 'message'; readonly title: string; readonly text: string };

const REFUSED: Readonly<Record<LinkProblem, string>> = {
  'too-long': 'It is longer than any link that Firm Desk creates, so it was not read.',
  malformed:
    'It is not a link that Firm Desk creates. Part of it may have been cut off: copy all of it, or ask the sender for a new one.',
  'unknown-screen':
    'It leads to a screen that this version of Firm Desk does not have. Ask the sender which record is meant.',
};

const message = (title: string, text: string): LinkStep => ({ kind: 'message', title, text });

/** Returns what opening a link does. It never does more than show a screen. */
export function linkStep(
  { result }: IncomingLink,
  { connections, open }: ConnectionSession,
  isDialogOpen = false,
): LinkStep {
  if (result.kind === 'refused') return message('This link can’t be opened', REFUSED[result.problem]);
  if (result.kind === 'several')
    return message(
      'Which firm is this link for?',
      'Several connections on this computer lead to the link’s service. Open the right one, then open the link again.',
    );
  const connection =
    result.kind === 'found' ? connections.find(({ id }) => id === result.connection) : undefined;
  if (result.kind === 'not-here' || !connection)
    return message(
      'This firm is not on this computer',
      'The link belongs to a connection that this computer doesn’t have. Connect to the firm first, then open the link again.',
    );
  const route = routeOfLink(result.to);
  if (open?.connection.id === connection.id) return { kind: isDialogOpen ? 'leave' : 'show', route };
  if (!open) return { kind: 'open', connection, route };
  return { kind: 'ask', connection, current: open.connection.name, route };
}
