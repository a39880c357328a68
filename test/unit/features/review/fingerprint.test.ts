import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FindingFingerprint } from '#engine/features/review/fingerprint';

const id = fc.oneof(fc.nat(), fc.integer(), fc.maxSafeInteger(), fc.constantFrom(0, 9, 10, 999_999_999, 1e9));

it('fingerprints an ID that is stored as a number like its text', () => {
  fc.assert(
    fc.property(id, (number) => {
      const text = new FindingFingerprint().begin();
      text.cell(String(number));
      const fingerprint = new FindingFingerprint().begin();
      fingerprint.id(number);
      expect(fingerprint.text).toBe(text.text);
    }),
  );
});

it('gives the same fingerprints as earlier versions, so that reviews stay valid', () => {
  const fingerprint = new FindingFingerprint().begin();
  for (const cell of [null, 0, 205007, -3, 1.5, 4_000_000_000, '', '007']) fingerprint.cell(cell);
  expect(fingerprint.text).toBe('125b28986fc56820');
});
