import { spawnSync } from 'node:child_process';

const succeeds = (command: string, shell = false): boolean =>
  spawnSync(command, ['--version'], { shell }).status === 0;

/** Both are false under Wine, where tests of the repository itself are skipped. */
export const hasGit = succeeds('git');
export const hasNpm = succeeds('npm', process.platform === 'win32');
