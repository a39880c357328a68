import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archiveName, nextFileName, safeNamePart } from '#engine/features/fee-files/file-name';

describe('the name of a saved archive', () => {
  it('contains the period end and the ID', () => {
    expect(archiveName('40', '2026-09-30T00:00:00Z')).toBe('Fee upload file 2026-09-30 id 40.zip');
    expect(archiveName('40', null)).toBe('Fee upload file id 40.zip');
  });

  it('gets a number if it is taken', () => {
    expect(nextFileName('x.zip')).toBe('x (2).zip');
    expect(nextFileName('x (2).zip')).toBe('x (3).zip');
    expect(nextFileName('(2).zip')).toBe('(2) (2).zip');
  });

  it.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['a\\b:c*d?"<>|e', 'a-b-c-d-e'],
    ['con', '_con'],
    ['LPT1', '_LPT1'],
    ['com\u00b9', '_com\u00b9'],
    ['con.csv', '_con.csv'],
    ['\u5b57'.repeat(90), '\u5b57'.repeat(50)],
    ['trailing. . ', 'trailing'],
    ['\u0000\u202Egnp.exe', 'gnp.exe'],
    ['Ünïcode', 'Ünïcode'],
  ])('turns %j into the safe name %j', (given, expected) => expect(safeNamePart(given)).toBe(expected));

  it('is valid on Windows and macOS, whatever the service sends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 40 }), (id, day) => {
        const name = archiveName(id, day);
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u);
        expect(name).toMatch(/\.zip$/);
        expect(name).not.toMatch(/\.\.|[ .]\.zip$/);
        // The name of the partial file (part-file.ts) is longer; file systems allow 255 bytes.
        expect(Buffer.byteLength(`${name}.0123456789ab.part`)).toBeLessThan(255);
      }),
    );
  });
});
