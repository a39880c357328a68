import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { memoize } from '#common/memoize';
import { idBytes, idFromBytes, uint32 } from './bytes';

/** The two public keys of a member: Ed25519 for signatures, X25519 for team keys. 32 bytes each. */
export interface PublicKeys {
  readonly sign: Buffer;
  readonly seal: Buffer;
}

/** The secret keys of a member, as 32 bytes each. */
export interface MemberSecrets {
  readonly sign: Buffer;
  readonly seal: Buffer;
}

/** The keys of this member, ready for use. */
export interface MemberKeys {
  readonly secrets: MemberSecrets;
  readonly public: PublicKeys;
  readonly signKey: KeyObject;
  readonly sealKey: KeyObject;
}

const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** The fixed DER bytes before a raw key (RFC 8410), by algorithm. */
const PRIVATE_DER_PREFIX = {
  ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
  x25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
};
const PUBLIC_DER_PREFIX = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  x25519: Buffer.from('302a300506032b656e032100', 'hex'),
};
type Algorithm = keyof typeof PRIVATE_DER_PREFIX;

const privateKey = (algorithm: Algorithm, raw: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_DER_PREFIX[algorithm], raw]),
    format: 'der',
    type: 'pkcs8',
  });

const importPublicKey = (algorithm: Algorithm, raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_DER_PREFIX[algorithm], raw]), format: 'der', type: 'spki' });

const verifyKeyOfHex = memoize((hex: string) => importPublicKey('ed25519', Buffer.from(hex, 'hex')));

/** Returns the key object that verifies a member's signatures. */
export const verifyKey = (raw: Buffer): KeyObject => verifyKeyOfHex(raw.toString('hex'));

function rawPublic(key: KeyObject): Buffer {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
}

/** Returns the keys of stored secrets. */
export function memberKeys(secrets: MemberSecrets): MemberKeys {
  const signKey = privateKey('ed25519', secrets.sign);
  const sealKey = privateKey('x25519', secrets.seal);
  return { secrets, public: { sign: rawPublic(signKey), seal: rawPublic(sealKey) }, signKey, sealKey };
}

/** Creates the keys of a new member. */
export function newMemberKeys(): MemberKeys {
  return memberKeys({ sign: randomBytes(KEY_BYTES), seal: randomBytes(KEY_BYTES) });
}

export const newTeamKey = (): Buffer => randomBytes(KEY_BYTES);

/** A team key that only one member can unwrap. */
export interface WrappedTeamKey {
  readonly epoch: number;
  /** A member's ID. */
  readonly member: string;
  /** Ephemeral public key, encrypted team key and tag. */
  readonly box: Buffer;
}
export const WRAP_BOX_BYTES = KEY_BYTES + KEY_BYTES + TAG_BYTES;

/** What a wrap is bound to: moved to another team, epoch or member, it does not open. */
function wrapContext(team: string, epoch: number, member: string): Buffer {
  const head = Buffer.from('firm-desk team wrap 1\0');
  return Buffer.concat([head, idBytes(team), uint32(epoch), idBytes(member)]);
}

const wrapKeyOf = (shared: Buffer, ephemeral: Buffer, receiver: Buffer, context: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, receiver]), context, KEY_BYTES));

/** The key of each wrap is used once, so its nonce may be fixed. */
const WRAP_NONCE = Buffer.alloc(12);

interface WrapTarget {
  readonly team: string;
  readonly epoch: number;
  readonly member: string;
}

/** Encrypts a team key for a member. */
export function wrapTeamKey(
  teamKey: Buffer,
  { team, epoch, member }: WrapTarget,
  receiver: Buffer,
): WrappedTeamKey {
  const { publicKey: ephemeralPublic, privateKey: ephemeral } = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey: ephemeral, publicKey: importPublicKey('x25519', receiver) });
  const context = wrapContext(team, epoch, member);
  const ephemeralBytes = rawPublic(ephemeralPublic);
  const cipher = createCipheriv(
    'aes-256-gcm',
    wrapKeyOf(shared, ephemeralBytes, receiver, context),
    WRAP_NONCE,
  );
  cipher.setAAD(context);
  const data = Buffer.concat([cipher.update(teamKey), cipher.final()]);
  return { epoch, member, box: Buffer.concat([ephemeralBytes, data, cipher.getAuthTag()]) };
}

/** Returns the team key of a wrap for this member; undefined if it does not open. */
export function unwrapTeamKey(
  team: string,
  { epoch, member, box }: WrappedTeamKey,
  keys: MemberKeys,
): Buffer | undefined {
  try {
    const ephemeralBytes = box.subarray(0, KEY_BYTES);
    const shared = diffieHellman({
      privateKey: keys.sealKey,
      publicKey: importPublicKey('x25519', ephemeralBytes),
    });
    const context = wrapContext(team, epoch, member);
    const key = wrapKeyOf(shared, ephemeralBytes, keys.public.seal, context);
    const decipher = createDecipheriv('aes-256-gcm', key, WRAP_NONCE, { authTagLength: TAG_BYTES });
    decipher.setAAD(context);
    decipher.setAuthTag(box.subarray(KEY_BYTES + KEY_BYTES));
    return Buffer.concat([decipher.update(box.subarray(KEY_BYTES, KEY_BYTES + KEY_BYTES)), decipher.final()]);
  } catch {
    return undefined; // damaged, or for other keys
  }
}

/**
 * Returns the ID of a team: a hash of its founder's keys, so that only the founder can create a team of this ID. `salt`
 * derives from the founder's secret key (`foundedTeamOf`): a founder's next team has new keys, and so another ID.
 */
export function teamIdOf(founder: PublicKeys, salt: Buffer): string {
  const bytes = createHash('sha256')
    .update('firm-desk team 1\0')
    .update(founder.sign)
    .update(founder.seal)
    .update(salt)
    .digest();
  return hashedId(bytes);
}

/**
 * Returns the salt and the ID of the team that a founder creates with these keys: the same ones when an interrupted
 * creation is continued.
 */
export function foundedTeamOf({ secrets, public: founder }: MemberKeys): {
  readonly salt: Buffer;
  readonly id: string;
} {
  const salt = createHmac('sha256', secrets.sign).update('firm-desk team salt 1\0').digest();
  return { salt, id: teamIdOf(founder, salt) };
}

/** Returns the ID of the member with these keys who founds a team, or answers an invitation: the same at each attempt. */
export function memberIdOf({ sign, seal }: PublicKeys, teamOrInvitation: string): string {
  const hash = createHash('sha256').update('firm-desk team member 1\0').update(sign).update(seal);
  return hashedId(hash.update(idBytes(teamOrInvitation)).digest());
}

/** Returns a hash as a UUID of version 8 (RFC 9562), which is for custom formats. */
export function hashedId(hash: Buffer): string {
  const bytes = hash.subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return idFromBytes(bytes);
}
