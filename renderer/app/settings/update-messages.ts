import type { UpdateSettingState, UpdateState } from '#contract/updates';

const REASONS: Readonly<Record<Extract<UpdateState, { reason: string }>['reason'], string>> = {
  'up-to-date': 'This is the newest version.',
  older: 'The server has only an older version. Nothing was changed.',
  held: 'A newer version exists. Your organization does not allow it yet.',
  'not-in-rollout':
    'A newer version is being rolled out in stages and isn’t available for this computer yet.',
  'too-old-to-update':
    'A newer version exists, but another version must be installed before it. Ask your IT department.',
  'not-a-manifest': 'The server’s response is not a list of versions. A proxy may have answered.',
  'wrong-key': 'The list of versions is not signed by the publisher of Firm Desk, so it was ignored.',
  expired: 'The list of versions has expired. It is normally renewed; try again tomorrow.',
  'not-yet-valid': 'The list of versions is dated in the future. Check the date on this computer.',
  replayed: 'The list of versions is older than one received before, so it was ignored.',
  'no-file': 'The newer version has no installer for this computer.',
  unreachable: 'The update server could not be reached.',
  'refused-by-server': 'The update server has no list of versions at this address.',
  'too-large': 'The update server sent more data than expected, so its response was discarded.',
  altered: 'The download was incomplete or changed, so it was deleted.',
  'disk-full': 'There isn’t enough disk space for the download.',
  'not-stored': 'The download could not be saved on this computer. Firm Desk tries again tomorrow.',
  stopped: 'The check was stopped.',
};

/** What the text of a state depends on. */
type InstallSetting = Pick<UpdateSettingState, 'mode' | 'isModeManaged' | 'canInstall'>;

/**
 * Returns what to do about a version that is available. In the mode `install`, it is not downloaded only after repeated
 * failures to install it.
 */
const availableText = ({ mode, isModeManaged, canInstall }: InstallSetting) =>
  isModeManaged || !canInstall || mode === 'install'
    ? 'Your IT department can install it.'
    : 'Select Install to have Firm Desk install it when you quit.';

/** Returns the update state as a sentence; null if updates are off. */
export function updateText(state: UpdateState, setting: InstallSetting): string | null {
  switch (state.kind) {
    case 'off':
      return null;
    case 'no-keys':
      return 'This build can’t verify updates, so it doesn’t check for any.';
    case 'not-checked':
      return 'Not checked yet.';
    case 'checking':
      return 'Checking…';
    case 'available':
      return `Version ${state.version} is available. ${availableText(setting)}`;
    case 'ready':
      return state.hasFailed
        ? `Version ${state.version} couldn’t be installed last time. Firm Desk tries again when you quit.`
        : `Version ${state.version} is ready. Firm Desk installs it when you quit.`;
    case 'none':
    case 'failed':
      return REASONS[state.reason];
  }
}
