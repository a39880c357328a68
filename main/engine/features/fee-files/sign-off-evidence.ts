import type { SignOffEvidence } from '#contract/features/fee-files/colleague-files';
import { COPY_CHECKS, SEAL_CHECKS } from '#contract/features/fee-files/messages';
import { DECISION_NAMES, fileNameText } from '#contract/features/reconcile/messages';
import type { Workspace } from '../../workspace/open/workspace';
import { signatureText } from '../reconcile/saved-work/seal';
import type { SharedSignOff } from '../team/saved-work/topics/fee-files';
import { signOffState } from './colleague-files';

export type SignOffStores = Pick<Workspace, 'colleagueFiles' | 'feeFiles'>;

/** A colleague's sign-off as its seal covers it, with the checks that this computer could do. */
export interface SignOffWithEvidence {
  readonly signed: SharedSignOff;
  readonly evidence: SignOffEvidence;
}

/** Returns the sign-offs of these files that colleagues shared, the oldest first. */
export function sharedSignOffs(
  { colleagueFiles }: Pick<SignOffStores, 'colleagueFiles'>,
  fileIds: readonly string[],
): SharedSignOff[] {
  const wanted = new Set(fileIds);
  return colleagueFiles
    .files()
    .filter(({ fileId }) => wanted.has(fileId))
    .flatMap(({ signOffs }) => signOffs)
    .sort((a, b) => (a.signedAt < b.signedAt ? -1 : a.signedAt > b.signedAt ? 1 : 0));
}

/** Returns sign-offs with their seals computed again, and with the state of this computer's copy of each file. */
export const evidenceOf = (
  { feeFiles }: Pick<SignOffStores, 'feeFiles'>,
  signOffs: readonly SharedSignOff[],
): SignOffWithEvidence[] =>
  signOffs.map((signed) => {
    const { by, fileId, fileSha256, resultSha256, signedAt, signedBy, decision, note, seal } = signed;
    return {
      signed,
      evidence: {
        by,
        signedAs: signedBy,
        signedAt,
        decision,
        note,
        seal,
        state: signOffState(signed),
        fileId,
        fileSha256,
        resultSha256,
        ...copyOf(feeFiles, fileId, fileSha256),
      },
    };
  });

function copyOf(
  feeFiles: SignOffStores['feeFiles'],
  fileId: string,
  sha256: string,
): Pick<SignOffEvidence, 'copy' | 'comparedAt'> {
  const copies = feeFiles.copiesOf(fileId);
  const sameBytes = copies.filter((copy) => copy.sha256 === sha256);
  const intact = sameBytes.find(({ state }) => state === 'whole');
  if (intact) return { copy: 'same', comparedAt: intact.checkedAt };
  if (sameBytes[0]) return { copy: 'damaged', comparedAt: sameBytes[0].checkedAt };
  return { copy: copies.length > 0 ? 'other' : 'none', comparedAt: null };
}

const SIGN_OFF_HEADINGS = [
  'File ID',
  'Member',
  'Signed as',
  'Signed at',
  'Decision',
  'Note',
  'Seal check',
  'File check',
  'File last compared',
  'Result check',
  'File SHA-256',
  'Result SHA-256',
  'Seal',
] as const;

const signOffCells = (evidence: SignOffEvidence): readonly (string | null)[] => [
  evidence.fileId,
  evidence.by,
  evidence.signedAs,
  evidence.signedAt,
  evidence.decision === null ? null : DECISION_NAMES[evidence.decision],
  evidence.note ?? 'Stays on the signer’s computer',
  SEAL_CHECKS[evidence.state],
  COPY_CHECKS[evidence.copy],
  evidence.comparedAt,
  'Not verified: it is on the signer’s computer',
  evidence.fileSha256,
  evidence.resultSha256,
  evidence.seal,
];

/** Returns the sign-offs as rows under a heading; each row states what was verified and what was not. */
export const signOffRows = (all: readonly SignOffWithEvidence[]): (readonly (string | null)[])[] => [
  SIGN_OFF_HEADINGS,
  ...all.map(({ evidence }) => signOffCells(evidence)),
];

/** Returns each signature as the text whose SHA-256 is its seal, where that was verified. */
export const signatureFiles = (all: readonly SignOffWithEvidence[]): [name: string, text: string][] =>
  all.flatMap(({ signed: { note, ...signed }, evidence }) =>
    note === null || evidence.state !== 'holds'
      ? []
      : [
          [
            `${fileNameText(`File ${signed.fileId}, ${signed.by}`)} ${signed.seal.slice(0, 12)}.json`,
            signatureText({ ...signed, note }),
          ],
        ],
  );
