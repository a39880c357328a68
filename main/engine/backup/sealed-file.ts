import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { fail, FailureError } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { renameOverAsync } from '#common/rename-over';
import { scryptKey } from '#common/scrypt-key';
import { syncFolder } from '#common/sync-folder';
import { fileDigest } from '../files/digest';

const MAGIC = 'firm-desk-backup 1';
const NEWLINE = 0x0a;
/** Longer than any table of contents. */
const MAX_HEAD_BYTES = 100_000;
/** 128 MB of memory and about half a second per guess. */
const KDF = { N: 2 ** 17, r: 8, p: 1 } as const;

const base64 = z.base64();
const head = z.object({
  kdf: z.object({
    name: z.literal('scrypt'),
    // Bounded, so that a manipulated file cannot exhaust memory.
    N: z
      .number()
      .int()
      .min(2 ** 14)
      .max(2 ** 18)
      .refine((N) => Number.isInteger(Math.log2(N))),
    r: z.literal(8),
    p: z.number().int().min(1).max(4),
    salt: base64.max(88),
  }),
  nonce: base64.length(16), // of 12 bytes
  tag: base64.length(24), // of 16 bytes
  sealed: base64,
});

/** A file of a backup, already encrypted with a key that only the sealed table of contents holds. */
export interface FilePart {
  readonly name: string;
  readonly file: string;
}
/** Larger than any backup: sums of lengths stay exact. */
const MAX_DATABASE_BYTES = 2 ** 42;
const NAMES = ['workspace.db', 'history.db'] as const;
const contents = z.object({
  parts: z
    .array(
      z.object({
        name: z.enum(NAMES),
        bytes: z.number().int().min(1).max(MAX_DATABASE_BYTES),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(NAMES.length)
    .refine((parts) => new Set(parts.map(({ name }) => name)).size === parts.length),
  about: z.unknown(),
});

/** Returns a temporary name next to a file, for writing it. */
export const temporaryName = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.part`;

/**
 * Writes parts into one file: first `about` and the parts' lengths and hashes, encrypted with the passphrase
 * (scrypt, AES-256-GCM), then the parts. Writes a complete file or none; only its owner can read it.
 */
export async function writeSealed(
  file: string,
  passphrase: string,
  about: unknown,
  parts: readonly FilePart[],
  partialFile = temporaryName(file),
): Promise<void> {
  const fileParts = await Promise.all(
    parts.map(async ({ name, file: from }) => {
      const { bytes, sha256 } = await fileDigest(from);
      return { name, bytes, sha256 };
    }),
  );
  const kdf = { name: 'scrypt' as const, ...KDF, salt: randomBytes(16).toString('base64') };
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, kdf), nonce);
  cipher.setAAD(authenticatedData(kdf));
  const sealed = Buffer.concat([cipher.update(JSON.stringify({ parts: fileParts, about })), cipher.final()]);
  const text = JSON.stringify({
    kdf,
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    sealed: sealed.toString('base64'),
  });
  try {
    await pipeline(partsOf(`${MAGIC}\n${text}\n`, parts), newFile(partialFile));
    await renameOverAsync(partialFile, file);
    syncFolder(path.dirname(file));
  } catch (error) {
    fs.rmSync(partialFile, { force: true });
    throw toWriteFailure(error);
  }
}

async function* partsOf(head: string, parts: readonly FilePart[]): AsyncGenerator<Buffer, void, void> {
  yield Buffer.from(head);
  for (const { file } of parts) for await (const chunk of fs.createReadStream(file)) yield chunk as Buffer;
}

/** Opens a new file, never an existing one, readable by its owner only and synced when closed. */
const newFile = (file: string) => fs.createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });

/**
 * Returns the description of a backup. Fails with `backup-unreadable` for a wrong passphrase or a damaged
 * file, and with `file-unreadable` if the disk does not return it.
 */
export async function readAbout(file: string, passphrase: string): Promise<unknown> {
  return (await openSealed(file, passphrase)).about;
}

/**
 * Extracts the parts into a folder, verifies each against its hash, and returns the backup's description.
 * `checkSize` receives the total size in bytes and may throw to refuse it.
 */
export async function unpack(
  file: string,
  passphrase: string,
  folder: string,
  checkSize: (bytes: number) => void,
): Promise<unknown> {
  const { about, parts, start } = await openSealed(file, passphrase);
  checkSize(parts.reduce((total, { bytes }) => total + bytes, 0));
  let offset = start;
  for (const { name, bytes, sha256 } of parts) {
    const to = `${folder}/${name}`;
    await pipeline(fs.createReadStream(file, { start: offset, end: offset + bytes - 1 }), newFile(to));
    if ((await fileDigest(to)).sha256 !== sha256)
      throw fail('backup-unreadable', { cause: `${name} is damaged` });
    offset += bytes;
  }
  return about;
}

async function openSealed(file: string, passphrase: string) {
  const unreadable = (cause: string) => fail('backup-unreadable', { cause });
  try {
    const { text, start } = headOf(file);
    if (text === undefined) throw unreadable('not a Firm Desk backup');
    const { kdf, nonce, tag, sealed } = head.parse(JSON.parse(text));
    const decipher = createDecipheriv(
      'aes-256-gcm',
      await keyOf(passphrase, kdf),
      Buffer.from(nonce, 'base64'),
      { authTagLength: 16 },
    );
    decipher.setAAD(authenticatedData(kdf));
    decipher.setAuthTag(Buffer.from(tag, 'base64'));
    const plain = Buffer.concat([decipher.update(Buffer.from(sealed, 'base64')), decipher.final()]);
    const fileParts = contents.parse(JSON.parse(plain.toString('utf8')));
    const bytes = fileParts.parts.reduce((total, part) => total + part.bytes, start);
    if (bytes !== fs.statSync(file).size) throw unreadable('its length is not as listed');
    return { ...fileParts, start };
  } catch (error) {
    if (error instanceof FailureError) throw error;
    const code = errorCodeOf(error);
    if (/^E[A-Z]+$/.test(code)) throw fail('file-unreadable', { cause: code }, error);
    throw unreadable('a wrong passphrase, or a damaged file');
  }
}

/** Returns the second line (the sealed table of contents), and the offset of the parts. */
function headOf(file: string): { text: string | undefined; start: number } {
  const handle = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(MAX_HEAD_BYTES);
    const bytes = buffer.subarray(0, fs.readSync(handle, buffer, 0, MAX_HEAD_BYTES, 0));
    const first = bytes.indexOf(NEWLINE);
    const second = bytes.indexOf(NEWLINE, first + 1);
    if (first < 0 || second < 0 || bytes.toString('utf8', 0, first) !== MAGIC)
      return { text: undefined, start: 0 };
    return { text: bytes.toString('utf8', first + 1, second), start: second + 1 };
  } finally {
    fs.closeSync(handle);
  }
}

type Kdf = z.output<typeof head>['kdf'];

/** Authenticates the parameters: changing them breaks the seal. */
const authenticatedData = (kdf: Kdf) =>
  Buffer.from(`${MAGIC}\n${JSON.stringify([kdf.name, kdf.N, kdf.r, kdf.p, kdf.salt])}`);

/** Derives the key, after normalizing: keyboards may produce different code points for the same letters. */
const keyOf = (passphrase: string, kdf: Kdf): Promise<Buffer> =>
  scryptKey(passphrase.normalize('NFKC'), Buffer.from(kdf.salt, 'base64'), kdf);

function toWriteFailure(error: unknown): unknown {
  const code = errorCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return fail('disk-full', { cause: code }, error);
  return /^E[A-Z]+$/.test(code) ? fail('file-not-saved', { cause: code }, error) : error;
}
