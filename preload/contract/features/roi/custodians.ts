import type { CustodianCode } from '../../fields';
import { ROI_CUSTODIANS } from '../../resources/roi-requests';

export type RoiCustodian = (typeof ROI_CUSTODIANS)[number];

/** Business days, counted from the day after sending. */
export interface Turnaround {
  readonly first: number;
  readonly last: number;
}

interface EmailChannel {
  readonly by: 'email';
  readonly turnaround: Turnaround;
  /** `stated`: documented for this custodian; `assumed`: taken from the others. */
  readonly basis: 'stated' | 'assumed';
}
interface OtherChannel {
  readonly by: 'other';
  /** The custodian's portal; null if none is documented. */
  readonly portal: RoiPortal | null;
  /** Typical turnaround; null if unknown. */
  readonly turnaround: Turnaround | null;
}

/** Portals of custodians that accept requests only there. */
export type RoiPortal = 'apex-service-center' | 'fan-mail' | 'integration-xchange';

const UNDOCUMENTED: OtherChannel = { by: 'other', portal: null, turnaround: null };

/** Ways to request a release of information, by custodian (spec 4.5; turnaround: wire facts). */
const CHANNELS: Readonly<Record<CustodianCode, EmailChannel | OtherChannel>> = {
  PER: { by: 'email', turnaround: { first: 5, last: 10 }, basis: 'stated' },
  IBK: { by: 'email', turnaround: { first: 5, last: 10 }, basis: 'stated' },
  MLT: { by: 'email', turnaround: { first: 5, last: 10 }, basis: 'assumed' },
  EGB: { by: 'email', turnaround: { first: 5, last: 10 }, basis: 'assumed' },
  APX: { by: 'other', portal: 'apex-service-center', turnaround: { first: 3, last: 6 } },
  DST: { by: 'other', portal: 'fan-mail', turnaround: { first: 7, last: 10 } },
  NFS: { by: 'other', portal: 'integration-xchange', turnaround: { first: 5, last: 8 } },
  FPR: { by: 'other', portal: 'integration-xchange', turnaround: { first: 5, last: 8 } },
  SWB: UNDOCUMENTED,
  AXO: UNDOCUMENTED,
  PTA: UNDOCUMENTED,
  TIA: UNDOCUMENTED,
};

export const roiChannel = (custodian: CustodianCode): EmailChannel | OtherChannel => CHANNELS[custodian];

export const takesEmail = (custodian: CustodianCode): custodian is RoiCustodian =>
  ROI_CUSTODIANS.some((known) => known === custodian);

/** Returns the default turnaround of a custodian. */
export function defaultTurnaround(custodian: RoiCustodian): Pick<EmailChannel, 'turnaround' | 'basis'> {
  const channel = CHANNELS[custodian];
  if (channel.by !== 'email') throw new Error(`${custodian} does not accept requests by email`);
  return channel;
}
