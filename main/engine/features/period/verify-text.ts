import type { PeriodSignature } from '#contract/features/period/calls';

/** Returns the instructions for verifying a pack without this program. */
export function verifyText({ contentSha256, seal }: PeriodSignature): string {
  return [
    'Every file of this pack is listed in SHA256SUMS.txt: run "sha256sum -c SHA256SUMS.txt" in its folder.',
    '',
    `period.json is what was signed. Its SHA-256 is ${contentSha256}.`,
    'It contains the SHA-256 of tables.json (tablesSha256) and of setup.jsonl (setupSha256).',
    `signature.json names that hash, the signer, the time and the note. Its SHA-256 is the seal: ${seal}.`,
    'The activity log of Firm Desk has the same seal.',
    '',
    'The sample can be drawn again: order the accounts by the SHA-256 of "seed:account ID" and take the first ones.',
    '',
  ].join('\n');
}
