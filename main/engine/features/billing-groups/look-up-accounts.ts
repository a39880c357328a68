import { linesOf } from '#contract/text';
import type { PastedLine } from '#contract/features/billing-groups/calls';
import type { GroupsReader } from './cached-groups';

/** Splits a paste into lines; several values in one line become separate lines. */
export const pastedLines = (text: string): { line: number; text: string }[] =>
  linesOf(text).flatMap((line, index) =>
    line
      .split(/[\t,;]/)
      .map((value) => value.trim())
      .filter(Boolean)
      .map((value) => ({ line: index + 1, text: value })),
  );

const normalizeNumber = (number: string): string => number.replace(/[\s-]/g, '').toUpperCase();

/**
 * Finds the accounts for pasted IDs or numbers: by number, ignoring spaces, hyphens and case, and by ID. A
 * number that several accounts have, or that is another account's ID, is left for the user to resolve.
 */
export function lookUpAccounts(
  reader: Pick<GroupsReader, 'accountsByNumber' | 'get'>,
  text: string,
): PastedLine[] {
  const values = pastedLines(text);
  const byNumber = reader.accountsByNumber(
    new Set(values.map((value) => normalizeNumber(value.text))),
    normalizeNumber,
  );
  return values.map(({ line, text: value }): PastedLine => {
    const keys = new Set((byNumber.get(normalizeNumber(value)) ?? []).map(({ key }) => key));
    if (/^\d+$/.test(value) && reader.get({ resource: 'accounts', key: value })) keys.add(value);
    const [account = null] = keys;
    const found = keys.size === 0 ? 'none' : keys.size === 1 ? 'account' : 'several';
    return { line, text: value, found, account: found === 'account' ? account : null };
  });
}
