import type { RoiAddress } from '../../../preload/contract/calls/roi';
import { roiRequestBody } from '../../../preload/contract/resources/roi-requests';

export interface ParsedAddresses {
  readonly good: readonly RoiAddress[];
  /** Pieces that are no e-mail address, as they were written. */
  readonly wrong: readonly string[];
  /** Addresses that were there already, or came twice. */
  readonly folded: number;
}

/** RFC 5321. */
const LONGEST = 254;
const email = roiRequestBody.shape.cc_emails.element;
/** Addresses are the same whatever their case. */
const keyOf = (address: string): string => address.toLowerCase();

/** Takes a pasted list apart: commas, semicolons and new lines between; `Name <a@b>`, `a@b (Name)` and plain addresses. */
export function parseAddresses(text: string, already: readonly RoiAddress[] = []): ParsedAddresses {
  const seen = new Set(already.map(({ address }) => keyOf(address)));
  const good: RoiAddress[] = [];
  const wrong: string[] = [];
  let folded = 0;
  for (const piece of piecesOf(text)) {
    const found = addressIn(piece);
    if (!found) wrong.push(piece);
    else if (seen.has(keyOf(found.address))) folded += 1;
    else {
      seen.add(keyOf(found.address));
      good.push(found);
    }
  }
  return { good, wrong, folded };
}

/** Separators inside quotation marks belong to a name: "Lee, Ann" <ann@firm.example>. */
function piecesOf(text: string): string[] {
  const pieces = text.match(/(?:"[^"\n]*"|[^",;\n\t]|")+/g) ?? [];
  return pieces.flatMap((piece) => {
    const trimmed = piece.trim();
    if (trimmed === '') return [];
    // Plain addresses may stand with nothing but spaces between them.
    const words = trimmed.split(/\s+/);
    return words.length > 1 && words.every((word) => word.includes('@')) ? words : [trimmed];
  });
}

function addressIn(piece: string): RoiAddress | null {
  const [, before = '', inside] = /^(.*?)<([^<>]+)>$/.exec(piece) ?? [];
  const [, bare, after] = /^(\S+)\s*\(([^()]*)\)$/.exec(piece) ?? [];
  const address = (inside ?? bare ?? piece).trim().replace(/^mailto:/i, '');
  const name = (inside === undefined ? (after ?? '') : before).replaceAll('"', '').trim();
  return address.length <= LONGEST && email.safeParse(address).success
    ? { address, name: name === '' ? null : name.slice(0, 120) }
    : null;
}

/** "Ann Lee <ann@firm.example>", or the address alone. */
export const addressText = ({ address, name }: RoiAddress): string =>
  name === null ? address : `${name} <${address}>`;
