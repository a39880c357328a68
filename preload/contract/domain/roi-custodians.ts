import { CUSTODIANS, type CustodianCode } from '../fields';
import { ROI_CUSTODIANS } from '../resources/roi-requests';

export type RoiCustodian = (typeof ROI_CUSTODIANS)[number];

/** Business days, counted from the day after sending. */
export interface Expectation {
  readonly first: number;
  readonly last: number;
}

interface ByEmail {
  readonly by: 'e-mail';
  readonly usual: Expectation;
  /** `stated`: known of this custodian; `assumed`: taken from the others until somebody knows better. */
  readonly basis: 'stated' | 'assumed';
}
interface Elsewhere {
  readonly by: 'elsewhere';
  /** What to do instead, in words. */
  readonly instead: string;
}

const undocumented = (name: string): Elsewhere => ({
  by: 'elsewhere',
  instead: `No online process listed. Contact your service team at ${name}, or the support of your wealth data service.`,
});

/** How each custodian is asked for a release of information (spec 4.5; times: wire facts). */
const WAYS: Readonly<Record<CustodianCode, ByEmail | Elsewhere>> = {
  PER: { by: 'e-mail', usual: { first: 5, last: 10 }, basis: 'stated' },
  IBK: { by: 'e-mail', usual: { first: 5, last: 10 }, basis: 'stated' },
  MLT: { by: 'e-mail', usual: { first: 5, last: 10 }, basis: 'assumed' },
  EGB: { by: 'e-mail', usual: { first: 5, last: 10 }, basis: 'assumed' },
  APX: {
    by: 'elsewhere',
    instead: 'Request it in Apex’s service center portal. It usually takes 3 to 6 business days.',
  },
  DST: {
    by: 'elsewhere',
    instead: 'Request it in DST’s FAN Mail portal. It usually takes 7 to 10 business days.',
  },
  NFS: {
    by: 'elsewhere',
    instead: 'Request it in Fidelity’s Integration Xchange. It usually takes 5 to 8 business days.',
  },
  FPR: {
    by: 'elsewhere',
    instead: 'Request it in Fidelity’s Integration Xchange. It usually takes 5 to 8 business days.',
  },
  SWB: undocumented(CUSTODIANS.SWB),
  AXO: undocumented(CUSTODIANS.AXO),
  PTA: undocumented(CUSTODIANS.PTA),
  TIA: undocumented(CUSTODIANS.TIA),
};

export const roiWay = (custodian: CustodianCode): ByEmail | Elsewhere => WAYS[custodian];

export const takesEmail = (custodian: CustodianCode): custodian is RoiCustodian =>
  ROI_CUSTODIANS.some((one) => one === custodian);

/** What is expected of a custodian until somebody says otherwise. */
export function usualTime(custodian: RoiCustodian): Pick<ByEmail, 'usual' | 'basis'> {
  const way = WAYS[custodian];
  if (way.by !== 'e-mail') throw new Error(`${custodian} is not asked by e-mail`);
  return way;
}
