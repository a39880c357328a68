import { createCipheriv, createDecipheriv, createHash, randomBytes, sign, verify } from 'node:crypto';
import { idBytes, idFromBytes, uint32, uint64 } from './bytes';
import { verifyKey, WRAP_BOX_BYTES, type MemberKeys, type WrappedTeamKey } from './member-keys';

/** An entry of the team's log as it is signed and stored. */
export interface SignedEntry {
  readonly team: string;
  readonly member: string;
  /** The member's own consecutive number, from 1. */
  readonly number: number;
  /** Which team key encrypts it. */
  readonly epoch: number;
  /** Hash of the member's previous entry. */
  readonly previous: Buffer;
  readonly body: Buffer;
  readonly signature: Buffer;
}

/** An entry at its place in the order of the log. */
export interface PlacedEntry extends SignedEntry {
  readonly place: number;
}

export const ENTRY_FORMAT = 1;
/**
 * A body is its format (1 byte), the number of wrapped team keys (2 bytes), the keys, the nonce, the encrypted content and
 * its authentication tag.
 */
const COUNT_END = 3;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const WRAP_BYTES = 4 + 16 + WRAP_BOX_BYTES;

type Header = Pick<SignedEntry, 'team' | 'member' | 'number' | 'epoch' | 'previous'>;

const headerBytes = ({ team, member, number, epoch, previous }: Header): Buffer =>
  Buffer.concat([
    Buffer.from('firm-desk team entry 1\0'),
    idBytes(team),
    idBytes(member),
    uint64(number),
    uint32(epoch),
    previous,
  ]);

/** Returns the bytes that a member signs: header and body, each of fixed or stated length. */
export const signedBytes = (entry: Omit<SignedEntry, 'signature'>): Buffer =>
  Buffer.concat([headerBytes(entry), uint32(entry.body.length), entry.body]);

/** Returns the hash that the member's next entry contains. */
export const entryHash = (entry: SignedEntry, bytes = signedBytes(entry)): Buffer =>
  createHash('sha256').update(bytes).update(entry.signature).digest();

/** Returns the value that a member's first entry has instead of the hash of an earlier entry. */
export const chainStart = (team: string, member: string): Buffer =>
  createHash('sha256')
    .update('firm-desk team chain 1\0')
    .update(idBytes(team))
    .update(idBytes(member))
    .digest();

/** Returns whether the signature was made with this public key over exactly these bytes. */
export function isSignature(signature: Buffer, signer: Buffer, bytes: Buffer): boolean {
  try {
    return verify(null, bytes, verifyKey(signer), signature);
  } catch {
    return false; // the bytes are not a signature or a key
  }
}

/** Returns whether the signature was made with this public key over exactly this entry. */
export const isSignedBy = (entry: SignedEntry, signer: Buffer, bytes = signedBytes(entry)): boolean =>
  isSignature(entry.signature, signer, bytes);

/** Verifies like `isSignedBy`, on another thread: verifying signatures takes most of the time of reading a log. */
export const verifyInBackground = (
  { signature }: SignedEntry,
  signer: Buffer,
  bytes: Buffer,
): Promise<boolean> =>
  new Promise((resolve) => {
    try {
      verify(null, bytes, verifyKey(signer), signature, (error, isValid) => resolve(!error && isValid));
    } catch {
      resolve(false);
    }
  });

const wrapBytes = ({ epoch, member, box }: WrappedTeamKey): Buffer =>
  Buffer.concat([uint32(epoch), idBytes(member), box]);

interface NewEntry extends Header {
  readonly text: string;
  readonly wraps?: readonly WrappedTeamKey[];
  readonly teamKey: Buffer;
}

/** Encrypts and signs an entry. */
export function sealEntry({ text, wraps = [], teamKey, ...header }: NewEntry, keys: MemberKeys): SignedEntry {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(wraps.length);
  const unencrypted = Buffer.concat([Buffer.from([ENTRY_FORMAT]), count, ...wraps.map(wrapBytes)]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', teamKey, nonce);
  cipher.setAAD(Buffer.concat([headerBytes(header), unencrypted]));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const body = Buffer.concat([unencrypted, nonce, sealed, cipher.getAuthTag()]);
  const { team, member, number, epoch, previous } = header;
  const unsigned = { team, member, number, epoch, previous, body };
  return { ...unsigned, signature: sign(null, signedBytes(unsigned), keys.signKey) };
}

/** Returns the format of an entry; other formats are those of newer versions. */
export const formatOf = ({ body }: Pick<SignedEntry, 'body'>): number => body[0] ?? 0;

/** Returns the length of the part before the encrypted one; undefined if the body is too short for it. */
function unencryptedLength(body: Buffer): number | undefined {
  if (body.length < COUNT_END) return undefined;
  const length = COUNT_END + body.readUInt16BE(1) * WRAP_BYTES;
  return body.length >= length + NONCE_BYTES + TAG_BYTES ? length : undefined;
}

/** Returns the wrapped team keys in an entry. Readable without a key; the signature covers them. */
export function wrapsOf({ body }: Pick<SignedEntry, 'body'>): WrappedTeamKey[] {
  const end = unencryptedLength(body);
  if (formatOf({ body }) !== ENTRY_FORMAT || end === undefined) return [];
  const wraps: WrappedTeamKey[] = [];
  for (let start = COUNT_END; start < end; start += WRAP_BYTES)
    wraps.push({
      epoch: body.readUInt32BE(start),
      member: idFromBytes(body.subarray(start + 4, start + 20)),
      box: body.subarray(start + 20, start + WRAP_BYTES),
    });
  return wraps;
}

/** Returns the members for whom a key is wrapped here. */
export const recipientsOf = (wraps: readonly WrappedTeamKey[]): ReadonlySet<string> =>
  new Set(wraps.map(({ member }) => member));

/**
 * Returns whether an entry begins a new team key, as the founding and each removal do: its author gets the key of
 * its epoch.
 */
export const startsKey = (
  { epoch, member }: Pick<SignedEntry, 'epoch' | 'member'>,
  wraps: readonly WrappedTeamKey[],
): boolean => wraps.some((wrap) => wrap.epoch === epoch && wrap.member === member);

/** Returns the content of an entry; undefined if this key does not open it. */
export function openEntry(entry: SignedEntry, teamKey: Buffer): string | undefined {
  const { body } = entry;
  const end = unencryptedLength(body);
  if (end === undefined) return undefined;
  try {
    const nonce = body.subarray(end, end + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', teamKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.concat([headerBytes(entry), body.subarray(0, end)]));
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    const sealed = body.subarray(end + NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
