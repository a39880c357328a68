import type { ColleagueSignature } from '#contract/features/period/sections';
import type { Workspace } from '../../workspace/open/workspace';
import { periodSealOf } from './seal';

type Stored = ReturnType<Workspace['periods']['colleagueSignatures']>[number];
type VerifiedSignature = Stored & Pick<ColleagueSignature, 'state'>;

/** Returns the signatures of colleagues, the newest first. Computes each seal again if its note was shared. */
export const colleagueSignatures = ({ periods }: Pick<Workspace, 'periods'>): VerifiedSignature[] =>
  periods.colleagueSignatures().map((signed) => ({ ...signed, state: stateOf(signed) }));

/** Returns the signatures of colleagues with which a period counts as signed, the newest first. */
export const countedColleagueSignatures = (stores: Pick<Workspace, 'periods'>): VerifiedSignature[] =>
  colleagueSignatures(stores).filter(
    ({ state, isApproved }) => state !== 'seal-broken' && isApproved !== false,
  );

function stateOf({ note, ...signed }: Stored): ColleagueSignature['state'] {
  if (note === null) return 'note-withheld';
  return periodSealOf({ ...signed, note }) === signed.seal ? 'holds' : 'seal-broken';
}

/** Returns what the screens show of a signature. */
export const signatureView = ({
  by,
  signedAt,
  note,
  seal,
  open,
  state,
  approval,
  isApproved,
}: VerifiedSignature): ColleagueSignature => ({
  by,
  signedAt,
  note,
  seal,
  open,
  state,
  approval: isApproved === true ? approval : null,
  isUnapproved: isApproved === false,
});
