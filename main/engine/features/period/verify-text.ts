import type { PeriodSignature } from '#contract/features/period/sections';

/** Lines about colleagues' sign-offs, which come from the team's log. */
const SIGN_OFF_LINES = [
  '"sign-offs of colleagues" lists what colleagues signed off, according to their team\'s log. For each it says what',
  "this computer could verify: the seal, and whether the file is here. The result behind it is on the signer's computer.",
  'The SHA-256 of each text in "fee files/colleague sign-offs" is the seal of that sign-off.',
  "Firm Desk verified the members' signatures in the log when it read it; this pack can't show that again.",
  '',
];

/** Returns the instructions for verifying a pack without this program. */
export function verifyText(
  { contentSha256, approval, seal }: PeriodSignature,
  hasColleagues: boolean,
): string {
  const signedFacts = approval
    ? 'the signer, the time, the note, and the colleague who approved exactly this with the time'
    : 'the signer, the time and the note';
  return [
    'Every file of this pack is listed in SHA256SUMS.txt: run "sha256sum -c SHA256SUMS.txt" in its folder.',
    '',
    `period.json is what was signed. Its SHA-256 is ${contentSha256}.`,
    'It contains the SHA-256 of tables.json (tablesSha256) and of setup.jsonl (setupSha256).',
    `signature.json names that hash, ${signedFacts}. Its SHA-256 is the seal: ${seal}.`,
    'The activity log of Firm Desk has the same seal.',
    '',
    ...(hasColleagues ? SIGN_OFF_LINES : []),
    'The sample can be drawn again: leave out the accounts chosen by hand, order the other billed accounts by the SHA-256',
    'of "seed:account ID", and take the first ones.',
    '',
  ].join('\n');
}
