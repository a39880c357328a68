import { render, screen } from '@testing-library/svelte';
import { toast } from 'svelte-sonner';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { IncomingLink } from '#contract/links/links';
import IncomingLinkDialog from '../../../renderer/app/links/IncomingLinkDialog.svelte';
import { AppState } from '../../../renderer/state/app.svelte';
import { connectionOf, declaredFailure, fakeDesktop, openStream, sessionOf } from '../fakes';

const connection = connectionOf({ id: 'conn-0001' });
const session = sessionOf({ connections: [connection], open: { connection, state: 'open' } });
const BAD: IncomingLink = { id: 1, result: { kind: 'refused', problem: 'malformed' } };
const GOOD: IncomingLink = {
  id: 2,
  result: {
    kind: 'found',
    connection: 'conn-0001',
    to: { screen: 'resource', resource: 'accounts', record: '7' },
  },
};

/** Renders the dialog; `send` opens a link outside the app. */
function renderDialog() {
  const waiting: IncomingLink[] = [];
  let wake = () => undefined as void;
  const { desktop } = fakeDesktop({
    'links.incoming': async function* () {
      for (;;) {
        const link = waiting.shift();
        if (link) yield link;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    'links.acknowledge': () => undefined,
  });
  const app = new AppState();
  const go = vi.spyOn(app, 'go').mockImplementation(() => undefined);
  render(IncomingLinkDialog, { app, desktop, session });
  const send = (link: IncomingLink) => {
    waiting.push(link);
    wake();
  };
  return { go, send };
}

it('shows the screen of a link at once although the message about an earlier link is open', async () => {
  const { go, send } = renderDialog();
  send(BAD);
  await screen.findByRole('dialog', { name: 'This link can’t be opened' });
  send(GOOD);
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('forgets the screen of a link whose connection could not be opened', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  const { desktop } = fakeDesktop({
    'links.incoming': () => openStream(GOOD),
    'links.acknowledge': () => undefined,
    'connections.open': () => Promise.reject(declaredFailure('disk-not-read')),
  });
  const app = new AppState();
  const closedSession = sessionOf({ connections: [connection] });
  app.setSession(closedSession);
  render(IncomingLinkDialog, { app, desktop, session: closedSession });
  await vi.waitFor(() => expect(errorToast).toHaveBeenCalledOnce());
  app.setSession(session);
  expect(app.route).not.toMatchObject({ record: '7' });
});

it('asks first while another dialog is open', async () => {
  const other = document.body.appendChild(document.createElement('div'));
  other.setAttribute('role', 'dialog');
  const { go, send } = renderDialog();
  send(GOOD);
  await screen.findByRole('dialog', { name: 'Open the link?' });
  expect(go).not.toHaveBeenCalled();
  other.remove();
});
