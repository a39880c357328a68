import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addCleanup } from '../../support/cleanups';
import { textMatcher } from '../../support/texts-in-files';

function createFile(content: string | Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-texts-'));
  addCleanup(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'file');
  writeFileSync(file, content);
  return file;
}

describe('secrets in the files of a test run', () => {
  const SECRETS = ['123-45-6789', 'a+b (é)', '0012'];

  it.each(SECRETS)('are found in either text encoding: %s', (secret) => {
    const containsSecret = textMatcher(SECRETS);
    expect(containsSecret(createFile(`before ${secret} after`))).toBe(true);
    expect(containsSecret(createFile(Buffer.from(`before ${secret} after`, 'utf16le')))).toBe(true);
    expect(
      containsSecret(createFile(Buffer.concat([Buffer.from([0, 255]), Buffer.from(secret, 'utf16le')]))),
    ).toBe(true);
  });

  it('are found across the boundaries of read chunks', () => {
    const containsSecret = textMatcher(SECRETS, 16);
    for (let before = 0; before < 20; before += 1) {
      expect(containsSecret(createFile(`${'x'.repeat(before)}123-45-6789`))).toBe(true);
      expect(containsSecret(createFile(`${'x'.repeat(before)}123-45-678${'x'.repeat(40)}9`))).toBe(false);
    }
  });

  it('are not found if there are none', () => {
    expect(textMatcher(SECRETS)(createFile('123-45-678, a+b é, 1 0 0 1 2'))).toBe(false);
    expect(textMatcher(SECRETS)(createFile(''))).toBe(false);
  });
});
