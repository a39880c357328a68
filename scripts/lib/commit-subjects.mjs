// Checks that the subjects of commits are short enough for every tool that lists them.
import { git } from './git.mjs';
import { MAX_COMMIT_SUBJECT } from './house-style.mjs';

/** The last commit from before the rule. */
const BASE = '7a927c529498';

/** Returns the commit up to which a check goes, or undefined if there is no history. */
export const head = () => text(git(['rev-parse', '--verify', '--quiet', 'HEAD']));

/** Returns a line `hash length subject` for each subject that is too long. */
const tooLong = (log) =>
  log
    .split('\n')
    .map((line) => /^(\w+) (.*)$/.exec(line) ?? [])
    .filter(([, , subject]) => subject?.length > MAX_COMMIT_SUBJECT)
    .map(([, hash, subject]) => `${hash} ${subject.length} ${subject}`);

const text = (output) => output?.toString('utf8').trim();

/**
 * Checks the commits after `base`. A shallow clone or an unpacked archive does not have it: then the check is skipped.
 * @param {{ base?: string, folder?: string }} [options]
 * @returns {{ ok: boolean, skipped?: string, output: string }}
 */
export function checkCommitSubjects({ base = BASE, folder } = {}) {
  if (git(['merge-base', '--is-ancestor', base, 'HEAD'], { folder }) === undefined)
    return { ok: true, skipped: `skipped: commit ${base} is not in this clone's history`, output: '' };
  const log = text(git(['log', '--no-merges', '--format=%h %s', `${base}..HEAD`], { folder })) ?? '';
  const longSubjects = tooLong(log);
  const output = longSubjects.map((line) => `${line}\n`).join('');
  return {
    ok: longSubjects.length === 0,
    output: output && `Commit subjects of more than ${MAX_COMMIT_SUBJECT} characters:\n${output}`,
  };
}
