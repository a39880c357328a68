import type { RoiAddress } from '#contract/features/roi/schemas';
import { roiRequestBody } from '#contract/resources/roi-requests';

export interface ParsedAddresses {
  readonly valid: readonly RoiAddress[];
  /** Parts that are not email addresses, as typed. */
  readonly invalid: readonly string[];
  /** Number of addresses that were added before or occur twice. */
  readonly duplicates: number;
}

/** RFC 5321. */
const MAX_ADDRESS_LENGTH = 254;
/** Of the name of an address, as in `roiAddress`. */
const MAX_NAME_LENGTH = 120;
const email = roiRequestBody.shape.cc_emails.element;
/** Returns the key for comparing addresses, which ignores case. */
const keyOf = (address: string): string => address.toLowerCase();

/**
 * Splits a pasted list at commas, semicolons, tabs and line breaks. Accepts `Name <a@b>`, `a@b (Name)` and plain
 * addresses.
 */
export function parseAddresses(text: string, existing: readonly RoiAddress[] = []): ParsedAddresses {
  const knownKeys = new Set(existing.map(({ address }) => keyOf(address)));
  const valid: RoiAddress[] = [];
  const invalid: string[] = [];
  let duplicates = 0;
  for (const entry of splitAddresses(text)) {
    const parsed = addressIn(entry);
    if (!parsed) invalid.push(entry);
    else if (knownKeys.has(keyOf(parsed.address))) duplicates += 1;
    else {
      knownKeys.add(keyOf(parsed.address));
      valid.push(parsed);
    }
  }
  return { valid, invalid, duplicates };
}

/** Separators inside a pair of quotation marks belong to a name: "Lee, Ann" <ann@firm.example>. */
function splitAddresses(text: string): string[] {
  const entries = text.match(/(?:"[^"\n]*"|[^",;\n\t]|")+/g) ?? [];
  return entries.flatMap((entry) => {
    const trimmed = entry.trim();
    if (trimmed === '') return [];
    // Plain addresses may be separated by spaces only.
    const parts = trimmed.split(/\s+/);
    return parts.length > 1 && parts.every((word) => word.includes('@')) ? parts : [trimmed];
  });
}

function addressIn(entry: string): RoiAddress | null {
  const [, before = '', inside] = /^(.*?)<([^<>]+)>$/.exec(entry) ?? [];
  const [, bare, after] = /^(\S+)\s*\(([^()]*)\)$/.exec(entry) ?? [];
  const address = (inside ?? bare ?? entry).trim().replace(/^mailto:/i, '');
  const name = (inside === undefined ? (after ?? '') : before).replaceAll('"', '').trim();
  return address.length <= MAX_ADDRESS_LENGTH && email.safeParse(address).success
    ? { address, name: name === '' ? null : name.slice(0, MAX_NAME_LENGTH) }
    : null;
}

/** Returns the addresses without those that occur earlier in the list, ignoring case. */
export function uniqueAddresses(addresses: readonly RoiAddress[]): RoiAddress[] {
  const knownKeys = new Set<string>();
  return addresses.filter(({ address }) => {
    const isNew = !knownKeys.has(keyOf(address));
    knownKeys.add(keyOf(address));
    return isNew;
  });
}

/** "Ann Lee <ann@firm.example>", or the address alone. */
export const addressText = ({ address, name }: RoiAddress): string =>
  name === null ? address : `${name} <${address}>`;
