import fs from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf } from '../../../scripts/lib/git.mjs';
import { repoPath } from '../../../scripts/lib/project.mjs';
import { importCycles, isMeasured } from '../../../scripts/lib/structure-report.mjs';
import { hasGit } from '../../support/programs';

test.skipIf(!hasGit)(
  'the product has no import cycles, types included',
  () => {
    const texts = (filesOf() ?? [])
      .filter((file) => isMeasured(file) && fs.existsSync(repoPath(file)))
      .map((file) => ({ file, text: fs.readFileSync(repoPath(file), 'utf8') }));
    expect(texts.length).toBeGreaterThan(1_000);
    expect(importCycles(texts)).toEqual([]);
  },
  30_000,
);
