// Reads the repository's history. Every function returns undefined where git fails: it, or the revision, is missing.
import { spawnSync } from 'node:child_process';
import { root } from './project.mjs';

/**
 * @param {readonly string[]} args
 * @param {{ input?: string, folder?: string }} [options]
 * @returns {Buffer | undefined}
 */
export function git(args, { input, folder = root } = {}) {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], {
    input,
    maxBuffer: 2 ** 30,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : undefined;
}

/** Returns when the current commit was made, in seconds, as text: the date of everything in a package. */
export const commitTime = () => git(['log', '-1', '--format=%ct'])?.toString().trim() || undefined;

/** @param {Buffer | undefined} output */
const lines = (output) => output?.toString('utf8').split('\n').filter(Boolean);

/**
 * Returns the paths in a revision; without one, those in the working tree that git tracks or would track.
 * @param {string} [revision]
 */
export const filesOf = (revision) =>
  lines(
    revision === undefined
      ? git(['ls-files', '--cached', '--others', '--exclude-standard'])
      : git(['ls-tree', '-r', '--name-only', revision]),
  );

/**
 * Returns the texts of a revision's files in the given order; starts git only once. The revision must have the files.
 * @param {string} revision
 * @param {string[]} files
 */
export function textsOf(revision, files) {
  const output = git(['cat-file', '--batch'], {
    input: files.map((file) => `${revision}:${file}\n`).join(''),
  });
  if (!output) return undefined;
  let from = 0;
  return files.map((file) => {
    const end = output.indexOf('\n', from);
    const size = Number(output.toString('utf8', from, end).split(' ')[2]);
    const text = output.toString('utf8', end + 1, end + 1 + size);
    from = end + 1 + size + 1;
    return { file, text };
  });
}
