import { roiChannel, type RoiCustodian, type RoiPortal } from '#contract/features/roi/custodians';
import type { CustodianCode } from '#contract/fields';
import { custodianName, expectedText } from './messages';

/** Labels of how each custodian takes requests for a release of information. */

const PORTALS: Readonly<Record<RoiPortal, string>> = {
  'apex-service-center': 'Apex’s service center portal',
  'fan-mail': 'DST’s FAN Mail portal',
  'integration-xchange': 'Fidelity’s Integration Xchange',
};

/** Returns how long a custodian takes for requests by email. */
export function turnaroundText(code: RoiCustodian): string {
  const channel = roiChannel(code);
  if (channel.by !== 'email') return '';
  return channel.basis === 'stated'
    ? `Usually takes ${expectedText(channel.turnaround)}.`
    : `Typical time unknown; we assume ${expectedText(channel.turnaround)}.`;
}

/** Returns what to do if a custodian takes no email; null if it does. */
export function alternativeToEmailText(code: CustodianCode): string | null {
  const channel = roiChannel(code);
  if (channel.by === 'email') return null;
  if (channel.portal === null)
    return `No online process listed. Contact your service team at ${custodianName(code)}, or the support of your wealth data service.`;
  return `Request it in ${PORTALS[channel.portal]}.${channel.turnaround === null ? '' : ` It usually takes ${expectedText(channel.turnaround)}.`}`;
}
