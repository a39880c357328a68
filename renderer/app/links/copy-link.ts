import type { LinkRoute } from '#contract/links/link';
import type { DesktopClient } from '../../bridge';
import { showFailure, showToast } from '../../ui/toast';

/** Copies a link to a screen or record of the open connection, and confirms it. */
export async function copyLink(desktop: DesktopClient, to: LinkRoute): Promise<void> {
  try {
    await desktop.links.copy({ to });
    showToast('Link copied', { text: 'It opens in Firm Desk, for people who are connected to this firm.' });
  } catch (error) {
    showFailure(error);
  }
}
