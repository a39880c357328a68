import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '#contract/dates';
import { teamDatabase, teamRole } from '#contract/features/team/schemas';
import { SCRYPT_COST, scryptKey } from '#common/scrypt-key';
import { idBytes } from './bytes';
import { teamProblemError } from './database-problems';

const FORMAT = 1;
const DAYS_VALID = 7;
/** Excludes digits and letters that look alike: 0 and O, and 1, I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUPS = 2;
const GROUP_LENGTH = 4;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** What an invitation contains; readable with its code only. */
const invitation = z.object({
  id: z.uuid(),
  team: z.uuid(),
  teamName: z.string().max(80),
  name: z.string().max(80),
  role: teamRole,
  inviter: z.object({ member: z.uuid(), name: z.string().max(80), sign: hex(32), seal: hex(32) }),
  database: teamDatabase.omit({ login: true }),
  /** Origin of the service that the team works on. */
  service: z.string().max(300),
  /** IDs of the firms that the inviter's data has; one service may serve several. */
  firms: z.array(z.string().max(40)).max(1_000).default([]),
  /** ISO, UTC. */
  expires: z.string(),
});
export type Invitation = z.output<typeof invitation>;

const invitationFile = z.object({
  format: z.literal(FORMAT),
  salt: hex(16),
  nonce: hex(NONCE_BYTES),
  tag: hex(TAG_BYTES),
  data: z.string().max(500_000),
});
const anyFormat = z.object({ format: z.int() });

/** The keys that a code gives: of the file, and of the colleague's request. */
interface CodeKeys {
  readonly file: Buffer;
  readonly request: Buffer;
}

async function codeKeys(code: string, salt: Buffer): Promise<CodeKeys> {
  const main = await scryptKey(readCode(code), salt, SCRYPT_COST);
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', main, salt, `firm-desk team ${use} 1`, 32));
  return { file: derive('invitation'), request: derive('request') };
}

/** Creates a code such as "7K3M-XW4P": 31^8 possibilities, or 39 random bits. */
export const newInvitationCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(''),
  ).join('-');

const readCode = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '');

function seal(key: Buffer, text: string, bound: Buffer): { nonce: Buffer; data: Buffer; tag: Buffer } {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(bound);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { nonce, data, tag: cipher.getAuthTag() };
}

function unseal(
  key: Buffer,
  { nonce, data, tag }: { readonly nonce: Buffer; readonly data: Buffer; readonly tag: Buffer },
  bound: Buffer,
): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(bound);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

export const expiryFrom = (now: Date): string => new Date(now.getTime() + DAYS_VALID * DAY_MS).toISOString();

/** Returns the text of an invitation file, and the key that opens the colleague's request. */
export async function writeInvitation(
  content: Invitation,
  code: string,
): Promise<{ readonly text: string; readonly requestKey: Buffer }> {
  const salt = randomBytes(16);
  const keys = await codeKeys(code, salt);
  const { nonce, data, tag } = seal(keys.file, JSON.stringify(content), salt);
  const file: z.output<typeof invitationFile> = {
    format: FORMAT,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    tag: tag.toString('hex'),
    data: data.toString('base64'),
  };
  return { text: JSON.stringify(file), requestKey: keys.request };
}

/** Opens an invitation file. Fails with `not-invitation`, `newer-invitation`, `wrong-code` or `expired`. */
export async function readInvitation(
  text: string,
  code: string,
  now: Date,
): Promise<{ readonly invitation: Invitation; readonly requestKey: Buffer }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw teamProblemError('not-invitation');
  }
  const format = anyFormat.safeParse(value);
  if (format.success && format.data.format > FORMAT) throw teamProblemError('newer-invitation');
  const file = invitationFile.safeParse(value);
  if (!file.success) throw teamProblemError('not-invitation');
  const { salt, nonce, tag, data } = file.data;
  const bound = Buffer.from(salt, 'hex');
  const keys = await codeKeys(code, bound);
  const box = {
    nonce: Buffer.from(nonce, 'hex'),
    tag: Buffer.from(tag, 'hex'),
    data: Buffer.from(data, 'base64'),
  };
  const opened = unseal(keys.file, box, bound);
  if (opened === undefined) throw teamProblemError('wrong-code');
  const read = invitation.safeParse(JSON.parse(opened));
  if (!read.success) throw teamProblemError('newer-invitation');
  if (Date.parse(read.data.expires) <= now.getTime())
    throw teamProblemError('expired', { facts: { expired: read.data.expires } });
  return { invitation: read.data, requestKey: keys.request };
}

/** The colleague's answer to an invitation: member ID and public keys. */
const joinAnswer = z.object({ member: z.uuid(), sign: hex(32), seal: hex(32) });
export type JoinAnswer = z.output<typeof joinAnswer>;

/** Returns the sealed request of a colleague who knows the code. */
export function sealJoinAnswer(id: string, requestKey: Buffer, answer: JoinAnswer): Buffer {
  const { nonce, data, tag } = seal(requestKey, JSON.stringify(answer), idBytes(id));
  return Buffer.concat([nonce, tag, data]);
}

/** Opens a colleague's request; undefined if it was made without the code, or only marks a withdrawn invitation. */
export function openJoinAnswer(id: string, requestKey: Buffer, body: Buffer): JoinAnswer | undefined {
  const nonce = body.subarray(0, NONCE_BYTES);
  const tag = body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const data = body.subarray(NONCE_BYTES + TAG_BYTES);
  const text = unseal(requestKey, { nonce, tag, data }, idBytes(id));
  const read = text === undefined ? undefined : joinAnswer.safeParse(JSON.parse(text));
  return read?.success ? read.data : undefined;
}
