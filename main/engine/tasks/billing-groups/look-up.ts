import type { PastedLine } from '../../../../preload/contract/calls/billing-groups';
import type { GroupsReader } from './known';

/** The lines of a paste; several values in one line are lines of their own. */
export const pastedValues = (text: string): { line: number; text: string }[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, at) =>
    line
      .split(/[\t,;]/)
      .map((value) => value.trim())
      .filter(Boolean)
      .map((value) => ({ line: at + 1, text: value })),
  );

const fold = (number: string): string => number.replace(/[\s-]/g, '').toUpperCase();

/**
 * The accounts that a paste of ids or numbers names: the number as it is known, spaces, hyphens and case aside, else the
 * id. A number that several accounts have, or that is the id of yet another, is left to a person.
 */
export function lookUp(reader: Pick<GroupsReader, 'accountsByNumber' | 'get'>, text: string): PastedLine[] {
  const values = pastedValues(text);
  const byNumber = reader.accountsByNumber(new Set(values.map((value) => fold(value.text))), fold);
  return values.map(({ line, text: value }): PastedLine => {
    const keys = new Set((byNumber.get(fold(value)) ?? []).map(({ key }) => key));
    if (/^\d+$/.test(value) && reader.get({ resource: 'accounts', key: value })) keys.add(value);
    const [account = null] = keys;
    const found = keys.size === 0 ? 'none' : keys.size === 1 ? 'account' : 'several';
    return { line, text: value, found, account: found === 'account' ? account : null };
  });
}
